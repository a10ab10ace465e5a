import type { BodyOf } from '#contract/endpoint.ts'
import type { createTicket as contract } from '#contract/tickets.ts'
import { type CleanText, composeText } from '#server/conversation/messages/compose-text.ts'
import { upsertRead } from '#server/conversation/queries/reads.ts'
import { findOrCreateCustomer } from '#server/customers/customer-accounts.ts'
import type { Customer, Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { actorOf, type Call } from '#server/tickets/caller.ts'
import { findCopies, refuseTooManyRecipients } from '#server/tickets/change-copies.ts'
import { refuseInactive } from '#server/tickets/change-ticket.ts'
import { openTicket } from './open-ticket.ts'

type Wanted = BodyOf<typeof contract> & { clean: CleanText }

/** Opens a ticket: a customer their own, the team one for a requester, who is mailed what it says. */
export function createTicket({ caller, ...call }: Call, wanted: Wanted): Promise<string> {
  return caller.kind === 'customer'
    ? createOwn({ ...call, caller }, wanted)
    : createForRequester({ ...call, caller }, wanted)
}

async function createOwn({ tx, caller }: Call<Customer>, { subject, clean, html, text, ...wanted }: Wanted) {
  const { attachments, ...ofTeam } = wanted
  if (Object.values(ofTeam).some((value) => value !== undefined)) throw new Refusal('not-allowed')
  const opening = await composeText(tx, clean, attachments, caller.id)
  const author = actorOf(caller)
  const asked = { subject, requesterId: caller.id, channel: 'portal', author, opening, isAcknowledged: true } as const
  return (await openTicket(tx, asked)).ticketId
}

async function createForRequester({ tx, caller }: Call<Member>, { clean, html, text, ...wanted }: Wanted) {
  const { requester, assignee, cc, attachments, ...fields } = wanted
  if (!requester) {
    const detail = 'Say who asks: the e-mail address of the requester'
    throw new Refusal('invalid', { detail, fields: { requester: detail } })
  }
  if (assignee) await refuseInactive(tx, assignee)
  const opening = await composeText(tx, clean, attachments, caller.id)
  const email = requester.email.trim().toLowerCase()
  const ccIds = await findCopies(tx, [email, ...(cc ?? [])])
  const { id: requesterId } = await findOrCreateCustomer(tx, { email, name: requester.name ?? '' })
  const opened = await openTicket(tx, {
    ...fields,
    ...(fields.tags && { tags: [...new Set(fields.tags)] }),
    ...{ requesterId, assigneeId: assignee ?? null, ccIds, opening, channel: 'agent' },
    author: actorOf(caller),
    isAcknowledged: false,
  })
  await refuseTooManyRecipients(tx, opened.ticketId)
  await upsertRead(tx, opened.ticketId, caller.id, 1)
  return opened.ticketId
}
