import { type Insertable, sql, type Updateable } from 'kysely'
import { mostCountedInView } from '#contract/tickets/view-values.ts'
import type { Teams } from '#database/types.ts'
import { cacheDefinition } from '#server/platform/database/definitions.ts'
import { findOwnOrder, inOrder } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const columns = ['id', 'name', 'color', 'address'] as const

const teams = (tx: WorkspaceTx) =>
  tx
    .selectFrom('teams')
    .select(columns)
    .select(
      sql<string[]>`array(select m.member_id from team_members m
        where m.workspace_id = ${tx.workspaceId} and m.team_id = teams.id order by m.member_id)`.as('members'),
    )
export type TeamRow = Awaited<ReturnType<typeof listTeamRows>>[number]

export const listTeamRows = cacheDefinition(async (tx) =>
  teams(tx)
    .where('deletedAt', 'is', null)
    .orderBy(inOrder(sql`name`, await findOwnOrder(tx)))
    .orderBy('id')
    .execute(),
)

/** Locks the teams of the workspace against other changes, so that two admins cannot exceed the limit. */
export const holdTeams = (tx: WorkspaceTx) =>
  tx.selectFrom('workspaces').select('id').where('id', '=', tx.workspaceId).forNoKeyUpdate().execute()

/** Finds a team that is not deleted, and keeps it from being deleted until the transaction ends. */
export const holdTeamRow = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('teams')
    .select(columns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst()

/** Locks a team for its deletion. Waits for transactions that are setting it. */
export const lockTeamRow = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('teams')
    .select(columns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const findDeletedTeam = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('teams').select(columns).where('id', '=', id).where('deletedAt', 'is not', null).executeTakeFirst()

export const findTeamWithAddress = (tx: WorkspaceTx, address: string) =>
  tx.selectFrom('teams').select('id').where('address', '=', address).where('deletedAt', 'is', null).executeTakeFirst()

/** Returns the names of teams, including deleted ones. */
export const listNameRows = (tx: WorkspaceTx, ids: string[]) =>
  tx.selectFrom('teams').select(['id', 'name']).where('id', 'in', ids).execute()

export async function insertTeam(tx: WorkspaceTx, team: Insertable<Teams>): Promise<string> {
  const { id } = await tx.insertInto('teams').values(team).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateTeam = (tx: WorkspaceTx, id: string, changes: Updateable<Teams>) =>
  tx.updateTable('teams').set(changes).where('id', '=', id).execute()

export const deleteTeamRow = (tx: WorkspaceTx, id: string) => tx.deleteFrom('teams').where('id', '=', id).execute()

/** Deletes teams that were deleted more than 30 days ago, when the batches that could restore them are gone. */
export const forgetDeletedTeams = (tx: WorkspaceTx) =>
  tx
    .deleteFrom('teams')
    .where('deletedAt', '<', sql<string>`now() - interval '30 days'`)
    .where(
      sql<boolean>`not exists (select from tickets t
        where t.workspace_id = ${tx.workspaceId} and t.team_id = teams.id)`,
    )
    .execute()

export async function replaceMembers(tx: WorkspaceTx, teamId: string, memberIds: string[]) {
  await tx.deleteFrom('teamMembers').where('teamId', '=', teamId).execute()
  if (memberIds.length === 0) return
  await tx
    .insertInto('teamMembers')
    .values(memberIds.map((memberId) => ({ teamId, memberId })))
    .execute()
}

/** Takes a member out of all teams. Returns whether the member was in any. */
export async function deleteMemberships(tx: WorkspaceTx, memberId: string): Promise<boolean> {
  const left = await tx.deleteFrom('teamMembers').where('memberId', '=', memberId).returning('teamId').execute()
  return left.length > 0
}

/** Counts the tickets of a team outside spam and trash, up to one more than `mostCountedInView`. */
export async function countTicketsOfTeam(tx: WorkspaceTx, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from tickets where workspace_id = ${tx.workspaceId} and team_id = ${id} and shelf <> 'spam' and shelf <> 'trash'
      limit ${sql.lit(mostCountedInView + 1)}) t`.execute(tx)
  return rows[0]!.count
}
