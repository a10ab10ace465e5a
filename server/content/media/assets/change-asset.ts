import type { changeMedia as contract } from '#contract/content/media.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { refuseUnknownFolder } from '#server/content/media/folders/folders.ts'
import { queueOlder } from '#server/content/media/measure-older.ts'
import { deleteOldContents, putContent } from '#server/content/media/queries/contents.ts'
import { type AssetTexts, findUpload, type LockedRow, updateMedia } from '#server/content/media/queries/media.ts'
import { keepUpload } from '#server/files/keep-file.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { nearestIn, rounded } from '#server/platform/pictures/crop.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { refuseUsed } from './change-many.ts'
import { discardContents } from './discard-contents.ts'
import type { MediaCall } from './list-assets.ts'
import { lockAnyAsset, lockAsset, recordChanged } from './lock-assets.ts'
import type { MeasuredAsset } from './measure-asset.ts'

type AssetChanges = BodyOf<typeof contract>

export async function changeAsset(call: MediaCall, id: string, changes: AssetChanges) {
  const { tx, caller } = call
  const row = await lockAsset(call, id)
  const { alt, caption, folder, focus, crop, ...same } = changes
  if (folder) await refuseUnknownFolder(tx, folder)
  await refuseUnknownLanguages(tx, row, changes)
  const isChanged = await updateMedia(tx, [id], caller.id, {
    ...same,
    ...(folder !== undefined && { folderId: folder }),
    ...((focus || crop !== undefined) && shownOf(row, changes)),
    ...((alt || caption) && { texts: JSON.stringify(textsWith(row.texts, { alt, caption })) }),
  })
  if (!isChanged) return
  await recordChanged(tx, { type: 'agent', id: caller.id })
  if (crop !== undefined) await queueOlder(tx)
}

// Returns the focal point and the crop to store. Refuses a new focal point outside of the crop. Moves an existing focal
// point into the crop.
function shownOf(row: LockedRow, { focus, crop = row.crop }: AssetChanges) {
  const part = crop && rounded(crop)
  const point = focus ?? { x: row.focusX, y: row.focusY }
  const { x, y } = part ? nearestIn(part, point) : point
  if (focus && Math.max(Math.abs(focus.x - x), Math.abs(focus.y - y)) > 0.0001) throw new Refusal('focus-outside-crop')
  const isOther = JSON.stringify(part) !== JSON.stringify(row.crop && rounded(row.crop))
  return {
    focusX: x,
    focusY: y,
    crop: part && JSON.stringify(part),
    // The colours are those of the visible part, so they must be measured again after a new crop.
    ...(isOther && row.kind === 'image' && { thumbhash: null, palette: [] }),
  }
}

/** Refuses new texts in unknown languages. Existing texts in removed languages may stay. */
export async function refuseUnknownLanguages(
  tx: WorkspaceTx,
  { texts }: Pick<LockedRow, 'texts'>,
  { alt, caption }: Pick<AssetChanges, 'alt' | 'caption'>,
) {
  const written = Object.keys({ ...alt, ...caption })
  if (written.length === 0) return
  const known = new Set([...(await findLanguages(tx)), ...Object.keys(texts)])
  if (written.some((language) => !known.has(language))) throw new Refusal('language-unknown')
}

export function textsWith(texts: AssetTexts, { alt, caption }: Pick<AssetChanges, 'alt' | 'caption'>): AssetTexts {
  const languages = [...new Set([...Object.keys(texts), ...Object.keys({ ...alt, ...caption })])]
  return Object.fromEntries(
    languages.map((language) => {
      const before = texts[language] ?? {}
      return [
        language,
        { alt: alt?.[language] ?? before.alt ?? '', caption: caption?.[language] ?? before.caption ?? '' },
      ]
    }),
  )
}

/** Moves an asset to the trash, where it is not served. Does nothing if the asset is there already. */
export async function trashAsset(call: MediaCall, id: string, force: boolean) {
  const { tx, caller } = call
  const row = await lockAnyAsset(call, id)
  if (row.trashedAt) return
  if (!force) await refuseUsed(call, [id])
  await updateMedia(tx, [id], caller.id, { trashedAt: new Date().toISOString() })
  await recordChanged(tx, { type: 'agent', id: caller.id })
}

export async function untrashAsset(call: MediaCall, id: string) {
  const { tx, caller } = call
  await lockAnyAsset(call, id)
  const isChanged = await updateMedia(tx, [id], caller.id, { trashedAt: null })
  if (isChanged) await recordChanged(tx, { type: 'agent', id: caller.id })
}

/** Number of contents, including the current one, that stay available at their URLs with a hash. */
const keptContents = 5

/**
 * Replaces the content of an asset by content of the same kind. The texts, folder, focal point and uses do not change.
 * The crop is removed.
 */
export async function replaceAsset(call: MediaCall, id: string, measured: MeasuredAsset) {
  const { tx, caller } = call
  const { kind } = await lockAsset(call, id)
  if (kind !== measured.kind) throw new Refusal('media-kind-differs')
  const { fileId, name, mime, width, height, moves, thumbhash, palette } = measured
  const { bytes, hash } = await findUpload(tx, fileId)
  const content = { mediaId: id, hash: hash!, fileId, mime, width, height, moves, createdAt: new Date().toISOString() }
  const keptFileId = await putContent(tx, content)
  // If the asset had the same bytes before, it uses the older file again. The new upload then stays unused and is
  // deleted within a day.
  if (keptFileId === fileId) await keepUpload(tx, fileId, caller.id)
  // The crop belongs to the previous picture.
  const seen = { width, height, thumbhash, palette, crop: null }
  await updateMedia(tx, [id], caller.id, { fileId: keptFileId, name, mime, bytes, hash: hash!, ...seen })
  await discardContents(tx, await deleteOldContents(tx, id, keptContents))
  await recordChanged(tx, { type: 'agent', id: caller.id })
}
