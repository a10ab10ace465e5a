import { sql } from 'kysely'
import { removeBytes } from '#server/files/remove-bytes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { PersonEraser } from '#server/workspace/customers/person-eraser.ts'

type Erasure = { ticketIds: string[]; addresses: string[]; eraser: PersonEraser }

/**
 * Deletes the sources and the personal data of the mails on tickets, and of those from these addresses. The rows stay,
 * so that the same mail is not accepted again. A mail that is not decided yet is left, because it is of a new customer.
 */
export async function eraseMails(tx: WorkspaceTx, { ticketIds, addresses, eraser }: Erasure) {
  const { rows } = await sql<{ id: string; decision: unknown }>`
    update inbound_mails set is_purged = true, subject = '', from_address = '', envelope_from = '', evidence = '[]',
      authentication = null, identity = null, network = null
    where workspace_id = ${tx.workspaceId} and state <> 'received'
      and (ticket_id = any(${ticketIds}::uuid[]) or from_address = any(${addresses}::text[]))
    returning id, decision`.execute(tx)
  for (const { id, decision } of rows) {
    const erased = decision === null ? null : JSON.stringify(eraser.json(decision))
    await tx.updateTable('inboundMails').set({ decision: erased }).where('id', '=', id).execute()
  }
  await removeBytes(tx, { mails: rows.map(({ id }) => id) })
}
