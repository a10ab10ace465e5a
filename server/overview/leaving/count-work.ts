import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findMemberNames, listActiveColleagues } from '#server/workspace/team/find-members.ts'
import { countContent, listPlans, listReviewers } from './list-work.ts'

const mostCounted = 10_000

/** Counts the work of a member, for the admin who deactivates them. */
export async function countWork(tx: WorkspaceTx, memberId: string) {
  if ((await findMemberNames(tx, [memberId])).size === 0) throw new Refusal('member-not-found')
  const colleagues = await listActiveColleagues(tx, memberId)
  return {
    ...(await countTickets(tx, memberId)),
    ...(await countContent(tx, memberId, mostCounted)),
    reviewers: await listReviewers(tx, memberId, colleagues),
    plans: await listPlans(tx, memberId, mostCounted),
  }
}

async function countTickets(tx: WorkspaceTx, memberId: string) {
  const { rows } = await sql<{ openTickets: number; heldReplies: number }>`select
    (select count(*)::int from (select from tickets where workspace_id = ${tx.workspaceId} and assignee_id = ${memberId}
      and status not in ('solved', 'closed') limit ${mostCounted}) t) as open_tickets,
    (select count(*)::int from (select from messages where workspace_id = ${tx.workspaceId} and member_id = ${memberId}
      and sent_at is null limit ${mostCounted}) m) as held_replies`.execute(tx)
  return rows[0]!
}
