import type { BodyOf } from '#contract/endpoint.ts'
import type { createTicket as contract } from '#contract/tickets.ts'
import { findOrCreateCustomer } from '#server/customers/customer-accounts.ts'
import { queueAcknowledgement } from '#server/outgoing-mail/queue-acknowledgement.ts'
import { queueAnswer } from '#server/outgoing-mail/queue-answer.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findCopies, refuseTooManyRecipients } from './change-copies.ts'
import { refuseInactive } from './change-ticket.ts'
import { composeText } from './compose-text.ts'
import type { Asking } from './judge-message.ts'
import { openTicket } from './open-ticket.ts'
import { upsertRead } from './queries/reads.ts'
import { refuseReadOnly } from './refuse-read-only.ts'
import { refuseTooLong } from './refuse-too-long.ts'

type Wanted = BodyOf<typeof contract>

/** Opens a ticket: a customer their own, the team one for a requester, who is mailed what it says. */
export const createTicket = (asking: Asking, wanted: Wanted): Promise<string> =>
  asking.caller.isCustomer ? createOwn(asking, wanted) : createForRequester(asking, wanted)

async function createOwn({ tx, caller }: Asking, { subject, html, text, attachments, ...ofTeam }: Wanted) {
  if (Object.values(ofTeam).some((value) => value !== undefined)) throw new Refusal('not-allowed')
  refuseTooLong({ html, text })
  const opening = await composeText(tx, { html, text, attachments }, caller.id)
  const author = { type: 'customer', id: caller.id } as const
  const opened = await openTicket(tx, { subject, requesterId: caller.id, channel: 'portal', author, opening })
  await queueAcknowledgement(tx, opened)
  return opened.ticketId
}

async function createForRequester(
  asking: Asking,
  { requester, assignee, cc, html, text, attachments, ...fields }: Wanted,
) {
  const { platform, tx, caller } = asking
  refuseReadOnly(platform, caller)
  if (!requester) {
    const detail = 'Say who asks: the e-mail address of the requester'
    throw new Refusal('invalid', { detail, fields: { requester: detail } })
  }
  if (assignee) await refuseInactive(asking, assignee)
  const opening = await composeText(tx, { html, text, attachments }, caller.id)
  const email = requester.email.trim().toLowerCase()
  const ccIds = await findCopies(tx, [email, ...(cc ?? [])])
  const { id: requesterId } = await findOrCreateCustomer(tx, { email, name: requester.name ?? '' })
  const opened = await openTicket(tx, {
    ...fields,
    ...(fields.tags && { tags: [...new Set(fields.tags)] }),
    ...{ requesterId, assigneeId: assignee ?? null, ccIds, opening, channel: 'agent' },
    author: { type: 'agent', id: caller.id },
  })
  await refuseTooManyRecipients(tx, opened.ticketId)
  await upsertRead(tx, opened.ticketId, caller.id, 1)
  await queueAnswer(tx, opened)
  return opened.ticketId
}
