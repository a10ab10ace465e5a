import { sql } from 'kysely'
import { mostMovedTickets } from '#contract/overview/people.ts'
import { undoHours } from '#contract/workspace/customers.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { MovedRequests } from '#server/tickets/ticket/move-requests.ts'
import type { MovedMemberships } from '#server/workspace/companies/move-memberships.ts'
import type { CustomerFacts, CustomerMove, MovedAccount } from '#server/workspace/customers/join-customers.ts'

type Facts = Record<'sourceBefore' | 'targetBefore' | 'targetAfter', CustomerFacts>
type Moved = {
  account: MovedAccount
  memberships: MovedMemberships
  requests: MovedRequests
  messages: string[]
  feedback: string[]
  deflections: string[]
  uploads: string[]
}
type Merge = CustomerMove & Facts & { moved: Moved }

/** Counts the tickets of a customer, up to one more than a merge moves. */
export async function countTicketsOf(tx: WorkspaceTx, customerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from tickets where workspace_id = ${tx.workspaceId} and requester_id = ${customerId}
      limit ${mostMovedTickets + 1}) t`.execute(tx)
  return rows[0]!.count
}

export const insertMerge = (tx: WorkspaceTx, { from, into, ...values }: Merge) =>
  tx
    .insertInto('customerMerges')
    .values({
      customerId: from,
      intoId: into,
      sourceBefore: JSON.stringify(values.sourceBefore),
      targetBefore: JSON.stringify(values.targetBefore),
      targetAfter: JSON.stringify(values.targetAfter),
      moved: JSON.stringify(values.moved),
    })
    .execute()

/** Finds the merge of a customer while it can be undone. */
export async function findMerge(tx: WorkspaceTx, customerId: string) {
  const { rows } = await sql<Facts & { moved: Moved }>`
    select source_before, target_before, target_after, moved from customer_merges
    where workspace_id = ${tx.workspaceId} and customer_id = ${customerId}
      and merged_at > now() - make_interval(hours => ${undoHours})`.execute(tx)
  return rows[0]
}

export const deleteMerge = (tx: WorkspaceTx, customerId: string) =>
  tx.deleteFrom('customerMerges').where('customerId', '=', customerId).execute()

/** Deletes what an undo needs, after the time in which a merge can be undone. */
export async function deleteOldMerges(tx: WorkspaceTx) {
  await tx
    .deleteFrom('customerMerges')
    .where('mergedAt', '<', sql<string>`now() - make_interval(hours => ${undoHours})`)
    .execute()
}
