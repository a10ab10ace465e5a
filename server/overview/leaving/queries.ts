import { sql } from 'kysely'
import type { HandedKind } from '#contract/mails.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type Taker = { id: string; email: string; isAdmin: boolean; workspaceName: string; domain: string }

/** Finds the receiver of the mail about handed-over work. Undefined if inactive or if the mails are turned off. */
export async function findTaker(tx: WorkspaceTx, id: string): Promise<Taker | undefined> {
  const { rows } = await sql<Taker>`
    select m.id, m.email, m.role <> 'TeamUser' as is_admin, w.name as workspace_name, w.domain
    from members m join workspaces w on w.id = ${tx.workspaceId}
    where m.workspace_id = ${tx.workspaceId} and m.id = ${id} and m.status = 'active'
      and coalesce((m.notifications->>'handedOver')::boolean, true)`.execute(tx)
  return rows[0]
}

export async function listNamed(tx: WorkspaceTx, kind: HandedKind, ids: string[]) {
  const { rows } = await sql<{ id: string; title: string }>`
    ${named[kind](tx)} and x.id = any(${ids}::uuid[]) order by x.id`.execute(tx)
  return rows.map(({ id, title }) => ({ id, title: title || 'Untitled' }))
}

const namedTickets = (tx: WorkspaceTx) => sql`
  select x.id, '#' || x.number || ' ' || x.subject as title from tickets x where x.workspace_id = ${tx.workspaceId}`

const namedTexts = (table: 'articles' | 'content_entries', texts: 'article_texts' | 'content_texts', key: string) => {
  const place = (tx: WorkspaceTx) => sql`coalesce((select array_position(w.languages, t.language) from workspaces w
    where w.id = ${tx.workspaceId}), 1000)`
  return (tx: WorkspaceTx) => sql`
    select x.id, (select t.title from ${sql.table(texts)} t
      where t.workspace_id = ${tx.workspaceId} and ${sql.ref(`t.${key}`)} = x.id and t.title <> ''
      order by ${place(tx)}, t.language limit 1) as title
    from ${sql.table(table)} x where x.workspace_id = ${tx.workspaceId} and x.trashed_at is null`
}
const namedArticles = namedTexts('articles', 'article_texts', 'article_id')
const namedEntries = namedTexts('content_entries', 'content_texts', 'entry_id')

const named: Record<HandedKind, (tx: WorkspaceTx) => ReturnType<typeof namedTickets>> = {
  tickets: namedTickets,
  articles: namedArticles,
  entries: namedEntries,
  articleReviews: namedArticles,
  entryReviews: namedEntries,
}
