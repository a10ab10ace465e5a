import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { listMedia } from '#contract/content/media.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { Media } from '#database/types.ts'
import { findOwnOrder, inOrder } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Crop } from '#server/platform/pictures/crop.ts'
import { isOther } from '#server/platform/versions/changed-fields.ts'
import { holdsWords } from '#server/search/words/holds-words.ts'

export type AssetTexts = Record<string, { alt?: string; caption?: string }>

export type AssetRow = Omit<Selectable<Media>, 'crop' | 'texts' | 'updatedBy' | 'words' | 'workspaceId'> & {
  crop: Crop | null
  texts: AssetTexts
  useCount: number
  sortKey: string
}

export type UnmeasuredAsset = Pick<
  AssetRow,
  'id' | 'fileId' | 'mime' | 'hash' | 'width' | 'height' | 'revision' | 'crop'
>

export const listUnmeasured = (tx: WorkspaceTx, limit: number): Promise<UnmeasuredAsset[]> =>
  tx
    .selectFrom('media')
    .select(['id', 'fileId', 'mime', 'hash', 'width', 'height', 'revision', sql<Crop | null>`crop`.as('crop')])
    .where('thumbhash', 'is', null)
    .where('kind', '=', 'image')
    .where('trashedAt', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

export type MeasuredRow = UnmeasuredAsset & Pick<AssetRow, 'thumbhash' | 'palette'>

export async function writeMeasured(tx: WorkspaceTx, measured: MeasuredRow) {
  const { id, hash, revision, width, height, thumbhash, palette } = measured
  await tx
    .updateTable('media')
    .set({ thumbhash, palette, width, height })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('thumbhash', 'is', null)
    .execute()
  await tx
    .updateTable('mediaContents')
    .set({ width, height })
    .where('mediaId', '=', id)
    .where('hash', '=', hash)
    .execute()
}

const rowsWhere = async (tx: WorkspaceTx, conditions: RawBuilder<unknown>[], limit: number): Promise<AssetRow[]> =>
  (
    await sql<AssetRow>`
      select m.id, m.folder_id, m.file_id, m.name, m.mime, m.kind, m.bytes, m.hash, m.width, m.height, m.thumbhash,
        m.palette, m.title, m.credit, m.texts, m.tags, m.focus_x, m.focus_y, m.crop, m.is_public, m.revision, m.created_by, m.created_at, m.updated_at, m.trashed_at,
        m.created_at::text as sort_key,
        (select count(*)::int from media_uses u where u.workspace_id = ${tx.workspaceId} and u.media_id = m.id) as use_count
      from media m
      where m.workspace_id = ${tx.workspaceId} and ${sql.join(conditions, sql` and `)}
      order by m.created_at desc, m.id desc limit ${limit}`.execute(tx)
  ).rows

type AssetQuery = Omit<QueryOf<typeof listMedia>, 'folder' | 'cursor'> & {
  /** Null: assets without a folder. Undefined: all assets. */
  folders: string[] | null | undefined
  after: { key: string; id: string } | undefined
}

export const listRows = (tx: WorkspaceTx, asked: AssetQuery) => {
  const { q, folders, kind, tag, unused, withoutAlt, duplicated, minBytes, maxBytes, trashed, after, limit } = asked
  const conditions = [
    trashed ? sql`m.trashed_at is not null` : sql`m.trashed_at is null`,
    ...(folders === null ? [sql`m.folder_id is null`] : []),
    ...(folders ? [sql`m.folder_id = any(${folders}::uuid[])`] : []),
    ...(kind ? [sql`m.kind = any(${kind}::text[])`] : []),
    ...(tag ? [sql`m.tags @> ${[tag]}::text[]`] : []),
    ...(unused ? [isUnused(tx)] : []),
    ...(withoutAlt ? [lacksAlt] : []),
    ...(duplicated ? [isDuplicated(tx)] : []),
    ...(minBytes === undefined ? [] : [sql`m.bytes >= ${minBytes}`]),
    ...(maxBytes === undefined ? [] : [sql`m.bytes <= ${maxBytes}`]),
    ...holdsWords(sql`m.words`, q),
    ...(after ? [sql`(m.created_at, m.id) < (${after.key}::timestamptz, ${after.id}::uuid)`] : []),
  ]
  return rowsWhere(tx, conditions, limit)
}

const isUnused = (tx: WorkspaceTx) => sql`not exists (
  select from media_uses u where u.workspace_id = ${tx.workspaceId} and u.media_id = m.id)`
const isDuplicated = (tx: WorkspaceTx) => sql`exists (
  select from media o where o.workspace_id = ${tx.workspaceId} and o.hash = m.hash and o.id <> m.id and o.trashed_at is null)`
const lacksAlt = sql`m.kind = 'image' and not jsonb_path_exists(m.texts, '$.*.alt ? (@ != "")')`

export const findRow = async (tx: WorkspaceTx, id: string) => (await rowsWhere(tx, [sql`m.id = ${id}`], 1))[0]

export const findRows = (tx: WorkspaceTx, ids: string[]) =>
  ids.length === 0 ? Promise.resolve([]) : rowsWhere(tx, [sql`m.id = any(${ids}::uuid[])`], ids.length)

/** Locks rows in id order, so that concurrent changes cannot deadlock. */
export const lockRows = (tx: WorkspaceTx, ids: string[]) =>
  tx
    .selectFrom('media')
    .select(['id', 'revision', 'trashedAt', 'kind', 'hash', 'tags', 'focusX', 'focusY'])
    .select([sql<AssetTexts>`texts`.as('texts'), sql<Crop | null>`crop`.as('crop')])
    .where('id', 'in', ids)
    .orderBy('id')
    // A publication adds references to these rows and must not wait for this lock.
    .forNoKeyUpdate()
    .execute()
export type LockedRow = Awaited<ReturnType<typeof lockRows>>[number]

export const insertMedia = (tx: WorkspaceTx, asset: Insertable<Media>) =>
  tx.insertInto('media').values(asset).returning('id').executeTakeFirstOrThrow()

export async function updateMedia(
  tx: WorkspaceTx,
  ids: string[],
  by: string,
  changes: Updateable<Media>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({ ...changes, updatedBy: by, updatedAt: sql<string>`now()`, revision: sql<number>`revision + 1` })
    .where('id', 'in', ids)
    .where(isOther(changes))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const findUpload = (tx: WorkspaceTx, fileId: string) =>
  tx.selectFrom('files').select(['bytes', 'hash']).where('id', '=', fileId).executeTakeFirstOrThrow()

export const findSame = (tx: WorkspaceTx, hash: Buffer) =>
  tx
    .selectFrom('media')
    .select(['id', 'name'])
    .where('hash', '=', hash)
    .where('trashedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

type LibraryCounts = Record<'all' | 'unused' | 'withoutAlt' | 'duplicated' | 'trashed' | 'bytes', number>

export async function countMedia(tx: WorkspaceTx): Promise<LibraryCounts> {
  const { rows } = await sql<LibraryCounts>`
    select count(*) filter (where m.trashed_at is null)::int as all,
      count(*) filter (where m.trashed_at is null and ${isUnused(tx)})::int as unused,
      count(*) filter (where m.trashed_at is null and ${lacksAlt})::int as without_alt,
      count(*) filter (where m.trashed_at is null and ${isDuplicated(tx)})::int as duplicated,
      count(*) filter (where m.trashed_at is not null)::int as trashed,
      coalesce(sum(m.bytes), 0)::float8 as bytes
    from media m where m.workspace_id = ${tx.workspaceId}`.execute(tx)
  return rows[0]!
}

export async function listTags(tx: WorkspaceTx): Promise<string[]> {
  const order = await findOwnOrder(tx)
  const { rows } = await sql<{ tag: string }>`
    select tag from media m, unnest(m.tags) as tag
    where m.workspace_id = ${tx.workspaceId} and m.trashed_at is null
    group by tag order by count(*) desc, ${inOrder(sql`tag`, order)} limit 200`.execute(tx)
  return rows.map(({ tag }) => tag)
}

export const listLongTrashed = (tx: WorkspaceTx, days: number, limit: number) =>
  tx
    .selectFrom('media')
    .select('id')
    .where('trashedAt', '<', sql<string>`now() - make_interval(days => ${days})`)
    .orderBy('trashedAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export const deleteMediaRows = (tx: WorkspaceTx, ids: string[]) =>
  tx.deleteFrom('media').where('id', 'in', ids).execute()

export const listDelivered = (tx: WorkspaceTx, ids: string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('media')
        .select(['id', 'name', 'kind', 'mime', 'bytes', 'hash', 'width', 'height', 'title', 'credit', 'isPublic'])
        .select(['focusX', 'focusY', 'thumbhash', 'palette', sql<AssetTexts>`texts`.as('texts')])
        .select(sql<Crop | null>`crop`.as('crop'))
        .where('id', 'in', ids)
        .where('trashedAt', 'is', null)
        .execute()
