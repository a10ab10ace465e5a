import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { insertFiles } from '#server/files/queries.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import type { Person } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'

type Bytes = { name: string; mime: string; body: Buffer }

export async function storeBytes(
  { app, storage }: Platform,
  { workspaceId, id: uploaderId }: Pick<Person, 'workspaceId' | 'id'>,
  { name, mime, body }: Bytes,
) {
  const id = randomUUID()
  const key = fileKey(workspaceId, id)
  const file = { id, name, mime, bytes: body.length }
  await storage.put(key, Readable.from([body]))
  try {
    const hash = createHash('sha256').update(body).digest()
    await inWorkspace(app, workspaceId, (tx) => insertFiles(tx, [{ ...file, uploaderId, hash }]))
  } catch (error) {
    await storage.remove(key)
    throw error
  }
  return file
}
