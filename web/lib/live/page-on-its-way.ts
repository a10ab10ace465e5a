import type { LiveMessage } from './live.ts'

/**
 * What is heard while a page is on its way. Its data may have been read before a change, and it begins to listen after
 * that: the page before hears of the change, and is gone a moment later.
 */
let heard: LiveMessage[] = []
let reading: object | undefined

const mostKept = 500
/** Until a page that has come listens, on a slow device. */
const settleMs = 10_000
/** The way back through the history of the browser says when it begins, and not when it ends. */
const longestMs = 60_000

/** A page is being read from now on. The answer is called once it has come. */
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

/** For a page that begins to listen: what was heard since its reading began. */
export const heardMeanwhile = (): readonly LiveMessage[] => heard

/** Follows the router (`instrumentations` of React Router) and the history of the browser. */
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
