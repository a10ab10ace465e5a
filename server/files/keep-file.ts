import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { showableImages } from './mime-types.ts'
import { makePicture } from './pictures/make-picture.ts'
import { findPassed, sentences } from './pictures/refuse-picture.ts'
import {
  deleteFiles,
  findFile,
  insertCopies,
  insertFiles,
  listContents,
  listSizes,
  listUnshared,
  lockOwnUploads,
  markKept,
  markReleased,
  markSame,
} from './queries.ts'
import { removeBytes } from './remove-bytes.ts'
import { shownEdge } from './storage-keys.ts'

export const mostBytesOfMessage = 50 * 1024 * 1024

/** Refuses a file that is no picture. Encoding is slow, so this runs before the transaction that uses the file. */
export async function requirePicture(platform: Platform, workspaceId: string, fileId: string | null | undefined) {
  if (!fileId) return
  const file = await inWorkspace(platform.app, workspaceId, (tx) => findFile(tx, fileId))
  if (!file) throw new Refusal('file-not-found')
  const ref = { workspaceId, fileId: file.storedId, edge: shownEdge } as const
  if (showableImages.has(file.mime) && (await makePicture(platform, ref))) return
  const passed = await findPassed(platform, ref)
  throw new Refusal('invalid', { detail: passed ? sentences[passed] : 'Choose a PNG, JPEG, GIF, WebP or AVIF picture' })
}

export async function keepUpload(tx: WorkspaceTx, id: string, uploaderId: string) {
  const [file] = await lockOwnUploads(tx, [id], uploaderId)
  if (!file) throw new Refusal('file-not-found')
  await markKept(tx, [id])
}

export const findUpload = (tx: WorkspaceTx, id: string) => findFile(tx, id)

export const addExported = (tx: WorkspaceTx, file: Pick<MailFile, 'id' | 'name' | 'mime' | 'bytes'>) =>
  insertFiles(tx, [{ ...file, uploaderId: null, isKept: true }])

export async function findSizes(tx: WorkspaceTx, ids: string[]): Promise<Map<string, number>> {
  const rows = await listSizes(tx, ids)
  return new Map(rows.map(({ id, bytes }) => [id, Number(bytes)]))
}

export async function findContents(tx: WorkspaceTx, ids: string[]) {
  const rows = await listContents(tx, ids)
  return new Map(rows.map(({ id, bytes, hash }) => [id, { bytes: Number(bytes), hash: hash?.toString('hex') ?? null }]))
}

/** Makes file `id` use the identical bytes of `sameAs`, and deletes the bytes of `id`. */
export async function shareBytes(tx: WorkspaceTx, id: string, sameAs: string) {
  await markSame(tx, id, sameAs)
  await removeBytes(tx, { files: [id] })
}

export async function takeUploads(tx: WorkspaceTx, ids: string[], uploaderId: string) {
  if (ids.length === 0) return
  const files = await lockOwnUploads(tx, ids, uploaderId)
  if (files.length !== new Set(ids).size) throw new Refusal('file-not-found')
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > mostBytesOfMessage) throw new Refusal('files-too-large')
  await markKept(tx, ids)
}

export async function releaseUploads(tx: WorkspaceTx, ids: string[]) {
  if (ids.length > 0) await markReleased(tx, ids)
}

/** Deletes only the rows of the files. The caller must call `removeBytes` to delete the bytes after the commit. */
export async function discardFiles(tx: WorkspaceTx, ids: string[]) {
  if (ids.length > 0) await deleteFiles(tx, ids)
}

/** Makes uploads of a person that share the bytes of other files. Returns them in the order of `ids`. */
export const copyAsUploads = (tx: WorkspaceTx, ids: string[], uploaderId: string) =>
  ids.length === 0 ? Promise.resolve([]) : insertCopies(tx, ids, uploaderId)

/** Returns those files whose bytes no copy shares. */
export const findUnshared = (tx: WorkspaceTx, ids: string[]) =>
  ids.length === 0 ? Promise.resolve([]) : listUnshared(tx, ids)

export type MailFile = {
  id: string
  name: string
  mime: string
  bytes: number
  contentId: string | null
  isInline: boolean
}

export async function addMailFiles(tx: WorkspaceTx, files: MailFile[]) {
  if (files.length > 0)
    await insertFiles(
      tx,
      files.map((file) => ({ ...file, uploaderId: null, isKept: true })),
    )
}
