import type { Client, PoolClient } from 'pg'
import type { DeliveryReason } from '#contract/delivery-reasons.ts'
import { Transaction, type WorkspaceTx } from '#server/platform/database.ts'
import { publishHeldMessage, wakeSnoozedTicket } from '#server/tickets/jobs.ts'
import { findMessage } from '#server/tickets/queries/messages.ts'
import { takeBack } from '#server/tickets/take-back.ts'
import { noOne } from '#server/tickets/ticket-state.ts'

// What was under way when a copy was made may have happened since then, in the place it was copied from. None of it
// is done again by itself: the team sees what became of it and decides.

type Copied = Extract<DeliveryReason, { code: 'restored' | 'imported' }>

/** Ends what was under way in a workspace; answers how many mails will not be sent. */
export async function settleCopy(client: Client, workspaceId: string, how: Copied): Promise<number> {
  await client.query("select set_config('app.workspace_id', $1, true)", [workspaceId])
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

/** A reply whose time is past may have gone out; it becomes the draft of its author again. */
async function takeBackDue(client: Client, workspaceId: string) {
  const tx = new Transaction(client as unknown as PoolClient, workspaceId) as WorkspaceTx
  const { rows } = await client.query<{ id: string; ticket_id: string }>(
    'select id, ticket_id from messages where workspace_id = $1 and seq is null and send_at <= now() order by id',
    [workspaceId],
  )
  for (const { id, ticket_id } of rows) {
    const held = await findMessage(tx, ticket_id, id)
    if (held) await takeBack(tx, held, { actor: noOne, cause: 'copied' })
  }
}

/** Jobs are in no copy: what is due at a time is queued anew. */
export async function queueTimers(client: Client, workspaceId: string) {
  await client.query("select set_config('app.workspace_id', $1, true)", [workspaceId])
  await client.query(
    `select jobs.enqueue($2, json_build_object('ticketId', ticket_id, 'messageId', id), send_at, 10, $2 || ':' || id, 0)
     from messages where workspace_id = $1 and seq is null`,
    [workspaceId, publishHeldMessage.name],
  )
  await client.query(
    `select jobs.enqueue($2, json_build_object('ticketId', id), snoozed_until, 10, $2 || ':' || id, 0)
     from tickets where workspace_id = $1 and snoozed_until is not null`,
    [workspaceId, wakeSnoozedTicket.name],
  )
}
