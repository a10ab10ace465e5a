/**
 * Stops only once. Ctrl-C arrives from the terminal and again through npm and bin/run.mjs, and the second one must not
 * interrupt the stop.
 */
export function onStopSignal(stop: () => Promise<void>) {
  let isStopping = false
  const stopOnce = async () => {
    if (isStopping) return
    isStopping = true
    await stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopOnce)
}
