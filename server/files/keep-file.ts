import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { showableImages } from './mime-types.ts'
import { makePicture } from './pictures/make-picture.ts'
import { findPassed, sentences } from './pictures/refuse-picture.ts'
import {
  deleteFiles,
  findFile,
  insertFiles,
  listContents,
  listSizes,
  lockOwnUploads,
  markKept,
  markReleased,
  markSame,
} from './queries.ts'
import { removeBytes } from './remove-bytes.ts'
import { shownEdge } from './storage-keys.ts'

const mostBytesOfMessage = 50 * 1024 * 1024

/**
 * Refuses a file as a picture that is none, whatever it calls itself. Encoding is slow, so it happens before the
 * transaction that keeps the file.
 */
export async function refuseNoPicture(platform: Platform, workspaceId: string, fileId: string | null | undefined) {
  if (!fileId) return
  const file = await inWorkspace(platform.app, workspaceId, (tx) => findFile(tx, fileId))
  if (!file) throw new Refusal('file-not-found')
  const ref = { workspaceId, fileId: file.storedId, edge: shownEdge } as const
  if (showableImages.has(file.mime) && (await makePicture(platform, ref))) return
  const passed = await findPassed(platform, ref)
  throw new Refusal('invalid', { detail: passed ? sentences[passed] : 'Choose a PNG, JPEG, GIF, WebP or AVIF picture' })
}

/** An own upload that something points to from now on: what belongs to a message can become nothing else. */
export async function keepUpload(tx: WorkspaceTx, id: string, uploaderId: string) {
  const [file] = await lockOwnUploads(tx, [id], uploaderId)
  if (!file) throw new Refusal('file-not-found')
  await markKept(tx, [id])
}

/** What an upload calls itself. */
export const findUpload = (tx: WorkspaceTx, id: string) => findFile(tx, id)

/** What the product wrote for somebody to download. */
export const addExported = (tx: WorkspaceTx, file: Pick<MailFile, 'id' | 'name' | 'mime' | 'bytes'>) =>
  insertFiles(tx, [{ ...file, uploaderId: null, isKept: true }])

/** How large files are. */
export async function findSizes(tx: WorkspaceTx, ids: string[]): Promise<Map<string, number>> {
  const rows = await listSizes(tx, ids)
  return new Map(rows.map(({ id, bytes }) => [id, Number(bytes)]))
}

/** How large files are, and the SHA-256 of their bytes where it is known. */
export async function findContents(tx: WorkspaceTx, ids: string[]) {
  const rows = await listContents(tx, ids)
  return new Map(rows.map(({ id, bytes, hash }) => [id, { bytes: Number(bytes), hash: hash?.toString('hex') ?? null }]))
}

/** Stores bytes once that are there already: the file stays what it is, its own bytes go. */
export async function shareBytes(tx: WorkspaceTx, id: string, sameAs: string) {
  await markSame(tx, id, sameAs)
  await removeBytes(tx, { files: [id] })
}

/** Takes own uploads for a message, each once. */
export async function takeUploads(tx: WorkspaceTx, ids: string[], uploaderId: string) {
  if (ids.length === 0) return
  const files = await lockOwnUploads(tx, ids, uploaderId)
  if (files.length !== new Set(ids).size) throw new Refusal('file-not-found')
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > mostBytesOfMessage) throw new Refusal('files-too-large')
  await markKept(tx, ids)
}

/** Files that no message holds any more are uploads again, and last a day from now on. */
export async function releaseUploads(tx: WorkspaceTx, ids: string[]) {
  if (ids.length > 0) await markReleased(tx, ids)
}

/** The rows only; their bytes go once this is committed. */
export async function discardFiles(tx: WorkspaceTx, ids: string[]) {
  if (ids.length > 0) await deleteFiles(tx, ids)
}

export type MailFile = {
  id: string
  name: string
  mime: string
  bytes: number
  contentId: string | null
  isInline: boolean
}

/** Files that came with a mail: kept from the start, and nobody's upload. */
export async function addMailFiles(tx: WorkspaceTx, files: MailFile[]) {
  if (files.length > 0)
    await insertFiles(
      tx,
      files.map((file) => ({ ...file, uploaderId: null, isKept: true })),
    )
}
