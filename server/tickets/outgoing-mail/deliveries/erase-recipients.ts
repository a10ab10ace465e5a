import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

type Erasure = { addresses: string[]; replacement: string }

/** Replaces the addresses of a person in all deliveries to them. Those that were not sent yet fail. */
export async function eraseRecipients(tx: WorkspaceTx, { addresses, replacement }: Erasure) {
  await sql`
    update outgoing_mails set reason = null, state = case when state in ('queued', 'retrying') then 'failed' else state end,
      recipient = ${replacement}
    where workspace_id = ${tx.workspaceId} and recipient = any(${addresses}::text[])`.execute(tx)
}
