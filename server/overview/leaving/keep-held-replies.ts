import { sql } from 'kysely'
import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { enqueue, type Job, job } from '#server/platform/jobs.ts'
import { keepUnsent } from '#server/tickets/conversation/replies/send-reply.ts'
import { lockIfExists } from '#server/tickets/ticket/find-ticket.ts'
import { findActiveMember } from '#server/workspace/team/find-members.ts'

const atOnce = 100
const OneMember = z.object({ memberId: Id })

/**
 * Queues a job that turns held and scheduled replies of a deactivated member into internal notes, so that no reply is
 * sent in the name of the member.
 */
export const keepHeldLater = (tx: WorkspaceTx, { with: { memberId } }: NewEvent<'member.deactivated'>) =>
  queue(tx, memberId)

export const keepHeldReplies: Job<typeof OneMember> = job('leaving.keep-held', OneMember, (one, { inWorkspace }) =>
  inWorkspace((tx) => keepHeld(tx, one.memberId)),
)

const queue = (tx: WorkspaceTx, memberId: string) =>
  enqueue(tx, keepHeldReplies, { memberId }, { key: `${keepHeldReplies.name}:${memberId}` })

async function keepHeld(tx: WorkspaceTx, memberId: string) {
  if (await findActiveMember(tx, memberId)) return
  const held = await listHeldOf(tx, memberId)
  let kept = 0
  for (const { id, ticketId } of held) {
    if (!(await lockIfExists(tx, ticketId))) continue
    await keepUnsent(tx, { id: ticketId, messageId: id })
    kept += 1
  }
  // Queues the next batch only if this one handled a reply, so that the job cannot repeat forever.
  if (held.length === atOnce && kept > 0) await queue(tx, memberId)
}

/** Lists unsent replies of a member, sorted by ticket, so that concurrent jobs lock the tickets in the same order. */
async function listHeldOf(tx: WorkspaceTx, memberId: string) {
  const { rows } = await sql<{ id: string; ticketId: string }>`
    select id, ticket_id from messages where workspace_id = ${tx.workspaceId} and member_id = ${memberId}
      and sent_at is null order by ticket_id, id limit ${atOnce}`.execute(tx)
  return rows
}
