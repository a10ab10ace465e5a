import { isSame } from '#contract/is-same.ts'
import type { TicketChanges } from '#contract/tickets/changes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { inBatch } from '#server/platform/events/subscription.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addFollowers, refuseFollowers, removeFollowers } from '#server/tickets/followers/follow-ticket.ts'
import { restoreProblem, setProblem } from '#server/tickets/links/link-tickets.ts'
import { actorOf } from '#server/tickets/ticket/caller.ts'
import { changeLocked } from '#server/tickets/ticket/change-ticket.ts'
import { type LockedTicket, lockTickets, type TicketRow } from '#server/tickets/ticket/find-ticket.ts'
import { reindexTicket } from '#server/tickets/ticket/index-ticket.ts'
import type { RowChanges, TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { writeChanges } from '#server/tickets/ticket/update-ticket.ts'
import { findActiveMember } from '#server/workspace/team/find-members.ts'
import type { ChangedTicket } from './queries.ts'

type Actor = Pick<Member, 'kind' | 'id' | 'key'>

/** Changes one ticket of a bulk change. Returns the old values for the undo, or null if nothing changed. */
export async function changeTicketRow(
  tx: WorkspaceTx,
  locked: LockedTicket,
  { addFollowers: followers = [], problem, ...changes }: TicketChanges,
  { caller, cause = null }: { caller: Actor; cause?: string | null },
): Promise<ChangedTicket | null> {
  const { ticket } = locked
  await refuseFollowers(tx, ticket.id, followers)
  const by = { actor: actorOf(caller), cause }
  const changed = await changeLocked(tx, ticket, changes, caller, cause)
  const changedProblem = problem === undefined ? null : await setProblem(tx, changed, problem, by)
  const addedFollowers = await addFollowers(tx, ticket.id, [...new Set(followers)], by)
  return noteChange(tx, locked, { addedFollowers, problem: changedProblem })
}

/**
 * Changes columns of a ticket that a batch changes everywhere, even on tickets that are closed or in the trash. Returns
 * the old values for the undo, or null if nothing changed.
 */
export async function changeEverywhere(tx: WorkspaceTx, id: string, caller: Actor, changesOf: ChangesOf) {
  const [locked] = await lockTickets(tx, [id])
  if (!locked) throw new Refusal('ticket-not-found')
  const by = { actor: actorOf(caller), cause: inBatch }
  await writeChanges(tx, locked.ticket, changesOf(locked.ticket), by)
  return noteChange(tx, locked, { addedFollowers: [], problem: null })
}
type ChangesOf = (ticket: TicketState) => RowChanges

async function noteChange(
  tx: WorkspaceTx,
  { ticket, row }: LockedTicket,
  { addedFollowers, problem }: Pick<ChangedTicket, 'addedFollowers' | 'problem'>,
): Promise<ChangedTicket | null> {
  const [changed] = await lockTickets(tx, [ticket.id])
  const { revision } = changed!.ticket
  if (revision === ticket.revision && addedFollowers.length === 0 && !problem) return null
  return { rowBefore: pick(row, differingColumns(row, changed!.row)), revision, addedFollowers, problem }
}

/** Restores the values from before the bulk change. Refuses if the ticket was deleted or changed again. */
export async function restoreTicketRow(
  tx: WorkspaceTx,
  locked: LockedTicket | undefined,
  { rowBefore, revision, addedFollowers = [], problem = null }: UndoableTicket,
  caller: Actor,
) {
  if (locked?.ticket.revision !== revision)
    throw new Refusal('changed-meanwhile', { detail: 'The ticket was changed again meanwhile' })
  const restored = changesTo(rowBefore, locked.row)
  // If the former assignee left the team, the ticket becomes unassigned.
  if (restored.assigneeId && !(await findActiveMember(tx, restored.assigneeId))) restored.assigneeId = null
  const by = { actor: actorOf(caller), cause: 'undone' }
  const updated = await writeChanges(tx, locked.ticket, restored, by)
  if (updated.subject !== locked.ticket.subject) await reindexTicket(tx, updated)
  await removeFollowers(tx, updated.id, addedFollowers, by)
  if (problem) await restoreProblem(tx, updated, problem, by)
}

/** A change of a batch that an earlier version made has no followers and no problem. */
type UndoableTicket = Omit<ChangedTicket, 'addedFollowers' | 'problem'> &
  Partial<Pick<ChangedTicket, 'addedFollowers' | 'problem'>>

// Columns that an undo does not restore: computed columns, the change counter, and references to tickets that may be
// deleted.
const notRestored = ['revision', 'shelf', 'waiting_order', 'follow_up_of', 'merged_into']

const differingColumns = (row: TicketRow, other: TicketRow) =>
  Object.keys(row).filter((column) => !notRestored.includes(column) && !isSame(row[column], other[column]))

const pick = (row: TicketRow, columns: string[]): TicketRow =>
  Object.fromEntries(columns.map((column) => [column, row[column]]))

const changesTo = (before: TicketRow, row: TicketRow) =>
  Object.fromEntries(differingColumns(before, row).map((column) => [camelCased(column), before[column]])) as RowChanges

const camelCased = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
