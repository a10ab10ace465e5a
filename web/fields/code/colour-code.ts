import type { CodeLanguage } from '#contract/writing/document.ts'
import type { Line } from './draw-lines.ts'

export type Wish = { text: string; language: CodeLanguage }
type Waiting = Wish & { isWanted: () => boolean; resolve: (lines: Line[] | null) => void }

/** Text that is longer stays as it is. */
const mostCharacters = 50_000
/** Somebody may write what takes for ever; a worker can be ended, and the page goes on. */
const mostMs = 1500
/** Whoever has met so much of that writes without colours until the page is loaded again. */
const mostEnded = 3

const waiting: Waiting[] = []
let worker: Worker | undefined
let isAtWork = false
let ended = 0

/** The lines of a text in the colours of its language; null where there are none to be had. */
export function colourCode({ isWanted, ...wish }: Wish & { isWanted: () => boolean }): Promise<Line[] | null> {
  if (wish.text.length > mostCharacters || ended >= mostEnded) return Promise.resolve(null)
  return new Promise((resolve) => {
    waiting.push({ ...wish, isWanted, resolve })
    work()
  })
}

async function work() {
  if (isAtWork) return
  isAtWork = true
  for (let next = waiting.shift(); next; next = waiting.shift()) next.resolve(next.isWanted() ? await ask(next) : null)
  isAtWork = false
}

function ask({ text, language }: Wish): Promise<Line[] | null> {
  const asked = worker ?? new Worker(new URL('./colour-worker.ts', import.meta.url), { type: 'module' })
  const isNew = worker === undefined
  worker = asked
  return new Promise((resolve) => {
    const give = (lines: Line[] | null) => {
      clearTimeout(timer)
      asked.onmessage = null
      asked.onerror = null
      resolve(lines)
    }
    const end = () => {
      ended += 1
      asked.terminate()
      worker = undefined
      give(null)
    }
    // One that is new has its own code to fetch first.
    let timer = setTimeout(end, isNew ? 10 * mostMs : mostMs)
    asked.onerror = end
    asked.onmessage = ({ data }: MessageEvent<'ready' | Line[]>) => {
      if (data !== 'ready') return give(data)
      clearTimeout(timer)
      timer = setTimeout(end, mostMs)
    }
    asked.postMessage({ text, language } satisfies Wish)
  })
}
