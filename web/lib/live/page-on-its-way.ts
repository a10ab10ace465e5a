import type { LiveMessage } from './live.ts'

/**
 * Changes that are heard while a page loads. Its data may have been read before a change, and it begins to listen after
 * that. The previous page hears the change, but is gone a moment later.
 */
let heard: LiveMessage[] = []
let reading: object | undefined

const mostKept = 500
/** The longest time until a loaded page listens, on a slow device. */
const settleMs = 10_000
/** Going back in the history reports when it begins, not when it ends. */
const longestMs = 60_000

/** A page is being read. The returned function is called when it has arrived. */
function beginReading() {
  const own = {}
  reading = own
  heard = []
  const end = () => {
    if (reading !== own) return
    reading = undefined
    heard = []
  }
  return (afterMs = settleMs) => void setTimeout(end, afterMs)
}

export function keepForNext(message: LiveMessage) {
  if (reading) heard = heard.length < mostKept ? [...heard, message] : ['reset']
}

export const heardMeanwhile = (): readonly LiveMessage[] => heard

/** Follows the router (`instrumentations` of React Router) and the browser's history. */
export function watchReadings() {
  window.addEventListener('popstate', () => beginReading()(longestMs))
  return {
    async navigate(go: () => Promise<unknown>) {
      const come = beginReading()
      await go()
      come()
    },
  }
}
