import { setTimeout as sleep } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'

const pauseMs = 500

/**
 * A runner gives up when it can't write down how a job ended, because the database went away. Another one is launched
 * in its place, for as long as that takes.
 */
export async function keepRunning(launch: () => Promise<Runner>, onEnd: () => void) {
  let runner = await launch()
  let isStopping = false

  const launchAgain = async () => {
    while (!isStopping) {
      await sleep(pauseMs)
      const launched = await launch().catch(() => null)
      if (launched) return launched
    }
    return null
  }
  const supervise = async () => {
    for (;;) {
      await runner.promise.catch(() => {})
      if (isStopping) return
      onEnd()
      const next = await launchAgain()
      if (!next) return
      runner = next
    }
  }
  const supervision = supervise()
  return {
    /** Lets the jobs that run finish. */
    async stop() {
      isStopping = true
      await runner.stop().catch(() => {})
      await supervision
    },
  }
}
