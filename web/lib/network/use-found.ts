import { useAnswer } from './use-answer.ts'

const typingMs = 150

/** Search results while typing. Former results stay until the new ones arrive, so that the list does not flicker. */
export function useFound<Item>(words: string | null, find: (words: string, signal: AbortSignal) => Promise<Item[]>) {
  const { answer, of } = useAnswer(words ?? '', async (signal) => {
    if (words === null) return { answer: [] }
    if (words) await new Promise((resolve) => setTimeout(resolve, typingMs))
    return signal.aborted ? {} : { answer: await find(words, signal) }
  })
  return { found: words === null ? [] : (answer ?? []), isSearching: words !== null && of !== words }
}
