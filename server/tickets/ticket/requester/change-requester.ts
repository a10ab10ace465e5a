import { aboutTicket } from '#contract/events.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { record } from '#server/platform/events/record.ts'
import { actorOf, type MemberCall } from '#server/tickets/ticket/caller.ts'
import { lockForTeam } from '#server/tickets/ticket/find-ticket.ts'
import { reindexTicket } from '#server/tickets/ticket/index-ticket.ts'
import { deleteCopy, findCustomerName } from '#server/tickets/ticket/queries/people.ts'
import { updateTicket } from '#server/tickets/ticket/update-ticket.ts'
import {
  findOrCreateCustomer,
  findPrimaryAddress,
  isUnknownSender,
} from '#server/workspace/customers/customer-accounts.ts'

type NewRequester = { email: string; name?: string | undefined }

/**
 * Gives a ticket to another customer. The former requester no longer sees it, and what they write about it is a stranger's.
 * What they have written stays theirs; only what stood for an unknown sender becomes the new requester's.
 */
export async function changeRequester({ tx, caller }: MemberCall, id: string, { email, name = '' }: NewRequester) {
  const ticket = await lockForTeam(tx, id, caller)
  const requester = await findOrCreateCustomer(tx, { email, name })
  if (requester.id === ticket.requesterId) return
  const by = { actor: actorOf(caller) }
  const former = { id: ticket.requesterId, name: await findCustomerName(tx, ticket.requesterId) }
  const formerAddress = (await findPrimaryAddress(tx, former.id))?.address ?? ''
  await deleteCopy(tx, id, requester.id)
  const updated = await updateTicket(tx, ticket, { requesterId: requester.id }, by)
  await record(tx, {
    type: 'requester.changed',
    subject: aboutTicket(id),
    by,
    audience: { customers: [former.id, requester.id] },
    old: former,
    new: { id: requester.id, name: requester.name || shownAddress(email) },
    with: { formerAddress, wasUnknown: isUnknownSender(formerAddress) },
  })
  await reindexTicket(tx, updated)
}
