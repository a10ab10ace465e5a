import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { ProblemChange } from '#server/tickets/links/link-tickets.ts'
import type { TicketRow } from '#server/tickets/ticket/find-ticket.ts'
import { lockTickets } from '#server/tickets/ticket/find-ticket.ts'

/**
 * The data that an undo needs: the old values of the changed columns, the revision of the ticket after the change, who
 * follows it because of the change, and the problem before and after.
 */
export type ChangedTicket = {
  rowBefore: TicketRow
  revision: number
  addedFollowers: string[]
  problem: ProblemChange | null
}

export async function insertChange(tx: WorkspaceTx, memberId: string): Promise<string> {
  const { id } = await tx.insertInto('ticketChanges').values({ memberId }).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function insertChangedTickets(
  tx: WorkspaceTx,
  changeId: string,
  changed: (ChangedTicket & { ticketId: string })[],
) {
  if (changed.length === 0) return
  const rows = changed.map(({ rowBefore, problem, ...rest }) => ({
    ...{ changeId, ...rest, rowBefore: JSON.stringify(rowBefore) },
    problem: problem && JSON.stringify(problem),
  }))
  await tx.insertInto('changedTickets').values(rows).execute()
}

/**
 * Locks a bulk change that this member made within the last hour. `isJustUndone`: an undo began within the last minute.
 */
export const lockChange = (tx: WorkspaceTx, id: string, memberId: string) =>
  tx
    .selectFrom('ticketChanges')
    .select(['id', 'undoneAt', sql<boolean | null>`undone_at > now() - interval '1 minute'`.as('isJustUndone')])
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .where('createdAt', '>', sql<string>`now() - interval '1 hour'`)
    .forUpdate()
    .executeTakeFirst()

export const listChangedTickets = (tx: WorkspaceTx, changeId: string, limit: number) =>
  tx
    .selectFrom('changedTickets')
    .select(['ticketId', sql<TicketRow>`row_before`.as('rowBefore'), 'revision', 'addedFollowers'])
    .select(sql<ProblemChange | null>`problem`.as('problem'))
    .where('changeId', '=', changeId)
    .orderBy('ticketId')
    .limit(limit)
    .execute()

export async function deleteChangedTickets(tx: WorkspaceTx, changeId: string, ticketIds: string[]) {
  if (ticketIds.length === 0) return
  await tx
    .deleteFrom('changedTickets')
    .where('changeId', '=', changeId)
    .where(sql<boolean>`ticket_id = any(${ticketIds}::uuid[])`)
    .execute()
}

export const markUndone = (tx: WorkspaceTx, id: string) =>
  tx.updateTable('ticketChanges').set({ undoneAt: sql`now()` }).where('id', '=', id).execute()

/** Deletes bulk changes that are older than an hour. They can no longer be undone. */
export const deleteOldChanges = (tx: WorkspaceTx) =>
  tx.deleteFrom('ticketChanges').where('createdAt', '<', sql<string>`now() - interval '1 hour'`).execute()

export async function labelTicket(tx: WorkspaceTx, id: string): Promise<string> {
  const [locked] = await lockTickets(tx, [id])
  return locked ? `${locked.ticket.number} ${locked.ticket.subject}` : ''
}

/** Lists the tickets with a status, including those in spam and trash. */
export const listIdsOfStatus = (tx: WorkspaceTx, statusId: string, limit: number) =>
  listIdsWhere(tx, 'statusId', statusId, limit)

/** Lists the tickets of a team, including those in spam and trash. */
export const listIdsOfTeam = (tx: WorkspaceTx, teamId: string, limit: number) =>
  listIdsWhere(tx, 'teamId', teamId, limit)

async function listIdsWhere(tx: WorkspaceTx, column: 'statusId' | 'teamId', value: string, limit: number) {
  const rows = await tx
    .selectFrom('tickets')
    .select('id')
    .where(column, '=', value)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
