import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { mostUploadBytes } from '#contract/files/resumable-uploads.ts'
import { insertFiles } from '#server/files/queries.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import { fileKey, partKey } from '#server/files/storage-keys.ts'
import { hashed, refuseMoreUploads } from '#server/files/uploads/upload-files.ts'
import { inWorkspace } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Storage } from '#server/platform/storage.ts'
import { deleteUpload } from './queries.ts'
import { openUpload } from './receive.ts'

/** Turns a finished upload into a stored file, once. Only imports set `mostBytes` above the usual limit. */
export async function storeFinishedUpload(platform: Platform, caller: Member, id: string, mostBytes = mostUploadBytes) {
  const { app, storage } = platform
  const { workspaceId } = caller
  const { name, mime, bytes, received, parts } = await inWorkspace(app, workspaceId, (tx) => openUpload(tx, id, caller))
  if (received < bytes) throw new Refusal('upload-incomplete')
  if (bytes > mostBytes) throw new Refusal('file-too-large')
  // Adds 0, because the sum of stored bytes already contains the parts of this upload.
  await refuseMoreUploads(platform, workspaceId, 0)
  const file = { id: randomUUID(), name, mime, bytes }
  const hash = createHash('sha256')
  const keys = parts.map((part) => partKey(workspaceId, part))
  await storage.put(fileKey(workspaceId, file.id), Readable.from(hashed(joined(storage, keys), hash)))
  try {
    await inWorkspace(app, workspaceId, async (tx) => {
      if (!(await deleteUpload(tx, id, caller.id))) throw new Refusal('upload-not-found')
      await insertFiles(tx, [{ ...file, uploaderId: caller.id, hash: hash.digest() }])
      await removeBytes(tx, { parts })
    })
  } catch (error) {
    await storage.remove(fileKey(workspaceId, file.id))
    throw error
  }
  return file
}

async function* joined(storage: Storage, keys: string[]): AsyncGenerator<Buffer> {
  for (const key of keys) yield* (await storage.open(key)).stream
}
