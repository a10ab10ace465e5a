import { keepUpload } from '#server/files/keep-file.ts'
import { refuseUnknownFolder } from '#server/media/folders/folders.ts'
import { putContent } from '#server/media/queries/contents.ts'
import { findSame, findUpload, insertMedia } from '#server/media/queries/media.ts'
import { refuseUnknownLanguages, textsWith } from './change-asset.ts'
import { showAsset } from './list-assets.ts'
import { tellChanged } from './lock-assets.ts'
import type { Measured } from './measure-asset.ts'
import type { MediaCall } from './shape-asset.ts'

/** What is said of a file together with it. */
export type Said = { folder?: string | undefined; alt?: Record<string, string> | undefined }

/** An own upload becomes an asset; the oldest that has the same content is told. */
export async function addAsset(call: MediaCall, measured: Measured, { folder, alt }: Said) {
  const { tx, caller } = call
  if (folder) await refuseUnknownFolder(tx, folder)
  await refuseUnknownLanguages(tx, { texts: {} }, { alt })
  const { fileId, name, moves, ...what } = measured
  await keepUpload(tx, fileId, caller.id)
  const { bytes, hash } = await findUpload(tx, fileId)
  const duplicateOf = (await findSame(tx, hash!)) ?? null
  const by = { createdBy: caller.id, updatedBy: caller.id }
  const { id } = await insertMedia(tx, {
    ...{ fileId, name: shortened(name), bytes, hash: hash!, folderId: folder ?? null },
    ...(alt && { texts: JSON.stringify(textsWith({}, { alt })) }),
    ...what,
    ...by,
  })
  const { mime, width, height } = what
  await putContent(tx, { mediaId: id, hash: hash!, fileId, mime, width, height, moves })
  await tellChanged(tx, { type: 'agent', id: caller.id })
  return { ...(await showAsset(call, id)), duplicateOf }
}

/** Bytes bound the name of a file, letters that of an asset; nothing is longer in letters than in bytes. */
const shortened = (name: string) => name.slice(0, 255)
