import type { listTicketTags } from '#contract/tickets/tickets.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { ask } from '#web/lib/write/ask.ts'

const none: string[] = []

/** Reads the tags that are in use, most used first, once `isWanted`. */
export function useUsedTags(isWanted: boolean): string[] {
  const { answer } = useAnswer<string[]>(`tags ${isWanted}`, async (signal) => {
    if (!isWanted) return {}
    const { answer, problem } = await ask<typeof listTicketTags>('GET', '/api/v1/ticket-tags', { signal })
    return { answer: answer?.items, problem }
  })
  return answer ?? none
}
