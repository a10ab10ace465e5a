import type { listMedia as contract } from '#contract/content/media.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { listIdsWithin } from '#server/content/media/folders/folders.ts'
import { countMedia, findRow, listRows, listTags } from '#server/content/media/queries/media.ts'
import { storedBytes } from '#server/files/uploads/upload-files.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readCursor, writeCursor } from '#server/search/words/cursor.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { type Asset, type MediaCall, shapeAssets } from './shape-asset.ts'

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
