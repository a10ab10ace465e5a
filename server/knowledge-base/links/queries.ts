import { sql } from 'kysely'
import type { Document } from '#contract/writing/document.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type LinkTarget = {
  id: string
  title: string
  audience: 'public' | 'customers' | 'team'
  isTrashed: boolean
  isLive: boolean
  /** The text of the article, to find the section that a link points to. Null if no link points to a section. */
  document: Document | null
}

export async function listArticleTargets(tx: WorkspaceTx, ids: string[], sectioned: string[], language: string) {
  if (ids.length === 0) return []
  const { rows } = await sql<LinkTarget>`
    select a.id, coalesce(t.title, '') as title, a.audience, a.trashed_at is not null as is_trashed,
      p.article_id is not null as is_live, p.document
    from articles a
    join workspaces w on w.id = ${tx.workspaceId}
    left join article_texts t on t.workspace_id = ${tx.workspaceId} and t.article_id = a.id and t.language = w.languages[1]
    left join lateral (
      select l.article_id, case when l.article_id = any(${sectioned}::uuid[]) then l.document end as document
      from published_texts l
      where l.workspace_id = ${tx.workspaceId} and l.article_id = a.id
      order by l.language <> ${language}, l.first_published_at limit 1) p on true
    where a.workspace_id = ${tx.workspaceId} and a.id = any(${ids}::uuid[])`.execute(tx)
  return rows
}

export async function listCategoryTargets(tx: WorkspaceTx, ids: string[], language: string): Promise<LinkTarget[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LinkTarget>`
    select c.id, coalesce(c.texts -> ${language}::text ->> 'name', c.texts -> w.languages[1] ->> 'name', '') as title,
      c.audience, false as is_trashed, true as is_live, null::jsonb as document
    from categories c join workspaces w on w.id = ${tx.workspaceId}
    where c.workspace_id = ${tx.workspaceId} and c.id = any(${ids}::uuid[])`.execute(tx)
  return rows
}

/** Finds articles by their current or former slugs. Skips articles in the trash. */
export async function listArticlesOfSlugs(tx: WorkspaceTx, slugs: string[]) {
  const { rows } = await sql<{ slug: string; language: string; id: string }>`
    select s.slug, s.language, a.id
    from article_slugs s
    join articles a on a.workspace_id = ${tx.workspaceId} and a.id = s.article_id and a.trashed_at is null
    where s.workspace_id = ${tx.workspaceId} and s.slug = any(${slugs}::text[])`.execute(tx)
  return rows
}

export async function listIdsOfSlugs(tx: WorkspaceTx, slugs: string[]) {
  if (slugs.length === 0) return new Map<string, string>()
  const rows = await tx.selectFrom('articleSlugs').select(['slug', 'articleId']).where('slug', 'in', slugs).execute()
  return new Map(rows.map(({ slug, articleId }) => [slug, articleId]))
}
