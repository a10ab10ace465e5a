import { sql } from 'kysely'
import { z } from 'zod'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { enqueue, type Job, job } from '#server/platform/jobs.ts'
import { findActiveMember } from '#server/team/find-members.ts'
import { lockRemaining } from '#server/tickets/find-ticket.ts'
import { isSettled } from '#server/tickets/ticket-state.ts'
import { updateTicket } from '#server/tickets/update-ticket.ts'

const atOnce = 100

const HandOver = z.object({ memberId: z.uuid(), to: z.uuid().nullable(), by: z.uuid() })
type HandOver = z.output<typeof HandOver>

/** Queues what gives the open tickets of somebody who leaves to somebody else, or to nobody. */
export const handOverLater = (tx: WorkspaceTx, { by, with: { memberId, ticketsTo } }: NewEvent<'member.deactivated'>) =>
  queue(tx, { memberId, to: ticketsTo, by: by.actor.id! })

export const handOverTickets: Job<typeof HandOver> = job(
  'leaving.hand-over-tickets',
  HandOver,
  (wanted, { inWorkspace }) => inWorkspace((tx) => handOver(tx, wanted)),
)

const queue = (tx: WorkspaceTx, wanted: HandOver) =>
  enqueue(tx, handOverTickets, wanted, { key: `${handOverTickets.name}:${wanted.memberId}` })

/** A step of it. Nobody is mailed: it may be hundreds, and who takes them over has been asked. */
async function handOver(tx: WorkspaceTx, { memberId, to, by }: HandOver) {
  if (await findActiveMember(tx, memberId)) return
  const assigneeId = to && (await findActiveMember(tx, to)) ? to : null
  const ids = await listOpenTickets(tx, memberId, atOnce)
  let given = 0
  for (const id of ids) {
    const ticket = await lockRemaining(tx, id)
    if (ticket?.assigneeId !== memberId || isSettled(ticket.status)) continue
    const changes = { assigneeId, snoozedUntil: ticket.snoozedUntil }
    await updateTicket(tx, ticket, changes, { actor: { type: 'agent', id: by }, cause: 'member-deactivated' })
    given += 1
  }
  // A step that changes nothing is the last one, whatever it found.
  if (ids.length === atOnce && given > 0) await queue(tx, { memberId, to, by })
}

/** In the order of their ids, so that two who lock several wait for each other and never both. */
async function listOpenTickets(tx: WorkspaceTx, memberId: string, most: number) {
  const { rows } = await sql<{ id: string }>`
    select id from tickets where workspace_id = ${tx.workspaceId} and assignee_id = ${memberId}
      and status not in ('solved', 'closed') order by id limit ${most}`.execute(tx)
  return rows.map(({ id }) => id)
}
