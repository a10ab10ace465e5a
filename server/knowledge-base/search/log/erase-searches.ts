import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { normalQuery } from '#server/search/words/normal-query.ts'

/** Deletes the logged searches of customers that led to a ticket, in the hour before it was created. */
export const eraseSearchesBefore = (tx: WorkspaceTx, ticketCreatedAt: string) =>
  sql`delete from article_searches
    where workspace_id = ${tx.workspaceId} and asker <> 'team' and became_ticket
      and created_at between ${ticketCreatedAt}::timestamptz - interval '1 hour' and ${ticketCreatedAt}::timestamptz`.execute(
    tx,
  )

/** Deletes the logged searches that contain one of these texts. */
export async function eraseSearchesWith(tx: WorkspaceTx, texts: string[]) {
  const queries = texts.map(normalQuery).filter(Boolean)
  await sql`delete from article_searches s
    where s.workspace_id = ${tx.workspaceId}
      and exists (select from unnest(${queries}::text[]) as t(query) where strpos(s.query, t.query) > 0)`.execute(tx)
}
