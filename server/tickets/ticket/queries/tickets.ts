import { type Insertable, type RawBuilder, sql } from 'kysely'
import { mostMerged } from '#contract/tickets/merging.ts'
import type { Tickets } from '#database/types.ts'
import { oncePerReading } from '#server/platform/database/definitions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { statement } from '#server/platform/fast-reads/statement.ts'
import { noteChanges, noteDeleted } from '#server/search/following/note-changes.ts'
import { changeableBy, forEachSide, type Reader, theTeam, visibleTo } from '#server/tickets/ticket/caller.ts'
import { type RowChanges, type TicketState, ticketColumns } from '#server/tickets/ticket/ticket-state.ts'

const visible = forEachSide((kind) =>
  statement<{ id: string }, { id: string; readerId: string | null }>(
    ({ workspaceId, id, readerId }) =>
      sql`select id from tickets where workspace_id = ${workspaceId} and id = ${id} and ${visibleTo({ id: readerId, kind }, workspaceId)}`,
  ),
)

const ofReader = (id: string, reader: Reader) => `${id} ${reader.kind} ${reader.id}`

export const isVisible = oncePerReading(
  async (tx, id: string, reader: Reader) => (await visible(reader)(tx, { id, readerId: reader.id })).length > 0,
  ofReader,
)

export const findTicket = (tx: WorkspaceTx, id: string, reader: Reader) =>
  tx
    .selectFrom('tickets')
    .select(ticketColumns)
    .$castTo<TicketState>()
    .where('id', '=', id)
    .where(visibleTo(reader, tx.workspaceId))
    .executeTakeFirst()

/** Locks the ticket, so that simultaneous writers do not use the same message number or an old status. */
export const lockTicket = (tx: WorkspaceTx, id: string, reader: Reader = theTeam) =>
  tx
    .selectFrom('tickets')
    .select(ticketColumns)
    .$castTo<TicketState>()
    .where('id', '=', id)
    .where(changeableBy(reader))
    .forUpdate()
    .executeTakeFirst()

/** A row of `tickets` as JSON from `to_jsonb`, with the column names of the database. */
export type TicketRow = Record<string, unknown>
export type LockedTicket = { ticket: TicketState; row: TicketRow }

/**
 * Locks tickets in the order of their ids, so that two calls cannot deadlock. `row` lacks the message snippets, so that
 * an undo does not restore text of a message that was redacted meanwhile.
 */
export async function lockTickets(tx: WorkspaceTx, ids: string[]): Promise<LockedTicket[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('tickets')
    .select(ticketColumns)
    .select(sql<TicketRow>`to_jsonb(tickets) - 'snippet' - 'public_snippet'`.as('row'))
    .$castTo<TicketState & { row: TicketRow }>()
    .where(sql<boolean>`tickets.id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ row, ...ticket }) => ({ ticket, row }))
}

const merged = forEachSide((kind) =>
  statement<{ id: string }, { id: string; readerId: string | null }>(
    ({ workspaceId, id, readerId }) => sql`
      with recursive merged as (
        select id, 1 as depth from tickets where workspace_id = ${workspaceId} and merged_into = ${id}
        union all
        select t.id, m.depth + 1 from merged m
          join tickets t on t.workspace_id = ${workspaceId} and t.merged_into = m.id
          where m.depth < ${sql.lit(mostMerged)})
      select id from tickets
      where workspace_id = ${workspaceId} and id in (select id from merged) and ${visibleTo({ id: readerId, kind }, workspaceId)}`,
  ),
)

/** Returns the tickets that were merged into a ticket, directly or through another one, as far as the reader sees them. */
export const listMergedIds = oncePerReading(
  async (tx, id: string, reader: Reader) =>
    (await merged(reader)(tx, { id, readerId: reader.id })).map((ticket) => ticket.id),
  ofReader,
)

/** Returns the SQL expression for the ticket that shows the conversation of a ticket: itself, or the one it was merged into. */
export const shownTicketId = (workspaceId: string, ticketId: RawBuilder<unknown>) => sql<string>`(
  with recursive path as (
    select id, merged_into, 0 as depth from tickets where workspace_id = ${workspaceId} and id = ${ticketId}
    union all
    select t.id, t.merged_into, p.depth + 1 from path p
      join tickets t on t.workspace_id = ${workspaceId} and t.id = p.merged_into
      where p.depth < ${sql.lit(mostMerged)})
  select id from path where merged_into is null)`

export const findIdByNumber = (tx: WorkspaceTx, number: number, reader: Reader = theTeam) =>
  tx
    .selectFrom('tickets')
    .select('id')
    .where('number', '=', number)
    .where(visibleTo(reader, tx.workspaceId))
    .executeTakeFirst()

/**
 * Returns the next ticket number. Locks the counter until the transaction ends, so that ticket numbers have no gaps.
 */
export async function takeNumber(tx: WorkspaceTx): Promise<number> {
  const { lastNumber } = await tx
    .insertInto('ticketNumbers')
    .values({ lastNumber: 1 })
    .onConflict((conflict) =>
      conflict.column('workspaceId').doUpdateSet({ lastNumber: sql`ticket_numbers.last_number + 1` }),
    )
    .returning('lastNumber')
    .executeTakeFirstOrThrow()
  return lastNumber
}

export type NewTicketRow = Omit<Insertable<Tickets>, 'waitingSince'> & { isWaiting: boolean }

export async function insertTicket(tx: WorkspaceTx, { isWaiting, ...ticket }: NewTicketRow) {
  const inserted = await tx
    .insertInto('tickets')
    .values({ ...ticket, waitingSince: isWaiting ? (ticket.createdAt ?? sql`now()`) : null })
    .returning(ticketColumns)
    .$castTo<TicketState>()
    .executeTakeFirstOrThrow()
  noteChanges(tx, 'ticket', [inserted.id])
  return inserted
}

/** Updates a ticket. `isPublic`: customers can see the change, so `publicUpdatedAt` changes too. */
export function updateTicketRow(
  tx: WorkspaceTx,
  ticket: TicketState,
  { customFields, ...changes }: RowChanges,
  isPublic: boolean,
): Promise<TicketState> {
  noteChanges(tx, 'ticket', [ticket.id])
  return tx
    .updateTable('tickets')
    .set({
      updatedAt: after(ticket.updatedAt),
      ...(isPublic && { publicUpdatedAt: after(ticket.publicUpdatedAt) }),
      ...changes,
      ...(customFields && { customFields: JSON.stringify(customFields) }),
      revision: ticket.revision + 1,
    })
    .where('id', '=', ticket.id)
    .returning(ticketColumns)
    .$castTo<TicketState>()
    .executeTakeFirstOrThrow()
}

export function raiseMessageSeq(tx: WorkspaceTx, id: string) {
  noteChanges(tx, 'ticket', [id])
  return tx
    .updateTable('tickets')
    .set({ lastMessageSeq: sql`last_message_seq + 1` })
    .where('id', '=', id)
    .returning('lastMessageSeq')
    .executeTakeFirstOrThrow()
}

// Returns the current time, but at least 1 ms after the last change. `now()` would be wrong: it is the start of the
// transaction, which can be before the last change.
const after = (lastChange: string) => new Date(Math.max(Date.now(), Date.parse(lastChange) + 1)).toISOString()

/** Deletes tickets and the references of other tickets to them. Foreign keys delete their messages. */
export async function deleteTicketRows(tx: WorkspaceTx, ids: string[]) {
  for (const column of ['followUpOf', 'mergedInto'] as const) {
    const parted = await tx
      .updateTable('tickets')
      .set({ [column]: null })
      .where(column, 'in', ids)
      .returning('id')
      .execute()
    noteChanges(tx, 'ticket', idsOf(parted))
  }
  const messages = await tx.selectFrom('messages').select('id').where('ticketId', 'in', ids).execute()
  noteDeleted(tx, 'message', idsOf(messages))
  noteDeleted(tx, 'ticket', ids)
  await tx.deleteFrom('tickets').where('id', 'in', ids).execute()
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
