import { keysOf } from '#contract/keys-of.ts'
import type { MessageChanges } from '#contract/tickets/changes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addFollowers } from '#server/tickets/followers/follow-ticket.ts'
import { setProblemOf } from '#server/tickets/links/link-tickets.ts'
import { changesOfFields } from '#server/tickets/ticket/change-ticket.ts'
import type { RowChanges, Status, TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { listActiveMembers } from '#server/workspace/team/find-members.ts'

/**
 * Returns the changes of a held reply that are still possible when it is sent. The others are left out, because nobody
 * is there to correct them.
 */
export async function keptChanges(
  tx: WorkspaceTx,
  ticket: TicketState,
  { addFollowers: _, problem: _problem, addTags, removeTags, ...others }: MessageChanges,
  status: Status,
): Promise<RowChanges> {
  const parts: MessageChanges[] = [{ addTags, removeTags }, ...keysOf(others).map((key) => ({ [key]: others[key] }))]
  const kept: RowChanges = {}
  for (const part of parts)
    Object.assign(
      kept,
      await changesOfFields(tx, ticket, part, { caller: { kind: 'member' }, status }).catch(leaveOutRefused),
    )
  return kept
}

/** Adds those followers of a held reply who can still follow the ticket. */
export async function addKeptFollowers(tx: WorkspaceTx, ticketId: string, memberIds: string[], by: By) {
  const active = (await listActiveMembers(tx, memberIds)).map(({ id }) => id)
  await addFollowers(tx, ticketId, active, by).catch(leaveOutRefused)
}

/** Makes the ticket an incident of a problem if that is still possible. */
export const setKeptProblem = (tx: WorkspaceTx, ticketId: string, problemId: string | null, by: By) =>
  setProblemOf(tx, ticketId, problemId, by).catch(leaveOutRefused)

function leaveOutRefused(error: unknown) {
  if (!(error instanceof Refusal)) throw error
  return {}
}
