import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type TicketState, ticketColumns } from '#server/tickets/ticket/ticket-state.ts'

const columns = sql.join(ticketColumns.map((name) => sql.ref(`tickets.${name}`)))
const batch = sql.lit(200)

/** Locks solved tickets that are due for closing. Skips tickets that another transaction has locked. */
export async function lockTicketsToClose(tx: WorkspaceTx, days: number) {
  const { rows } = await sql<TicketState>`
    select ${columns} from tickets
    where workspace_id = ${tx.workspaceId} and shelf = 'solved' and solved_at < now() - make_interval(days => ${days})
    order by solved_at limit ${batch} for update skip locked`.execute(tx)
  return rows
}

export async function lockTicketsToGiveUp(tx: WorkspaceTx, days: number) {
  const { rows } = await sql<TicketState>`
    select ${columns} from tickets
    where workspace_id = ${tx.workspaceId} and shelf = 'active' and status = 'pending' and updated_at < now() - make_interval(days => ${days})
    order by updated_at limit ${batch} for update skip locked`.execute(tx)
  return rows
}

export async function lockTicketsToPurge(tx: WorkspaceTx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tickets where workspace_id = ${tx.workspaceId} and trashed_at < now() - interval '30 days'
    order by trashed_at limit ${batch} for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

export const listFilesOfTickets = async (tx: WorkspaceTx, ticketIds: string[]): Promise<string[]> => {
  const { rows } = await sql<{ fileId: string }>`
    select a.file_id from messages m
    join attachments a on a.workspace_id = ${tx.workspaceId} and a.message_id = m.id
    where m.workspace_id = ${tx.workspaceId} and m.ticket_id = any(${ticketIds}::uuid[])
    union all
    select a.file_id from side_conversations s
    join side_messages m on m.workspace_id = ${tx.workspaceId} and m.side_conversation_id = s.id
    join side_attachments a on a.workspace_id = ${tx.workspaceId} and a.side_message_id = m.id
    where s.workspace_id = ${tx.workspaceId} and s.ticket_id = any(${ticketIds}::uuid[])`.execute(tx)
  return rows.map(({ fileId }) => fileId)
}
