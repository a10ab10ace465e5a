import type { MailDecision } from '#contract/mail-decisions.ts'
import type { Facts } from '#server/inbound-mail/content/read-facts.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Sender } from './find-sender.ts'

const hourMs = 3_600_000
const tickets = { name: 'tickets of a sender', most: 20, perMs: hourMs }
const automatic = { name: 'automatic mails of a sender', most: 5, perMs: hourMs }

/** Why a sender opens no more tickets this hour, or null. */
export function findFlood(facts: Facts, { from }: Sender): MailDecision | null {
  if (facts.about.kind === 'automatic' && isOver(facts, automatic, from.address)) {
    return { code: 'too-many-automatic-mails', sender: from.address, most: automatic.most }
  }
  if (!isOver(facts, tickets, from.address)) return null
  return { code: 'too-many-tickets', sender: from.address, most: tickets.most }
}

export function isOver({ platform, workspaceId }: Facts, limit: Limit, counted: string): boolean {
  try {
    platform.limiter.count(limit, `${workspaceId} ${counted}`)
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}
