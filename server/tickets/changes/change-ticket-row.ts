import type { TicketChanges } from '#contract/tickets/changes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { actorOf } from '#server/tickets/ticket/caller.ts'
import { changeLocked } from '#server/tickets/ticket/change-ticket.ts'
import { reindexTicket } from '#server/tickets/ticket/index-ticket.ts'
import type { RowChanges } from '#server/tickets/ticket/ticket-state.ts'
import { writeChanges } from '#server/tickets/ticket/update-ticket.ts'
import type { ChangedTicket, LockedTicket, TicketRow } from './queries.ts'

type Actor = Pick<Member, 'kind' | 'id' | 'key'>

/** Changes one ticket of many and returns what its undo needs, or null if nothing changed. */
export async function changeTicketRow(
  tx: WorkspaceTx,
  { ticket, row }: LockedTicket,
  changes: TicketChanges,
  caller: Actor,
): Promise<ChangedTicket | null> {
  const { revision } = await changeLocked(tx, ticket, changes, caller)
  return revision === ticket.revision ? null : { rowBefore: row, revision }
}

/** Puts the ticket back as it was before the change. Refuses if anybody changed it since. */
export async function restoreTicketRow(
  tx: WorkspaceTx,
  locked: LockedTicket | undefined,
  { rowBefore, revision }: ChangedTicket,
  caller: Actor,
) {
  if (locked?.ticket.revision !== revision)
    throw new Refusal('changed-meanwhile', { detail: 'The ticket was changed again meanwhile' })
  const by = { actor: actorOf(caller), cause: 'undone' }
  const updated = await writeChanges(tx, locked.ticket, changesBetween(locked.row, rowBefore), by)
  if (updated.subject !== locked.ticket.subject) await reindexTicket(tx, updated)
}

/**
 * Columns that follow from others, that count changes, that name a ticket which may be deleted by now, or that hold words
 * of messages.
 */
const notRestored = new Set([
  'revision',
  'shelf',
  'waiting_order',
  'follow_up_of',
  'merged_into',
  'snippet',
  'public_snippet',
])

/** Values as the database wrote them, times to the microsecond. */
function changesBetween(row: TicketRow, before: TicketRow): RowChanges {
  const changed = Object.entries(before).filter(
    ([column, value]) => !notRestored.has(column) && JSON.stringify(value) !== JSON.stringify(row[column]),
  )
  return Object.fromEntries(changed.map(([column, value]) => [camelCased(column), value])) as RowChanges
}

const camelCased = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
