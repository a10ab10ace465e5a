import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type Reader, seenBy, theTeam } from '#server/tickets/seen-by.ts'
import type { TicketState } from '#server/tickets/ticket-state.ts'

export const ticketColumns = [
  ...([
    'id',
    'number',
    'subject',
    'status',
    'priority',
    'type',
    'channel',
    'requesterId',
    'assigneeId',
    'tags',
  ] as const),
  ...([
    'customFields',
    'dueAt',
    'waitingSince',
    'firstRepliedAt',
    'solvedAt',
    'closedAt',
    'snoozedUntil',
    'spamAt',
  ] as const),
  ...([
    'trashedAt',
    'reopenCount',
    'followUpOf',
    'mergedInto',
    'lastMessageSeq',
    'lastCustomerSeq',
    'snippet',
  ] as const),
  ...(['publicSnippet', 'revision', 'createdAt', 'updatedAt'] as const),
] as const

export async function findTicket(tx: WorkspaceTx, id: string, reader: Reader) {
  const ticket = await tx
    .selectFrom('tickets')
    .select(ticketColumns)
    .where('id', '=', id)
    .where(seenBy(reader))
    .executeTakeFirst()
  return ticket as TicketState | undefined
}

/** Holds the ticket, so that two who write at once agree on the number and the status each leaves. */
export async function lockTicket(tx: WorkspaceTx, id: string, reader: Reader = theTeam) {
  const ticket = await tx
    .selectFrom('tickets')
    .select(ticketColumns)
    .where('id', '=', id)
    .where(seenBy(reader))
    .forUpdate()
    .executeTakeFirst()
  return ticket as TicketState | undefined
}

export const findIdByNumber = (tx: WorkspaceTx, number: number, reader: Reader = theTeam) =>
  tx.selectFrom('tickets').select('id').where('number', '=', number).where(seenBy(reader)).executeTakeFirst()

/** The next number of the workspace. Whoever takes one holds it until the end of the transaction, so none is lost. */
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

export type NewTicketRow = Pick<
  TicketState,
  'number' | 'subject' | 'status' | 'channel' | 'requesterId' | 'snippet' | 'publicSnippet'
> &
  Partial<
    Pick<TicketState, 'assigneeId' | 'priority' | 'type' | 'tags' | 'followUpOf' | 'lastMessageSeq' | 'lastCustomerSeq'>
  > & {
    customFields: string
    isWaiting: boolean
  }

export async function insertTicket(tx: WorkspaceTx, { isWaiting, ...ticket }: NewTicketRow) {
  const inserted = await tx
    .insertInto('tickets')
    .values({ ...ticket, waitingSince: isWaiting ? sql`now()` : null })
    .returning(ticketColumns)
    .executeTakeFirstOrThrow()
  return inserted as TicketState
}

export type RowChanges = Partial<
  Omit<TicketState, 'id' | 'number' | 'customFields' | 'revision' | 'createdAt' | 'updatedAt'>
>
/** As a time, PostgreSQL reads this word as the start of the transaction. */
export const now = 'now'

export async function updateTicketRow(tx: WorkspaceTx, id: string, changes: RowChanges) {
  // The clock and not the transaction's start, or a change that waited for the lock would be older than the one before.
  const updated = await tx
    .updateTable('tickets')
    .set({ ...changes, revision: sql`revision + 1`, updatedAt: sql`clock_timestamp()` })
    .where('id', '=', id)
    .returning(ticketColumns)
    .executeTakeFirstOrThrow()
  return updated as TicketState
}
