import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** The source of a message goes with it to another ticket. */
export const moveMail = (tx: WorkspaceTx, messageId: string, ticketId: string) =>
  tx.updateTable('inboundMails').set({ ticketId }).where('messageId', '=', messageId).execute()

export const findMailSubject = (tx: WorkspaceTx, messageId: string) =>
  tx.selectFrom('inboundMails').select('subject').where('messageId', '=', messageId).limit(1).executeTakeFirst()

/**
 * Forgets where mails came from and what they were about, and tells whose sources are to be removed. The rows stay, by
 * which the same mail is known and not taken in again.
 */
export async function forgetMails(
  tx: WorkspaceTx,
  { messageIds = [], ticketIds = [] }: { messageIds?: string[]; ticketIds?: string[] },
) {
  const { rows } = await sql<{ id: string }>`
    update inbound_mails set is_purged = true, subject = '', from_address = '', envelope_from = '', evidence = '[]'
    where workspace_id = ${tx.workspaceId} and not is_purged and (message_id = any(${messageIds}::uuid[]) or ticket_id = any(${ticketIds}::uuid[]))
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
