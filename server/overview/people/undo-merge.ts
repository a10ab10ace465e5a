import { aboutCustomer } from '#contract/events.ts'
import { isSameValue } from '#contract/is-same.ts'
import { changedCustomFields } from '#server/fields/custom-fields/index-values.ts'
import { showCustomer } from '#server/fields/profiles/customers.ts'
import { storeValues } from '#server/fields/profiles/values-of-profiles.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { moveUploads } from '#server/files/move-uploads.ts'
import { moveDeflections } from '#server/help/deflections/move-deflections.ts'
import { moveFeedback } from '#server/knowledge-base/feedback/move-feedback.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { moveMessages } from '#server/tickets/conversation/messages/move-messages.ts'
import { movePeopleOfMergesBack } from '#server/tickets/merging/move-people-of-merges.ts'
import { lockTickets } from '#server/tickets/ticket/find-ticket.ts'
import { reindexTicket } from '#server/tickets/ticket/index-ticket.ts'
import { moveRequestsBack } from '#server/tickets/ticket/move-requests.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { moveMembershipsBack } from '#server/workspace/companies/move-memberships.ts'
import { renewMemberships } from '#server/workspace/companies/renew-memberships.ts'
import { listAddresses } from '#server/workspace/customers/customer-accounts.ts'
import { lockBoth, partAccounts } from '#server/workspace/customers/join-customers.ts'
import { refuseAddressesBy } from '#server/workspace/customers/write-customer.ts'
import { deleteMerge, findMerge } from './queries.ts'

/** Undoes a merge. Rows that somebody changed since stay with the other customer, and the answer names them. */
export async function undoCustomerMerge(tx: WorkspaceTx, by: Member, id: string) {
  const { mergedInto } = await showCustomer(tx, id)
  if (!mergedInto) throw new Refusal('customer-not-merged')
  const move = { from: id, into: mergedInto.id }
  const { source, target } = await lockBoth(tx, move)
  if (source.mergedInto !== move.into) throw new Refusal('customer-not-merged')
  if (target.mergedInto)
    throw new Refusal('customer-merged', {
      detail: `${target.name || 'The other customer'} was merged into another customer. Undo that merge first.`,
    })
  const merge = await findMerge(tx, id)
  if (!merge) throw new Refusal('merge-not-undoable')

  const { moved } = merge
  if (moved.account.addresses.length > 0) refuseAddressesBy(by)
  const back = { from: move.into, into: move.from }
  const { changed, addresses } = await partAccounts(tx, move, { ...merge, moved: moved.account })
  const left = await restoreValues(tx, move.into, { ...merge, now: target.customFields })
  await moveMembershipsBack(tx, move, moved.memberships)
  for (const customer of [move.from, move.into]) await renewMemberships(tx, customer, await listAddresses(tx, customer))
  const { requests, unmerged } = await movePeopleOfMergesBack(tx, move, moved.ticketMerges ?? [], moved.requests)
  const tickets = await moveRequestsBack(tx, move, requests, moved.account.addresses[0])
  await moveMessages(tx, back, moved.messages)
  await moveFeedback(tx, back, moved.feedback)
  await moveDeflections(tx, back, moved.deflections)
  await moveUploads(tx, back, moved.uploads)
  for (const { ticket } of await lockTickets(tx, unmerged)) await reindexTicket(tx, ticket)
  await deleteMerge(tx, id)

  const about = { by: byMember(by), audience: 'team' } as const
  const named = { id: move.into, name: target.name }
  await record(tx, { ...about, type: 'customer-merge.ended', subject: aboutCustomer(id), new: named })
  await record(tx, {
    ...about,
    type: 'merged-customer.removed',
    subject: aboutCustomer(move.into),
    new: { id, name: source.name },
  })
  await recordAudit(tx, { action: 'customer.unmerged', by: sourceOf(by), subjectId: move.into, detail: { merged: id } })
  return { ...(await showCustomer(tx, id)), left: { fields: [...changed, ...left], addresses, tickets } }
}

type MergedValues = Pick<NonNullable<Awaited<ReturnType<typeof findMerge>>>, 'targetBefore' | 'targetAfter'> & {
  now: Values
}

/** Restores the values of custom fields that nobody changed since the merge. Returns the names of the others. */
async function restoreValues(tx: WorkspaceTx, id: string, { targetBefore, targetAfter, now }: MergedValues) {
  // Merges of earlier versions have no custom fields.
  const [before, after] = [targetBefore.customFields ?? {}, targetAfter.customFields ?? {}]
  const fields = await changedCustomFields(tx, 'customer', { before, after })
  const [left, restored] = [
    fields.filter((field) => !isSameValue(now[field.id], after[field.id])),
    fields.filter((field) => isSameValue(now[field.id], after[field.id])),
  ]
  const { ...values } = now
  for (const field of restored) {
    if (before[field.id] === undefined) delete values[field.id]
    else values[field.id] = before[field.id]
  }
  await storeValues(tx, 'customer', id, { before: now, after: values })
  return left.map(({ key }) => `customFields.${key}`)
}
