const gatherMs = 100

/**
 * Loads again soon after it was asked to, at most once a second, or as seldom as is said, and never twice at once. What is asked meanwhile is one
 * load afterwards. So it keeps up with any number of changes and floods nobody.
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
