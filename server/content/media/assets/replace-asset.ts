import { deleteOldContents, putContent } from '#server/content/media/queries/contents.ts'
import { findUpload, updateMedia } from '#server/content/media/queries/media.ts'
import { keepUpload } from '#server/files/keep-file.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { discardContents } from './discard-contents.ts'
import { lockAsset, tellChanged } from './lock-assets.ts'
import type { Measured } from './measure-asset.ts'
import type { MediaCall } from './shape-asset.ts'

/** So many contents of an asset are served at addresses with their hash. */
const keptContents = 5

/** Another content in the place of the one it has: words, folder, focus and uses stay. */
export async function replaceAsset(call: MediaCall, id: string, measured: Measured) {
  const { tx, caller } = call
  const { kind } = await lockAsset(call, id)
  if (kind !== measured.kind) throw new Refusal('media-kind-differs')
  const { fileId, name, mime, width, height, moves, thumbhash, palette } = measured
  const { bytes, hash } = await findUpload(tx, fileId)
  const content = { mediaId: id, hash: hash!, fileId, mime, width, height, moves, createdAt: new Date().toISOString() }
  const keptFileId = await putContent(tx, content)
  // It had these bytes before: what was uploaded now is taken by nothing, and goes within a day.
  if (keptFileId === fileId) await keepUpload(tx, fileId, caller.id)
  // What was cut from another picture says nothing of this one.
  const seen = { width, height, thumbhash, palette, crop: null }
  await updateMedia(tx, [id], caller.id, { fileId: keptFileId, name, mime, bytes, hash: hash!, ...seen })
  await discardContents(tx, await deleteOldContents(tx, id, keptContents))
  await tellChanged(tx, { type: 'agent', id: caller.id })
}
