import { type NotNull, type Selectable, sql } from 'kysely'
import type { MediaPreset } from '#contract/content/media-presets.ts'
import type { MediaContents } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Crop } from '#server/platform/pictures/crop.ts'
import { movingSeconds } from '#server/platform/pictures/picture-work.ts'
import type { MediaAddress } from './addresses.ts'
import type { EncodedPicture } from './apart/encode-variant.ts'

const mostTries = 3
const free = sql<string>`now()`
// A variant is reserved for one attempt until this time. The reservation lasts three times the encoding limit, because
// an attempt also reads and writes the bytes.
const busy = sql<string>`now() + make_interval(secs => ${sql.lit(3 * movingSeconds)})`

export type ServedMedia = Pick<Selectable<MediaContents>, 'fileId' | 'hash' | 'mime' | 'moves' | 'width'> & {
  focusX: number
  focusY: number
  crop: Crop | null
}

/**
 * Finds the content of an asset by its URL, unless the asset is in the trash. Row-level security shows visitors only
 * public assets. The crop applies only to the current content.
 */
export async function findServed(tx: WorkspaceTx, { id, hash }: MediaAddress): Promise<ServedMedia | undefined> {
  const { rows } = await sql<ServedMedia>`
    select c.file_id, c.hash, c.mime, c.moves, c.width, m.focus_x, m.focus_y,
      case when c.hash = m.hash then m.crop end as crop
    from media m
    join media_contents c on c.workspace_id = ${tx.workspaceId} and c.media_id = m.id
    where m.workspace_id = ${tx.workspaceId} and m.id = ${id} and m.trashed_at is null
      and ${hash ? sql`encode(c.hash, 'hex') like ${`${hash}%`}` : sql`c.hash = m.hash`}
    limit 1`.execute(tx)
  return rows[0]
}

export type Preset = Pick<MediaPreset, 'width' | 'height' | 'fit' | 'crop' | 'format' | 'quality'>

const ofPreset = ['width', 'height', 'fit', 'crop', 'format', 'quality'] as const

const everyPreset = (tx: WorkspaceTx) =>
  tx.selectFrom('mediaPresets').select(ofPreset).$narrowType<Pick<Preset, 'fit' | 'crop' | 'format'>>()

export const findPreset = (tx: WorkspaceTx, name: string): Promise<Preset | undefined> =>
  everyPreset(tx).where('name', '=', name).executeTakeFirst()

export const listPresets = (tx: WorkspaceTx): Promise<Preset[]> => everyPreset(tx).orderBy('id').execute()

export async function findRevision(tx: WorkspaceTx): Promise<string> {
  const space = await tx.selectFrom('contentSpaces').select('revision').executeTakeFirst()
  return String(space?.revision ?? 0)
}

export type VariantRef = { fileId: string; recipe: string }

export const findVariant = (tx: WorkspaceTx, { fileId, recipe }: VariantRef) =>
  tx
    .selectFrom('mediaVariants')
    .select([
      'id',
      'mime',
      sql<boolean>`busy_until > now()`.as('isBusy'),
      sql<boolean>`tries >= ${mostTries}`.as('isNone'),
    ])
    .where('fileId', '=', fileId)
    .where('recipe', '=', recipe)
    .executeTakeFirst()

export const listVariants = (tx: WorkspaceTx, fileId: string) =>
  tx
    .selectFrom('mediaVariants')
    .select(['id', 'recipe', 'mime'])
    .where('fileId', '=', fileId)
    .where('mime', 'is not', null)
    .$narrowType<{ mime: NotNull }>()
    .execute()

/**
 * Reserves a variant for creation in one atomic statement, so that only one process creates it. Returns undefined if
 * the file does not exist, if another process has the variant, or after too many attempts.
 */
export async function claimVariant(tx: WorkspaceTx, { fileId, recipe }: VariantRef): Promise<string | undefined> {
  const file = await tx.selectFrom('files').select('id').where('id', '=', fileId).forKeyShare().executeTakeFirst()
  if (!file) return undefined
  await tx
    .insertInto('mediaVariants')
    .values({ fileId, recipe, busyUntil: free })
    .onConflict((row) => row.doNothing())
    .execute()
  const claimed = await tx
    .updateTable('mediaVariants')
    .set({ tries: sql<number>`tries + 1`, busyUntil: busy })
    .where('fileId', '=', fileId)
    .where('recipe', '=', recipe)
    .where('mime', 'is', null)
    .where('tries', '<', mostTries)
    .where('busyUntil', '<=', free)
    .returning('id')
    .executeTakeFirst()
  return claimed?.id
}

/** Marks a variant as created. Returns false if the file was deleted meanwhile. */
export async function markMade(tx: WorkspaceTx, id: string, { mime, bytes }: EncodedPicture): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mediaVariants')
    .set({ mime, bytes: bytes.length, busyUntil: free })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const markFree = (tx: WorkspaceTx, id: string) =>
  tx.updateTable('mediaVariants').set({ busyUntil: free }).where('id', '=', id).execute()

export async function deleteOldest(tx: WorkspaceTx, fileId: string, kept: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from media_variants where workspace_id = ${tx.workspaceId} and file_id = ${fileId} and id in (
      select id from media_variants where workspace_id = ${tx.workspaceId} and file_id = ${fileId}
      order by created_at desc, id desc offset ${kept})
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export const countVariants = async (tx: WorkspaceTx, fileId: string) =>
  (
    await tx
      .selectFrom('mediaVariants')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('fileId', '=', fileId)
      .executeTakeFirstOrThrow()
  ).count

export async function deleteVariants(tx: WorkspaceTx, fileIds: string[]): Promise<string[]> {
  const rows = await tx.deleteFrom('mediaVariants').where('fileId', 'in', fileIds).returning('id').execute()
  return rows.map(({ id }) => id)
}
