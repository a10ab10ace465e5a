const gatherMs = 100

/**
 * Returns a reloader. After `ask`, it calls `load` soon, but at most once per interval. If `ask` is called during a
 * load, one more load follows.
 */
export function createReloader(load: () => Promise<unknown>, everyMs = 1000) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLoading = false
  let isWanted = false
  let mayStartAt = 0

  function ask() {
    isWanted = true
    if (!isLoading) timer ??= setTimeout(run, Math.max(gatherMs, mayStartAt - performance.now()))
  }

  async function run() {
    timer = undefined
    isWanted = false
    isLoading = true
    mayStartAt = performance.now() + everyMs
    await load().catch(() => {})
    isLoading = false
    if (isWanted) ask()
  }

  return {
    ask,
    stop() {
      clearTimeout(timer)
      isLoading = true
    },
  }
}
