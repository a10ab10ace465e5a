import type { CodeLanguage } from '#contract/writing/document.ts'
import type { Line } from './code-ink.tsx'

export type ColourRequest = { text: string; language: CodeLanguage }
type QueuedRequest = ColourRequest & { isWanted: () => boolean; resolve: (lines: Line[] | null) => void }

/** The maximum length of a text that is coloured. */
const mostCharacters = 50_000
/** The time limit of the worker, because some texts take very long to colour. */
const mostMs = 1500
/** After this many timeouts or errors of the worker, colours are off until the page is reloaded. */
const mostEnded = 3

const waiting: QueuedRequest[] = []
let worker: Worker | undefined
let isAtWork = false
let ended = 0

export function colourCode({ isWanted, ...wish }: ColourRequest & { isWanted: () => boolean }): Promise<Line[] | null> {
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

function ask({ text, language }: ColourRequest): Promise<Line[] | null> {
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
    // A new worker gets more time, because it has to load its code first.
    let timer = setTimeout(end, isNew ? 10 * mostMs : mostMs)
    asked.onerror = end
    asked.onmessage = ({ data }: MessageEvent<'ready' | Line[]>) => {
      if (data !== 'ready') return give(data)
      clearTimeout(timer)
      timer = setTimeout(end, mostMs)
    }
    asked.postMessage({ text, language } satisfies ColourRequest)
  })
}
