import { sql } from 'kysely'
import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { enqueue, type Job, job } from '#server/platform/jobs.ts'
import { lockIfExists } from '#server/tickets/ticket/find-ticket.ts'
import { isSettled } from '#server/tickets/ticket/ticket-state.ts'
import { updateTicket } from '#server/tickets/ticket/update-ticket.ts'
import { findActiveMember } from '#server/workspace/team/find-members.ts'
import { ContentTakers, handOverContentLater } from './hand-over-content.ts'
import { addHanded, HandedOver } from './mail-takers.ts'

const atOnce = 100

const HandOver = z.object({
  memberId: Id,
  to: Id.nullable(),
  by: Id,
  handed: HandedOver.default({}),
  /** The new owners of articles and entries, and the new reviewer. Jobs of older versions lack this field. */
  rest: ContentTakers.optional(),
})
type HandOver = z.output<typeof HandOver>

export function handOverLater(tx: WorkspaceTx, { by, with: leaver }: NewEvent<'member.deactivated'>) {
  const { memberId, ticketsTo: to, ...rest } = leaver
  // If the operator deactivated the member, there is no actor id. The hand-over is then recorded with the deactivated
  // member as actor.
  return queue(tx, { memberId, to, by: by.actor.id ?? memberId, handed: {}, rest })
}

export const handOverTickets: Job<typeof HandOver> = job(
  'leaving.hand-over-tickets',
  HandOver,
  (wanted, { inWorkspace }) => inWorkspace((tx) => handOver(tx, wanted)),
)

const queue = (tx: WorkspaceTx, wanted: HandOver) =>
  enqueue(tx, handOverTickets, wanted, { key: `${handOverTickets.name}:${wanted.memberId}` })

async function handOver(tx: WorkspaceTx, wanted: HandOver) {
  const { memberId, to, by } = wanted
  if (await findActiveMember(tx, memberId)) return handOverRest(tx, wanted)
  const assigneeId = to && (await findActiveMember(tx, to)) ? to : null
  const ids = await listOpenTickets(tx, memberId, atOnce)
  const given: string[] = []
  for (const id of ids) {
    const ticket = await lockIfExists(tx, id)
    if (ticket?.assigneeId !== memberId || isSettled(ticket.status)) continue
    const changes = { assigneeId, snoozedUntil: ticket.snoozedUntil }
    await updateTicket(tx, ticket, changes, { actor: { type: 'agent', id: by }, cause: 'member-deactivated' })
    given.push(id)
  }
  const next = { ...wanted, handed: assigneeId ? addHanded(wanted.handed, 'tickets', given) : wanted.handed }
  // Queues the next batch only if this one changed a ticket, so that the job cannot repeat forever.
  if (ids.length === atOnce && given.length > 0) return queue(tx, next)
  return handOverRest(tx, next)
}

const nobody: ContentTakers = { articlesTo: null, entriesTo: null, reviewsTo: null }

const handOverRest = (tx: WorkspaceTx, { memberId, to, by, handed, rest }: HandOver) =>
  handOverContentLater(tx, { memberId, by, handed, ticketsTo: to, ...(rest ?? nobody) })

/** Lists unsolved tickets of a member, sorted by id, so that concurrent jobs lock them in the same order. */
async function listOpenTickets(tx: WorkspaceTx, memberId: string, most: number) {
  const { rows } = await sql<{ id: string }>`
    select id from tickets where workspace_id = ${tx.workspaceId} and assignee_id = ${memberId}
      and status not in ('solved', 'closed') order by id limit ${most}`.execute(tx)
  return rows.map(({ id }) => id)
}
