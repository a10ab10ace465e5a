import { z } from 'zod'
import { mostInBatch } from '#contract/bulk/batches.ts'
import { Id } from '#contract/endpoint.ts'
import { mostCountedInView } from '#contract/tickets/view-values.ts'
import { batchKind } from '#server/bulk/batches/batch-kind.ts'
import { showBatch } from '#server/bulk/batches/show-batches.ts'
import { startBatch } from '#server/bulk/batches/start-batch.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteTeam, lockForDeletion, restoreTeam } from '#server/tickets/teams/change-teams.ts'
import { countTicketsOf, listTeams } from '#server/tickets/teams/find-teams.ts'
import { lockTickets } from '#server/tickets/ticket/find-ticket.ts'
import { findViewsNaming } from '#server/tickets/views/show-views.ts'
import { changeEverywhere, restoreTicketRow } from './change-ticket-row.ts'
import { labelTicket, listIdsOfTeam } from './queries.ts'

/** Takes the tickets of a deleted team out of it. The undo restores the team. */
export const teamDeletion = batchKind({
  name: 'team-deletion',
  input: z.object({ teamId: Id, name: z.string() }),
  needs: [],
  label: labelTicket,
  change: ({ tx, caller }, id, { teamId }) =>
    changeEverywhere(tx, id, caller, (ticket) => (ticket.teamId === teamId ? { teamId: null } : {})),
  canUndo: () => true,
  async undo({ tx, caller }, id, before, { teamId }) {
    await restoreTeam(tx, teamId, caller)
    const [locked] = await lockTickets(tx, [id])
    await restoreTicketRow(tx, locked, before, caller)
  },
})

type TeamCall = { tx: WorkspaceTx; caller: Member }

export async function deleteTeamInBatch(call: TeamCall, id: string) {
  const { tx, caller } = call
  const { name } = await lockForDeletion(tx, id)
  const subjectIds = await listIdsOfTeam(tx, id, mostInBatch + 1)
  await deleteTeam(call, id, { hasTickets: subjectIds.length > 0 })
  if (subjectIds.length === 0) return { batch: null }
  const input = { teamId: id, name }
  return { batch: await showBatch(tx, await startBatch(tx, caller.id, { kind: teamDeletion, input, subjectIds })) }
}

export async function showTeamUse({ tx, caller }: TeamCall, id: string) {
  if (!(await listTeams(tx)).some((team) => team.id === id)) throw new Refusal('team-not-found')
  const count = await countTicketsOf(tx, id)
  const { shown, others } = await findViewsNaming({ tx, caller }, id)
  return {
    count: Math.min(count, mostCountedInView),
    isMore: count > mostCountedInView,
    views: shown,
    otherViews: others,
  }
}
