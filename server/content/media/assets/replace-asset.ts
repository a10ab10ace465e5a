import { deleteOldContents, putContent } from '#server/content/media/queries/contents.ts'
import { findUpload, updateMedia } from '#server/content/media/queries/media.ts'
import { keepUpload } from '#server/files/keep-file.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { discardContents } from './discard-contents.ts'
import { lockAsset, recordChanged } from './lock-assets.ts'
import type { MeasuredAsset } from './measure-asset.ts'
import type { MediaCall } from './shape-asset.ts'

/** Number of former contents that stay available at their URLs with a hash. */
const keptContents = 5

/** Replaces the content of an asset. Texts, folder, focal point and uses stay. */
export async function replaceAsset(call: MediaCall, id: string, measured: MeasuredAsset) {
  const { tx, caller } = call
  const { kind } = await lockAsset(call, id)
  if (kind !== measured.kind) throw new Refusal('media-kind-differs')
  const { fileId, name, mime, width, height, moves, thumbhash, palette } = measured
  const { bytes, hash } = await findUpload(tx, fileId)
  const content = { mediaId: id, hash: hash!, fileId, mime, width, height, moves, createdAt: new Date().toISOString() }
  const keptFileId = await putContent(tx, content)
  // The asset had the same bytes before. The new upload is not used and is deleted within a day.
  if (keptFileId === fileId) await keepUpload(tx, fileId, caller.id)
  // The crop belongs to the previous picture.
  const seen = { width, height, thumbhash, palette, crop: null }
  await updateMedia(tx, [id], caller.id, { fileId: keptFileId, name, mime, bytes, hash: hash!, ...seen })
  await discardContents(tx, await deleteOldContents(tx, id, keptContents))
  await recordChanged(tx, { type: 'agent', id: caller.id })
}
