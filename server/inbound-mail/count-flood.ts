import type { Limit } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Sender } from './find-sender.ts'
import type { Facts } from './read-facts.ts'

const hourMs = 3_600_000
const tickets = { name: 'tickets of a sender', most: 20, perMs: hourMs }
const automatic = { name: 'automatic mails of a sender', most: 5, perMs: hourMs }

/** The sentence that says why a sender opens no more tickets this hour, or null. */
export function isTooMany(facts: Facts, { from }: Sender): string | null {
  if (facts.about.kind === 'automatic' && isOver(facts, automatic, from.address)) {
    return `A program at ${from.address} sent more than ${automatic.most} mails within an hour.`
  }
  if (isOver(facts, tickets, from.address))
    return `${from.address} opened more than ${tickets.most} tickets within an hour.`
  return null
}

function isOver({ platform, workspaceId }: Facts, limit: Limit, address: string): boolean {
  try {
    platform.limiter.count(limit, `${workspaceId} ${address}`)
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}
