import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findMemberNames } from '#server/team/find-members.ts'

const mostCounted = 10_000

/** How much waits for a member, for whoever deactivates them. */
export async function countWork(tx: WorkspaceTx, memberId: string) {
  if ((await findMemberNames(tx, [memberId])).size === 0) throw new Refusal('member-not-found')
  const { rows } = await sql<{ openTickets: number; heldReplies: number }>`select
    (select count(*)::int from (select from tickets where workspace_id = ${tx.workspaceId} and assignee_id = ${memberId}
      and status not in ('solved', 'closed') limit ${mostCounted}) t) as open_tickets,
    (select count(*)::int from (select from messages where workspace_id = ${tx.workspaceId} and member_id = ${memberId}
      and sent_at is null limit ${mostCounted}) m) as held_replies`.execute(tx)
  return rows[0]!
}
