import { Alt } from '#contract/content/media.ts'
import { mostLanguages } from '#contract/workspace/languages.ts'
import { refuseUnknownFolder } from '#server/content/media/folders/folders.ts'
import { putContent } from '#server/content/media/queries/contents.ts'
import { findSame, findUpload, insertMedia } from '#server/content/media/queries/media.ts'
import { keepUpload } from '#server/files/keep-file.ts'
import type { TextFieldHandler } from '#server/files/uploads/upload-files.ts'
import { refuseUnstorableText } from '#server/platform/http/input/refuse-input.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseUnknownLanguages, textsWith } from './change-asset.ts'
import { type MediaCall, showAsset } from './list-assets.ts'
import { recordChanged } from './lock-assets.ts'
import type { MeasuredAsset } from './measure-asset.ts'

export type UploadFields = { folder?: string | undefined; alt?: Record<string, string> | undefined }

/** Turns the caller's upload into an asset. Returns the oldest asset with the same content as `duplicateOf`. */
export async function addAsset(call: MediaCall, measured: MeasuredAsset, { folder, alt }: UploadFields) {
  const { tx, caller } = call
  if (folder) await refuseUnknownFolder(tx, folder)
  await refuseUnknownLanguages(tx, { texts: {} }, { alt })
  const { fileId, name, moves, ...what } = measured
  await keepUpload(tx, fileId, caller.id)
  const { bytes, hash } = await findUpload(tx, fileId)
  const duplicateOf = (await findSame(tx, hash!)) ?? null
  const by = { createdBy: caller.id, updatedBy: caller.id }
  const { id } = await insertMedia(tx, {
    fileId,
    name: shortened(name),
    bytes,
    hash: hash!,
    folderId: folder ?? null,
    ...(alt && { texts: JSON.stringify(textsWith({}, { alt })) }),
    ...what,
    ...by,
  })
  const { mime, width, height } = what
  await putContent(tx, { mediaId: id, hash: hash!, fileId, mime, width, height, moves })
  await recordChanged(tx, { type: 'agent', id: caller.id })
  return { ...(await showAsset(call, id)), duplicateOf }
}

// Cuts a file name to the maximum length of asset names. Upload names are never longer, so this is only a safeguard.
const shortened = (name: string) => name.slice(0, 255)

// Maximum size of an alternative text in a form, in bytes. It allows 501 characters, so that the field refuses a text
// above 500 with its own error message.
const mostBytes = 2004

export function altOfForm(): { words: TextFieldHandler; alt(files: number): Record<string, string> | undefined } {
  const said: Record<string, string> = {}
  function take(name: string, words: string) {
    const [, language] = /^alt\[([\w-]{1,35})\]$/.exec(name) ?? []
    if (!language)
      throw new Refusal('invalid', {
        detail: `A form takes the field file and, for the alternative text in English, alt[en]. It does not take ${name.slice(0, 60)}.`,
      })
    if (Object.hasOwn(said, language)) throw new Refusal('invalid', { detail: `Send alt[${language}] once` })
    said[language] = words
  }
  return {
    words: { take, most: mostLanguages, mostBytes },
    alt(files) {
      if (Object.keys(said).length === 0) return undefined
      if (files > 1) throw new Refusal('invalid', { detail: 'Send one file with its alternative text' })
      refuseUnstorableText({ body: said })
      const { data, error } = Alt.safeParse(said)
      if (error) {
        const { path, message } = error.issues[0]!
        throw new Refusal('invalid', { detail: `alt[${String(path[0])}]: ${message}` })
      }
      return data
    },
  }
}
