import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Deletes the words of feedback that customers or these addresses gave. The ratings stay. */
export const eraseFeedback = (tx: WorkspaceTx, customerIds: string[], addresses: string[]) =>
  sql`update article_feedback set comment = '', searched = '', email = null
    where workspace_id = ${tx.workspaceId}
      and (customer_id = any(${customerIds}::uuid[]) or email = any(${addresses}::text[]))`.execute(tx)
