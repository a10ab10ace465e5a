import type { BodyOf } from '#contract/endpoint.ts'
import type { writeMessage as contract } from '#contract/messages.ts'
import { queueAcknowledgement } from '#server/outgoing-mail/queue-acknowledgement.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller, Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addCustomerMessage } from './add-customer-message.ts'
import { addMessage } from './add-message.ts'
import { changeCopies, findCopies, refuseTooManyRecipients } from './change-copies.ts'
import { composeText } from './compose-text.ts'
import { holdReply } from './hold-reply.ts'
import { lockForTeam, lockSeenTicket } from './lock-ticket.ts'
import { publishReply } from './publish-reply.ts'
import { deleteDraft } from './queries/drafts.ts'
import { hasNewerOfOthers } from './queries/messages.ts'
import { upsertRead } from './queries/reads.ts'
import { refuseReadOnly } from './refuse-read-only.ts'
import { refuseTooLong } from './refuse-too-long.ts'
import { chosenStatus, solvedBy, takenUp } from './status-rules.ts'

type Written = BodyOf<typeof contract>
type Asking = { platform: Platform; tx: WorkspaceTx; caller: Caller }

/** Writes on a ticket, as the team or as its customer; tells which message came of it. */
export const writeMessage = (asking: Asking, ticketId: string, written: Written): Promise<string> =>
  asking.caller.isCustomer ? writeAsCustomer(asking, ticketId, written) : writeAsTeam(asking, ticketId, written)

async function writeAsCustomer(
  { tx, caller }: Asking,
  ticketId: string,
  { kind, status, sendAt, cc, ...written }: Written,
) {
  if (kind === 'note' || status || sendAt || cc) throw new Refusal('not-allowed')
  refuseTooLong(written)
  await lockSeenTicket(tx, ticketId, caller)
  const text = await composeText(tx, written, caller.id)
  const added = await addCustomerMessage(tx, { ticketId, customerId: caller.id, text, channel: 'portal' })
  if (added.isFollowUp) await queueAcknowledgement(tx, added)
  return added.messageId
}

async function writeAsTeam({ platform, tx, caller }: Asking, ticketId: string, written: Written) {
  refuseReadOnly(platform, caller)
  const { kind, seen, sendAt, cc } = written
  // Before the ticket is locked, as a mail does that brings new people.
  const copies = cc && (await findCopies(tx, cc))
  const ticket = await lockForTeam(tx, ticketId, caller)
  const status = chosenStatus(ticket, written.status)
  if (seen !== undefined && (await hasNewerOfOthers(tx, ticketId, seen, caller.id))) throw new Refusal('somebody-wrote')
  if (sendAt && kind === 'note') throw new Refusal('invalid', { detail: 'Only a reply can be sent later' })

  const author = { type: 'agent', id: caller.id } as const
  const by = { actor: author }
  const text = await composeText(tx, written, caller.id)
  if (copies) await changeCopies(tx, ticket, copies, by)
  if (kind === 'reply') await refuseTooManyRecipients(tx, ticketId)
  await deleteDraft(tx, ticketId, caller.id)
  const message = { kind, author, channel: 'agent', text } as const
  if (sendAt && Date.parse(sendAt) > Date.now()) return holdReply(tx, ticket, message, { sendAt, statusAfter: status })

  if (kind === 'reply') return (await publishReply(tx, ticket, message, status)).messageId
  const { messageId, seq } = await addMessage(
    tx,
    ticket,
    message,
    solvedBy(ticket, takenUp(ticket, status), caller.id),
    by,
  )
  await upsertRead(tx, ticketId, caller.id, seq)
  return messageId
}
