import type { listMedia as contract, showMedia } from '#contract/content/media.ts'
import type { AnswerOf, QueryOf } from '#contract/endpoint.ts'
import { listIdsWithin } from '#server/content/media/folders/folders.ts'
import { type AssetRow, countMedia, findRow, listRows, listTags } from '#server/content/media/queries/media.ts'
import { inLanguages } from '#server/content/media/uses/uses.ts'
import { addressesOf } from '#server/content/media-delivery/addresses.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import { storedBytes } from '#server/files/uploads/upload-files.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readCursor, writeCursor } from '#server/search/words/cursor.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'

export async function listAssets(call: MediaCall, { limit, cursor, folder, ...asked }: QueryOf<typeof contract>) {
  const folders = folder === undefined ? undefined : folder === 'none' ? null : await listIdsWithin(call.tx, folder)
  const after = readCursor(cursor)
  const found = await listRows(call.tx, { ...asked, folders, after, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return {
    items: await shapeAssets(call, shown),
    next: last ? writeCursor({ key: last.sortKey, id: last.id }) : null,
  }
}

export async function showAsset(call: MediaCall, id: string): Promise<Asset> {
  const row = await findRow(call.tx, id)
  if (!row) throw new Refusal('media-not-found')
  const [asset] = await shapeAssets(call, [row])
  return asset!
}

export const showReport = async ({ tx, platform }: Pick<MediaCall, 'tx' | 'platform'>) => ({
  ...(await countMedia(tx)),
  stored: await storedBytes(tx),
  quota: platform.settings.mostStoredBytes,
  tags: await listTags(tx),
  languages: await findLanguages(tx),
})

export type MediaCall = { tx: WorkspaceTx; caller: Member; platform: Platform; ifMatch?: string | undefined }
export type Asset = AnswerOf<typeof showMedia>

async function shapeAssets({ tx, caller, platform }: MediaCall, rows: AssetRow[]): Promise<Asset[]> {
  const names = await findMemberNames(
    tx,
    rows.map(({ createdBy }) => createdBy),
  )
  const { workspaceId } = caller
  return rows.map((row) => ({
    ...shape(row, names),
    ...addressesOf(platform, caller, row),
    thumbnail:
      row.kind === 'image' ? signFileUrl(platform, { workspaceId, fileId: row.fileId, use: 'thumbnail' }) : null,
    download: signFileUrl(platform, { workspaceId, fileId: row.fileId, use: 'download' }),
  }))
}

function shape(row: AssetRow, names: Map<string, string>) {
  const {
    fileId: _,
    sortKey: __,
    hash,
    folderId,
    thumbhash,
    texts,
    focusX,
    focusY,
    trashedAt,
    createdBy,
    ...same
  } = row
  return {
    ...same,
    hash: hash.toString('hex'),
    folder: folderId,
    thumbhash: thumbhash?.toString('base64') || null,
    alt: inLanguages(texts, 'alt'),
    caption: inLanguages(texts, 'caption'),
    focus: { x: focusX, y: focusY },
    isTrashed: trashedAt !== null,
    createdBy: createdBy ? { id: createdBy, name: names.get(createdBy) ?? '' } : null,
  }
}
