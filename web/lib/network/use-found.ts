import { useAnswer } from './use-answer.ts'

const typingMs = 150

/**
 * What is found by words while they are typed; null looks for nothing. What was found by other words stays until the
 * answer is there, so that a list does not blink, but it is not what Enter means.
 */
export function useFound<Item>(words: string | null, find: (words: string, signal: AbortSignal) => Promise<Item[]>) {
  const { answer, of } = useAnswer(words ?? '', async (signal) => {
    if (words === null) return { answer: [] }
    if (words) await new Promise((resolve) => setTimeout(resolve, typingMs))
    return signal.aborted ? {} : { answer: await find(words, signal) }
  })
  return { found: words === null ? [] : (answer ?? []), isSearching: words !== null && of !== words }
}
