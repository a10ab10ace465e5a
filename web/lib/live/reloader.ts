const gatherMs = 100
const everyMs = 1000

/**
 * Loads again soon after it was asked to, at most once a second and never twice at once. What is asked meanwhile is one
 * load afterwards. So it keeps up with any number of changes and floods nobody.
 */
export function createReloader(load: () => Promise<unknown>) {
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
