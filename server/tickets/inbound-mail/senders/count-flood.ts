import type { MailDecision } from '#contract/tickets/mail-decisions.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { MailFacts } from '#server/tickets/inbound-mail/content/read-facts.ts'
import { countSender } from './count-mail.ts'
import type { Sender } from './find-sender.ts'

const hourMs = 3_600_000
const tickets = { name: 'tickets of a sender', most: 20, perMs: hourMs }
const automatic = { name: 'automatic mails of a sender', most: 5, perMs: hourMs }

/** Why a sender opens no more tickets this hour, or null. Who will be answered counts: many may write through one From. */
export function findFlood(facts: MailFacts, { address: sender }: Sender): MailDecision | null {
  if (facts.about.kind === 'automatic' && isOver(facts, automatic, sender)) {
    return { code: 'too-many-automatic-mails', sender, most: automatic.most }
  }
  if (!isOver(facts, tickets, sender)) return null
  return { code: 'too-many-tickets', sender, most: tickets.most }
}

export function isOver(
  { platform, workspaceId, mail, trust, parsed }: MailFacts,
  limit: Limit,
  address: string,
): boolean {
  const proof = { sender: trust, from: parsed.from?.address ?? '' }
  try {
    countSender(platform.limiter, limit, { network: mail.network, proof }, `${workspaceId} ${address}`)
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}
