import { aboutCustomer } from '#contract/events.ts'
import { moveUploads } from '#server/files/move-uploads.ts'
import { moveDeflections } from '#server/help/deflections/move-deflections.ts'
import { moveFeedback } from '#server/knowledge-base/feedback/move-feedback.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { moveMessages } from '#server/tickets/conversation/messages/move-messages.ts'
import { moveRequestsBack } from '#server/tickets/ticket/move-requests.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { moveMembershipsBack } from '#server/workspace/companies/move-memberships.ts'
import { renewMemberships } from '#server/workspace/companies/renew-memberships.ts'
import { listAddresses } from '#server/workspace/customers/customer-accounts.ts'
import { lockBoth, partAccounts } from '#server/workspace/customers/join-customers.ts'
import { refuseAddressesBy, showCustomer } from '#server/workspace/customers/write-customer.ts'
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
  await moveMembershipsBack(tx, move, moved.memberships)
  for (const customer of [move.from, move.into]) await renewMemberships(tx, customer, await listAddresses(tx, customer))
  const tickets = await moveRequestsBack(tx, move, moved.requests, moved.account.addresses[0])
  await moveMessages(tx, back, moved.messages)
  await moveFeedback(tx, back, moved.feedback)
  await moveDeflections(tx, back, moved.deflections)
  await moveUploads(tx, back, moved.uploads)
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
  return { ...(await showCustomer(tx, id)), left: { fields: changed, addresses, tickets } }
}
