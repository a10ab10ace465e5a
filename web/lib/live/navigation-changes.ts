import type { LiveMessage } from './live.ts'

// Changes that arrive while a page loads. The loaded data may be older than these changes, and the new page does not
// listen yet.
let changesDuringLoad: LiveMessage[] = []
let reading: object | undefined

const mostKept = 500
const settleMs = 10_000
// The maximum time for loading a page after Back or Forward. `popstate` reports only the start of the navigation, not
// its end.
const longestMs = 60_000

function beginReading() {
  const own = {}
  reading = own
  changesDuringLoad = []
  const end = () => {
    if (reading !== own) return
    reading = undefined
    changesDuringLoad = []
  }
  return (afterMs = settleMs) => void setTimeout(end, afterMs)
}

export function collectChange(message: LiveMessage) {
  if (reading) changesDuringLoad = changesDuringLoad.length < mostKept ? [...changesDuringLoad, message] : ['reset']
}

export const listChangesDuringLoad = (): readonly LiveMessage[] => changesDuringLoad

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
