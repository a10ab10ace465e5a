const gatherMs = 100

/**
 * Loads again soon after it was asked to: what is asked within a moment is one load, never two run at once, and what
 * is asked meanwhile is loaded afterwards. So it keeps up with any number of changes and floods nobody.
 */
export function createReloader(load: () => Promise<unknown>, waitMs = gatherMs) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLoading = false
  let isWanted = false

  function ask() {
    isWanted = true
    if (!isLoading) timer ??= setTimeout(run, waitMs)
  }

  async function run() {
    timer = undefined
    isWanted = false
    isLoading = true
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
