import { type Insertable, sql, type Updateable } from 'kysely'
import type { Document } from '#contract/writing/document.ts'
import { FailedPlan } from '#contract/writing/failed-plan.ts'
import type { ArticleTexts } from '#database/types.ts'
import { type ArticleText, hashOfAddress } from '#server/knowledge-base/articles/texts/article-text.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { isOther } from '#server/platform/versions/changed-fields.ts'
import { noteChanges } from '#server/search/following/note-changes.ts'
import type { Schedule } from '#server/writing/text-life/text-state.ts'

const columns = [
  ...(['articleId', 'language', 'status', 'title', 'slug', 'excerpt', 'metaTitle', 'metaDescription'] as const),
  ...(['socialFileId', 'words', 'revision', 'liveRevision', 'liveVersion', 'publishAt', 'unpublishAt'] as const),
  ...(['publishedAt', 'archivedTo', 'archivedPath', 'sentBy', 'reviewMailedAt', 'updatedAt'] as const),
] as const

const withDocument = [...columns, sql<Document>`document`.as('document')] as const

export const listTexts = (tx: WorkspaceTx, articleIds: string[]) =>
  articleIds.length === 0
    ? Promise.resolve([])
    : tx.selectFrom('articleTexts').select(columns).where('articleId', 'in', articleIds).orderBy('language').execute()
export type TextRow = Awaited<ReturnType<typeof listTexts>>[number]

export const findText = (tx: WorkspaceTx, articleId: string, language: string) =>
  tx
    .selectFrom('articleTexts')
    .select(withDocument)
    .where('articleId', '=', articleId)
    .where('language', '=', language)
    .executeTakeFirst()
export type TextState = NonNullable<Awaited<ReturnType<typeof findText>>>

export const listDraftRows = (tx: WorkspaceTx, articleIds: string[], language?: string) =>
  articleIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('articleTexts')
        .select(withDocument)
        .where('articleId', 'in', articleIds)
        .$if(language !== undefined, (query) => query.where('language', '=', language!))
        .orderBy('articleId')
        .orderBy('language')
        .execute()

export async function listNamesakes(
  tx: WorkspaceTx,
  { articleId, language, title }: { articleId: string; language: string; title: string },
): Promise<{ id: string; title: string }[]> {
  if (title.trim() === '') return []
  const { rows } = await sql<{ id: string; title: string }>`
    select a.id, t.title from article_texts t
    join articles a on a.workspace_id = t.workspace_id and a.id = t.article_id and a.trashed_at is null
      and not a.is_template
    where t.workspace_id = ${tx.workspaceId} and a.workspace_id = ${tx.workspaceId} and t.language = ${language}
      and t.status <> 'archived' and t.compared_title = lower(btrim(${title})) and a.id <> ${articleId}::uuid
    order by a.id limit 5`.execute(tx)
  return rows
}

export function insertText(tx: WorkspaceTx, text: Insertable<ArticleTexts>) {
  noteChanges(tx, 'article', [text.articleId])
  return tx.insertInto('articleTexts').values(text).execute()
}

export function updateText(
  tx: WorkspaceTx,
  { articleId, language }: Pick<TextRow, 'articleId' | 'language'>,
  changes: Updateable<ArticleTexts>,
) {
  noteChanges(tx, 'article', [articleId])
  return tx
    .updateTable('articleTexts')
    .set({ ...changes, updatedAt: new Date().toISOString() })
    .where('articleId', '=', articleId)
    .where('language', '=', language)
    .execute()
}

export async function updateSchedule(
  tx: WorkspaceTx,
  { articleId, language }: Pick<TextRow, 'articleId' | 'language'>,
  schedule: Schedule,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('articleTexts')
    .set({ ...schedule, updatedAt: new Date().toISOString() })
    .where('articleId', '=', articleId)
    .where('language', '=', language)
    .where(isOther(schedule))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) noteChanges(tx, 'article', [articleId])
  return numUpdatedRows > 0n
}

/** Sets the time of the review mail. `updatedAt` does not change. */
export const updateReviewMailed = (tx: WorkspaceTx, { articleId, language }: Pick<TextRow, 'articleId' | 'language'>) =>
  tx
    .updateTable('articleTexts')
    .set({ reviewMailedAt: new Date().toISOString() })
    .where('articleId', '=', articleId)
    .where('language', '=', language)
    .execute()

/** Lists slugs of other articles that begin with `slug`, in drafts and live texts. */
export async function listTakenSlugs(tx: WorkspaceTx, language: string, slug: string, own: string | null) {
  const begins = sql`slug collate "C" >= ${slug} and slug collate "C" < ${slug}::text || chr(1114111)`
  const { rows } = await sql<{ slug: string }>`
    select slug from article_texts
    where workspace_id = ${tx.workspaceId} and language = ${language} and ${begins}
      and article_id is distinct from ${own}::uuid
    union
    select slug from published_texts
    where workspace_id = ${tx.workspaceId} and language = ${language} and ${begins}
      and article_id is distinct from ${own}::uuid`.execute(tx)
  return new Set(rows.map((row) => row.slug))
}

export const keepRevision = async (
  tx: WorkspaceTx,
  key: { articleId: string; language: string; revision: number },
  text: ArticleText,
) => {
  await tx
    .insertInto('articleRevisions')
    .values({ ...key, text: JSON.stringify(text) })
    .execute()
  if (key.revision % thinnedEvery === 0) await thinRevisions(tx, key.articleId)
}

/** After this many saves, surplus revisions of the text are deleted. */
const thinnedEvery = 10
/** Up to this number, all revisions from the last 15 minutes are kept, so that a late save can be merged. */
const mostOfLate = 1000
// Of the revisions older than 15 minutes, only those among the newest 100 are kept. After the newest 20, only one per
// 30 seconds is kept.
const mostBefore = 100
const mostInARow = 20

export async function thinRevisions(tx: WorkspaceTx, onlyId?: string) {
  const which = onlyId
    ? sql`article_id = ${onlyId}`
    : sql`article_id in (select article_id from article_revisions where workspace_id = ${tx.workspaceId}
        group by article_id having count(*) > ${mostBefore})`
  await sql`
    delete from article_revisions r
    using (
      select article_id, language, revision, created_at > now() - interval '15 minutes' as is_of_late,
        row_number() over (partition by article_id, language order by revision desc) as place,
        row_number() over (partition by article_id, language, date_bin('30 seconds', created_at, '2000-01-01') order by revision) as of_moment
      from article_revisions where workspace_id = ${tx.workspaceId} and ${which}) k
    where r.workspace_id = ${tx.workspaceId} and r.article_id = k.article_id and r.language = k.language and r.revision = k.revision
      and (place > ${mostOfLate} or not is_of_late
        and (place > ${mostBefore} or place > ${mostInARow} and of_moment > 1))`.execute(tx)
}

/** Finds the newest stored text whose revision is at most `revision`. */
export const findRevision = async (tx: WorkspaceTx, articleId: string, language: string, revision: number) =>
  (
    await revisionsOf(tx, articleId, language)
      .where('revision', '<=', revision)
      .orderBy('revision', 'desc')
      .executeTakeFirst()
  )?.text

export const findExactRevision = async (tx: WorkspaceTx, articleId: string, language: string, revision: number) =>
  (await revisionsOf(tx, articleId, language).where('revision', '=', revision).executeTakeFirst())?.text

export const findNextRevision = async (tx: WorkspaceTx, articleId: string, language: string, after: number) =>
  (await revisionsOf(tx, articleId, language).where('revision', '>', after).orderBy('revision').executeTakeFirst())
    ?.text

const revisionsOf = (tx: WorkspaceTx, articleId: string, language: string) =>
  tx
    .selectFrom('articleRevisions')
    .select(sql<ArticleText>`text`.as('text'))
    .where('articleId', '=', articleId)
    .where('language', '=', language)
    .limit(1)

export type TextReference = { kind: 'article' | 'category' | 'file'; id: string }

type TextPlace = { articleId: string; language: string; isLive: boolean }

export async function writeReferences(
  tx: WorkspaceTx,
  place: TextPlace,
  { references, addresses }: { references: TextReference[]; addresses: string[] },
) {
  await Promise.all([writeInside(tx, place, references), writeAddresses(tx, place, addresses)])
}

async function writeInside(tx: WorkspaceTx, { articleId, language, isLive }: TextPlace, references: TextReference[]) {
  await tx
    .deleteFrom('articleReferences')
    .where('articleId', '=', articleId)
    .where('language', '=', language)
    .where('isLive', '=', isLive)
    .execute()
  if (references.length === 0) return
  const rows = references.map(({ kind, id }) => ({ articleId, language, isLive, kind, targetId: id }))
  await tx
    .insertInto('articleReferences')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function writeAddresses(tx: WorkspaceTx, { articleId, language, isLive }: TextPlace, addresses: string[]) {
  const rows = addresses.map((url) => ({ url, hash: hashOfAddress(url).toString('hex') }))
  await sql`
    with wanted as (select url, decode(hash, 'hex') as hash
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (url text, hash text)),
    gone as (delete from article_addresses a
      where a.workspace_id = ${tx.workspaceId} and a.article_id = ${articleId} and a.language = ${language}
        and a.is_live = ${isLive} and a.hash not in (select hash from wanted))
    insert into article_addresses (workspace_id, article_id, language, is_live, hash, url)
    select ${tx.workspaceId}::uuid, ${articleId}::uuid, ${language}, ${isLive}::boolean, hash, url from wanted
    on conflict do nothing`.execute(tx)
}

export const listBacklinkIds = async (tx: WorkspaceTx, articleId: string) =>
  (
    await tx
      .selectFrom('articleReferences')
      .select('articleId')
      .distinct()
      .where('kind', '=', 'article')
      .where('targetId', '=', articleId)
      .where('articleId', '<>', articleId)
      .limit(200)
      .execute()
  ).map((row) => row.articleId)

export async function listArticleFiles(tx: WorkspaceTx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.selectFrom('articleFiles').select('fileId').where('fileId', 'in', ids).execute()
  return rows.map(({ fileId }) => fileId)
}

export const insertArticleFile = (tx: WorkspaceTx, articleId: string, fileId: string) =>
  tx.insertInto('articleFiles').values({ articleId, fileId }).execute()

/** Finds another article file that stores the same bytes. */
export async function findSameFile(tx: WorkspaceTx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select f.id from files own
    join files f on f.workspace_id = ${tx.workspaceId} and f.hash = own.hash and f.id <> own.id and f.same_as is null
    join article_files a on a.workspace_id = ${tx.workspaceId} and a.file_id = f.id
    where own.workspace_id = ${tx.workspaceId} and own.id = ${id}
    order by f.created_at, f.id limit 1`.execute(tx)
  return rows[0]?.id
}

/** Gives files of deleted articles to articles that use the file or its bytes. Returns the unused files. */
export async function releaseArticleFiles(tx: WorkspaceTx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ fileId: string }>`
    with own as materialized (
      select file_id from article_files where workspace_id = ${tx.workspaceId} and article_id = any(${ids}::uuid[])),
    used as materialized (
      select r.target_id as file_id, r.article_id from article_references r
      where r.workspace_id = ${tx.workspaceId} and r.kind = 'file' and r.target_id in (select file_id from own)
      union all
      select t.social_file_id, t.article_id from article_texts t
      where t.workspace_id = ${tx.workspaceId} and t.social_file_id in (select file_id from own)
      union all
      select p.social_file_id, p.article_id from published_texts p
      where p.workspace_id = ${tx.workspaceId} and p.social_file_id in (select file_id from own)
      union all
      select f.file_id::uuid, v.article_id from article_versions v
      cross join lateral (
        select jsonb_path_query(v.text -> 'document', '$.**.file') #>> '{}' as file_id union all select v.text ->> 'socialImage') f
      where v.workspace_id = ${tx.workspaceId} and exists (select from own) and f.file_id in (select file_id::text from own)),
    by_others as materialized (select file_id, article_id from used where article_id <> all(${ids}::uuid[])),
    kept as (
      select file_id, article_id from by_others
      union all
      select f.same_as, coalesce(o.article_id, a.article_id) from files f
      join article_files a on a.workspace_id = ${tx.workspaceId} and a.file_id = f.id
      left join by_others o on o.file_id = f.id
      where f.workspace_id = ${tx.workspaceId} and f.same_as in (select file_id from own)
        and (o.article_id is not null or a.article_id <> all(${ids}::uuid[]))),
    given as (
      update article_files a set article_id = k.article_id
      from (select distinct on (file_id) file_id, article_id from kept order by file_id, article_id) k
      where a.workspace_id = ${tx.workspaceId} and a.file_id = k.file_id)
    select file_id from own where file_id not in (select file_id from kept)`.execute(tx)
  return rows.map(({ fileId }) => fileId)
}

/**
 * Finds the last failed schedule of a text. Returns null after a later schedule, publication, status change or move to
 * the trash.
 */
export async function findFailedPlan(tx: WorkspaceTx, articleId: string, language: string) {
  const { rows } = await sql<{ type: string; new: unknown }>`
    select type, new from history
    where workspace_id = ${tx.workspaceId} and subject_id = ${articleId} and subject_type = 'article'
      and (type = 'article.trashed' or new->>'language' = ${language}
        and type in ('article.plan-failed', 'article.planned', 'article.published', 'article.status-changed'))
    order by id desc limit 1`.execute(tx)
  const [last] = rows
  // Events of early releases have no `reason`. They do not match `FailedPlan`, so the result is null.
  return last?.type === 'article.plan-failed' ? (FailedPlan.safeParse(last.new).data ?? null) : null
}
