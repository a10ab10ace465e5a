import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { showableImages } from './image-types.ts'
import { findFile, lockOwnUploads, markKept } from './queries.ts'

const mostBytesOfMessage = 50 * 1024 * 1024

/** A file that a setting points to from now on. */
export async function keepFile(tx: WorkspaceTx, id: string, { onlyImages }: { onlyImages: boolean }) {
  const file = await findFile(tx, id)
  if (!file) throw new Refusal('file-not-found')
  if (onlyImages && !showableImages.has(file.mime)) {
    throw new Refusal('invalid', { detail: 'Choose a PNG, JPEG, GIF, WebP or AVIF picture' })
  }
  await markKept(tx, [id])
}

/** Takes own uploads for a message, each once. */
export async function takeUploads(tx: WorkspaceTx, ids: string[], uploaderId: string) {
  if (ids.length === 0) return
  const files = await lockOwnUploads(tx, ids, uploaderId)
  if (files.length !== new Set(ids).size) throw new Refusal('file-not-found')
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > mostBytesOfMessage) throw new Refusal('files-too-large')
  await markKept(tx, ids)
}
