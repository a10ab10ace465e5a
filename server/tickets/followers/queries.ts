import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Lists the followers who are active members, in the order in which they began to follow. */
export const listFollowerIds = async (tx: WorkspaceTx, ticketId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('ticketFollowers')
    .innerJoin('members', 'members.id', 'ticketFollowers.memberId')
    .select('ticketFollowers.memberId')
    .where('ticketFollowers.ticketId', '=', ticketId)
    .where('members.status', '=', 'active')
    .orderBy('ticketFollowers.followedAt')
    .orderBy('ticketFollowers.memberId')
    .execute()
  return rows.map(({ memberId }) => memberId)
}

export async function countOtherFollowers(tx: WorkspaceTx, ticketId: string, memberIds: string[]): Promise<number> {
  const { count } = await tx
    .selectFrom('ticketFollowers')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ticketId', '=', ticketId)
    .where('memberId', 'not in', memberIds)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the ids of those who did not follow the ticket before. */
export async function insertFollowers(tx: WorkspaceTx, ticketId: string, memberIds: string[]): Promise<string[]> {
  if (memberIds.length === 0) return []
  const rows = await tx
    .insertInto('ticketFollowers')
    .values(memberIds.map((memberId) => ({ ticketId, memberId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('memberId')
    .execute()
  return rows.map(({ memberId }) => memberId)
}

/** Returns the ids of those who followed the ticket. */
export async function deleteFollowers(tx: WorkspaceTx, ticketId: string, memberIds: string[]): Promise<string[]> {
  if (memberIds.length === 0) return []
  const rows = await tx
    .deleteFrom('ticketFollowers')
    .where('ticketId', '=', ticketId)
    .where('memberId', 'in', memberIds)
    .returning('memberId')
    .execute()
  return rows.map(({ memberId }) => memberId)
}
