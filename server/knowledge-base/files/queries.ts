import { sql } from 'kysely'
import type { Document } from '#contract/writing/document.ts'
import { shownEdge } from '#server/files/storage-keys.ts'
import { mayRead, type Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

type FileKind = 'picture' | 'file'
export type FileUse = { kind: FileKind; file: string }

export const findLive = (tx: WorkspaceTx, articleId: string, language: string) =>
  tx
    .selectFrom('publishedTexts')
    .select(['audience', 'socialFileId', sql<Document>`document`.as('document')])
    .where('articleId', '=', articleId)
    .where('language', '=', language)
    .executeTakeFirst()

export async function writeShown(
  tx: WorkspaceTx,
  { articleId, language, audience }: { articleId: string; language: string; audience: string },
  uses: FileUse[],
) {
  await tx.deleteFrom('publishedFiles').where('articleId', '=', articleId).where('language', '=', language).execute()
  await sql`
    insert into published_files
      (workspace_id, article_id, language, kind, file_id, stored_id, audience, width, height)
    select distinct ${tx.workspaceId}::uuid, ${articleId}::uuid, ${language}, u.kind, f.id, coalesce(f.same_as, f.id),
      ${audience}, m.width, m.height
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u (kind text, file uuid)
    join files f on f.workspace_id = ${tx.workspaceId} and f.id = u.file
    left join pictures m on m.workspace_id = ${tx.workspaceId} and m.file_id = coalesce(f.same_as, f.id)
      and m.edge = ${shownEdge} and u.kind = 'picture'`.execute(tx)
}

export async function followReachOfFiles(tx: WorkspaceTx, onlyId?: string) {
  const which = onlyId ? sql`and f.article_id = ${onlyId}` : sql``
  await sql`
    update published_files f set audience = p.audience from published_texts p
    where f.workspace_id = ${tx.workspaceId} and p.workspace_id = ${tx.workspaceId} and p.article_id = f.article_id
      and p.language = f.language and f.audience <> p.audience ${which}`.execute(tx)
}

/** Lists pictures without width and height, except unreadable pictures. */
export async function listUnmeasured(tx: WorkspaceTx, text?: { articleId: string; language: string }) {
  const of = text ? sql`and f.article_id = ${text.articleId} and f.language = ${text.language}` : sql``
  const { rows } = await sql<{ storedId: string }>`
    select distinct f.stored_id from published_files f
    left join pictures m on m.workspace_id = ${tx.workspaceId} and m.file_id = f.stored_id and m.edge = ${shownEdge}
    where f.workspace_id = ${tx.workspaceId} and f.kind = 'picture' and f.width is null ${of}
      and (m.file_id is null or m.mime is not null or m.tries < 3)
    limit 500`.execute(tx)
  return rows.map(({ storedId }) => storedId)
}

export async function listPicturesOf(
  tx: WorkspaceTx,
  { articleId, language }: { articleId: string; language: string },
) {
  const rows = await tx
    .selectFrom('publishedFiles')
    .select('storedId')
    .distinct()
    .where('articleId', '=', articleId)
    .where('language', '=', language)
    .where('kind', '=', 'picture')
    .orderBy('storedId')
    .execute()
  return rows.map(({ storedId }) => storedId)
}

/** Stores the width and height of a picture. Returns whether any published picture had no size before. */
export async function writeMeasures(tx: WorkspaceTx, storedId: string, measures: { width: number; height: number }) {
  const { numUpdatedRows } = await tx
    .updateTable('publishedFiles')
    .set(measures)
    .where('storedId', '=', storedId)
    .where('kind', '=', 'picture')
    .where('width', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const shown = ['fileId', 'kind', 'storedId', 'width', 'height'] as const

export const listShown = (tx: WorkspaceTx, reader: Reader, ids: string[]) =>
  tx
    .selectFrom('publishedFiles')
    .select(shown)
    .distinct()
    .where('fileId', 'in', ids)
    .where(mayRead(reader, 'published_files'))
    .execute()

/** Finds a file with these bytes that the reader can see. Names of other files with these bytes stay private. */
export const findShown = (tx: WorkspaceTx, reader: Reader, kind: FileKind, storedId: string) =>
  tx
    .selectFrom('publishedFiles')
    .select('fileId')
    .where('storedId', '=', storedId)
    .where('kind', '=', kind)
    .where(mayRead(reader, 'published_files'))
    .orderBy('fileId')
    .limit(1)
    .executeTakeFirst()

export const findTitle = async (tx: WorkspaceTx, reader: Reader, articleId: string, language: string) =>
  (
    await tx
      .selectFrom('publishedTexts')
      .select('title')
      .where('articleId', '=', articleId)
      .where('language', '=', language)
      .where(mayRead(reader, 'published_texts'))
      .executeTakeFirst()
  )?.title
