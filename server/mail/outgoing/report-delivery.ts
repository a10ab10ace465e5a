import type { WorkspaceTx } from '#server/platform/database.ts'
import { publish } from '#server/platform/events.ts'
import { queueAgentNotice } from '#server/mail/queue-agent-notice.ts'
import { findAnswerAuthor, insertFailureEvent } from './answer-queries.ts'

type Mail = { kind: string; recipient: string; ticketId: string | null; messageId: string | null }

/** Open pages show how an answer fares. */
export async function tellDelivery(tx: WorkspaceTx, { kind, ticketId }: Mail) {
  if (kind === 'answer' && ticketId) await publish(tx, { type: 'message.delivery', ticketId })
}

/** An answer that did not arrive stands in the ticket's history, and whoever wrote it hears of it. */
export async function reportFailure(tx: WorkspaceTx, { kind, recipient, ticketId, messageId }: Mail, reason: string) {
  if (kind !== 'answer' || !ticketId || !messageId) return
  await insertFailureEvent(tx, { ticketId, recipient, reason })
  const memberId = await findAnswerAuthor(tx, messageId)
  await queueAgentNotice(tx, { kind: 'deliveryFailed', ticketId, messageId, memberId, actorId: null })
}
