import { useAnswer } from './use-answer.ts'

const typingMs = 150

export function useFound<Item>(words: string | null, find: (words: string, signal: AbortSignal) => Promise<Item[]>) {
  const { answer, of } = useAnswer(words ?? '', async (signal) => {
    if (words === null) return { answer: [] }
    if (words) await new Promise((resolve) => setTimeout(resolve, typingMs))
    return signal.aborted ? {} : { answer: await find(words, signal) }
  })
  return { found: words === null ? [] : (answer ?? []), isSearching: words !== null && of !== words }
}
