import type { BodyOf } from '#contract/endpoint.ts'
import { aboutCustomer } from '#contract/events.ts'
import { type mergeCustomer as contract, mostMovedTickets } from '#contract/overview/people.ts'
import { changeCustomValues } from '#server/fields/custom-fields/custom-values.ts'
import { showCustomer } from '#server/fields/profiles/customers.ts'
import { storeValues } from '#server/fields/profiles/values-of-profiles.ts'
import { moveUploads } from '#server/files/move-uploads.ts'
import { moveDeflections } from '#server/help/deflections/move-deflections.ts'
import { moveFeedback } from '#server/knowledge-base/feedback/move-feedback.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { moveMessages } from '#server/tickets/conversation/messages/move-messages.ts'
import { movePeopleOfMerges } from '#server/tickets/merging/move-people-of-merges.ts'
import { moveRequests } from '#server/tickets/ticket/move-requests.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { moveMemberships } from '#server/workspace/companies/move-memberships.ts'
import { listAddresses } from '#server/workspace/customers/customer-accounts.ts'
import {
  type CustomerFacts,
  type CustomerMove,
  joinAccounts,
  joinFacts,
  lockBoth,
} from '#server/workspace/customers/join-customers.ts'
import { refuseAddressesBy, refuseMergedOrErased } from '#server/workspace/customers/write-customer.ts'
import { countTicketsOf, insertMerge } from './queries.ts'

const mostPhones = 10
const mostTags = 50
const mostNotes = 10_000

/** Merges a customer into another one. Stores what the undo needs. */
export async function mergeCustomer(
  tx: WorkspaceTx,
  by: Member,
  from: string,
  { into, fields = {} }: BodyOf<typeof contract>,
) {
  if (from === into) throw new Refusal('customer-merge-into-itself')
  const move = { from, into }
  const { source, target } = await lockBoth(tx, move)
  if (source.mergedInto === into) return showCustomer(tx, from)
  refuseMergedOrErased(source)
  refuseMergedOrErased(target)
  if (source.blockedAt || target.blockedAt) throw new Refusal('merge-of-blocked')
  const before = { source: factsOf(source), target: factsOf(target) }
  const { customFields: given, ...chosen } = fields
  const joined = await joinFacts(tx, before, chosen)
  const values = { values: joined.customFields, given: given ?? {}, caller: by }
  const after = { ...joined, customFields: await changeCustomValues(tx, 'customer', values) }
  await refuseTooLarge(tx, from, after)

  const [primary] = await listAddresses(tx, from)
  if (primary) refuseAddressesBy(by)
  const account = await joinAccounts(tx, move, after)
  const memberships = await moveMemberships(tx, move)
  const requests = await moveRequests(tx, move, primary)
  const moved = {
    ...{ account, memberships, requests },
    ticketMerges: await movePeopleOfMerges(tx, move, requests),
    messages: await moveMessages(tx, move, null),
    feedback: await moveFeedback(tx, move, null),
    deflections: await moveDeflections(tx, move, null),
    uploads: await moveUploads(tx, move, null),
  }
  await storeValues(tx, 'customer', into, { before: before.target.customFields, after: after.customFields })
  await insertMerge(tx, {
    ...move,
    sourceBefore: before.source,
    targetBefore: before.target,
    targetAfter: after,
    moved,
  })
  await recordMerge(tx, by, move, { source, target: after })
  return showCustomer(tx, from)
}

const factsOf = ({
  blockedAt: _,
  mergedInto: __,
  erasedAt: ___,
  ...facts
}: Awaited<ReturnType<typeof lockBoth>>['source']) => facts

async function refuseTooLarge(tx: WorkspaceTx, from: string, { phones, tags, notes }: CustomerFacts) {
  const refuse = (detail: string) => {
    throw new Refusal('merge-too-large', { detail })
  }
  const both = 'Together, both customers have more than'
  if (phones.length > mostPhones) refuse(`${both} ${mostPhones} phone numbers. Remove phone numbers first.`)
  if (tags.length > mostTags) refuse(`${both} ${mostTags} tags. Remove tags first.`)
  if (notes.length > mostNotes) refuse('Together, the notes on both customers are too long. Shorten them first.')
  if ((await countTicketsOf(tx, from)) > mostMovedTickets)
    refuse(`A merge moves at most ${mostMovedTickets.toLocaleString('en')} tickets. Merge in the other direction.`)
}

async function recordMerge(
  tx: WorkspaceTx,
  by: Member,
  { from, into }: CustomerMove,
  { source, target }: Record<'source' | 'target', { name: string }>,
) {
  const about = { by: byMember(by), audience: 'team' } as const
  await record(tx, {
    ...about,
    type: 'customer-merge.set',
    subject: aboutCustomer(from),
    new: { id: into, name: target.name },
  })
  await record(tx, {
    ...about,
    type: 'merged-customer.added',
    subject: aboutCustomer(into),
    new: { id: from, name: source.name },
  })
  await recordAudit(tx, { action: 'customer.merged', by: sourceOf(by), subjectId: into, detail: { merged: from } })
}
