import type { WorkspaceTx } from '#server/platform/database.ts'
import { importing, inBatch, type NewEvent } from '#server/platform/events/subscription.ts'
import { derivedId } from '#server/platform/secrets/derived-id.ts'
import { takeUnsolicited, whyNotUnsolicited } from '#server/workspace/accounts/take-unsolicited.ts'
import { findTicketRules } from '#server/workspace/settings/show-workspace.ts'
import { queueOutgoing, queueUnsolicited } from './deliveries/send-outgoing.ts'
import { takesNoAnswer } from './mail-customer.ts'
import { findSolved } from './queries/answers.ts'
import { insertOutgoing, type SolvedContent } from './queries/outgoing-mails.ts'
import { listRecipients } from './queries/recipients.ts'

/** A member can reopen a ticket for this long before the requester gets the mail. */
const waitMs = 2 * 60_000

/**
 * Tells the requester that their ticket was solved, unless they said so themselves. Who never proved their address hears of it
 * only where they were answered, and among the mails that are bounded.
 */
export async function tellSolved(tx: WorkspaceTx, { subject, by, ...event }: NewEvent<'status.changed'>) {
  if (event.new !== 'solved' || event.old === 'closed' || by.actor.type === 'customer' || by.cause === 'undone') return
  if (by.cause === importing || by.cause === inBatch) return
  if (!(await findTicketRules(tx)).tellsSolved) return
  const [requester] = await listRecipients(tx, subject.id)
  const solved = await findSolved(tx, subject.id)
  if (!requester || !solved || requester.isSuppressed || takesNoAnswer(requester.address)) return
  const { solvedAt, isAnswered, isAnsweredSince } = solved
  const isUnasked = !requester.hasWritten
  if (isAnsweredSince || (isUnasked && (!isAnswered || (await whyNotUnsolicited(tx, 1))))) return
  const [mail] = await insertOutgoing(tx, [
    {
      ...{ kind: 'solved', recipient: requester.address, ticketId: subject.id, messageId: null },
      mailMessageId: derivedId('solved', subject.id, solvedAt),
      content: JSON.stringify({ solvedAt } satisfies SolvedContent),
    },
  ])
  if (!mail) return
  const at = new Date(Date.now() + waitMs)
  if (!isUnasked) return queueOutgoing(tx, mail.id, at)
  await queueUnsolicited(tx, mail.id, at)
  await takeUnsolicited(tx, 1)
}
