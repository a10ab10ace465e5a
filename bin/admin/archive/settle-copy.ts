import type { Client } from 'pg'
import { systemActor } from '#contract/events.ts'
import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import { wakeSnoozedTicket } from '#server/operations/upkeep/wake-ticket.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { WorkspaceTx } from '#server/platform/database.ts'
import { findMessage } from '#server/tickets/conversation/queries/messages.ts'
import { returnToDraft, sendHeldMessage } from '#server/tickets/conversation/replies/send-reply.ts'

// A copy is a workspace that was restored or imported. The original workspace may have done the pending work already,
// such as sending queued mails. So the copy stops this work, and the team decides.

type Copied = Extract<DeliveryReason, { code: 'restored' | 'imported' }>

export async function settleCopy(client: Client, workspaceId: string, how: Copied): Promise<number> {
  await client.query('select wall_into($1)', [workspaceId])
  const unsent = await client.query(
    `update outgoing_mails set state = 'failed', reason = $2, next_try_at = null
     where workspace_id = $1 and state in ('queued', 'retrying')`,
    [workspaceId, how],
  )
  await client.query(
    `update inbound_mails set state = 'suspended', decision = $2 where workspace_id = $1 and state = 'received'`,
    [workspaceId, how],
  )
  await takeBackDue(client, workspaceId)
  return unsent.rowCount ?? 0
}

/** Turns scheduled replies that are due back into drafts, because the original workspace may have sent them already. */
async function takeBackDue(client: Client, workspaceId: string) {
  const tx = new WorkspaceTx(client, quiet, workspaceId)
  const { rows } = await client.query<{ id: string; ticket_id: string }>(
    'select id, ticket_id from messages where workspace_id = $1 and sent_at is null and send_at <= now() order by id',
    [workspaceId],
  )
  for (const { id, ticket_id } of rows) {
    const held = await findMessage(tx, ticket_id, id)
    if (held) await returnToDraft(tx, held, { actor: systemActor, cause: 'copied' })
  }
}

/** A database without event listeners, so that `takeBackDue` causes no mails and no other changes. */
const quiet: Pick<Database, 'subscriptions'> = { subscriptions: [] }

type Timer = { task: string; payload: object; at: string; id: string }

/**
 * Queues the timed jobs of a workspace (scheduled replies and snoozed tickets), because an archive contains no jobs.
 */
export async function queueTimers(client: Client, workspaceId: string) {
  await client.query('select wall_into($1)', [workspaceId])
  for (const { task, payload, at, id } of await listTimers(client, workspaceId))
    await client.query('select jobs.enqueue($1, $2::json, $3::timestamptz, 10, $4, 0)', [
      task,
      JSON.stringify(payload),
      at,
      `${task}:${id}`,
    ])
}

async function listTimers(client: Client, workspaceId: string): Promise<Timer[]> {
  const held = await client.query<{ id: string; ticket_id: string; at: string }>(
    'select id, ticket_id, send_at::text as at from messages where workspace_id = $1 and sent_at is null',
    [workspaceId],
  )
  const snoozed = await client.query<{ id: string; at: string }>(
    'select id, snoozed_until::text as at from tickets where workspace_id = $1 and snoozed_until is not null',
    [workspaceId],
  )
  return [
    ...held.rows.map(({ id, ticket_id, at }) => {
      const payload = { ticketId: ticket_id, messageId: id }
      return { task: sendHeldMessage.name, payload, at, id }
    }),
    ...snoozed.rows.map(({ id, at }) => ({ task: wakeSnoozedTicket.name, payload: { ticketId: id }, at, id })),
  ]
}
