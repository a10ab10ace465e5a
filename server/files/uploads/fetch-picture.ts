import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { signFileUrl } from '#server/files/file-urls.ts'
import { showableImages } from '#server/files/image-types.ts'
import { insertFiles } from '#server/files/queries.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import type { Person } from '#server/platform/http/caller.ts'
import { spendBytes } from '#server/platform/http/input/spend-bytes.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { OutboundError } from '#server/platform/outbound/outbound-error.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cleanFileName, cleanMime, refuseTooManyUploads } from './upload-files.ts'

const mostBytes = 10 * 1024 * 1024

/** Takes a picture in from an address that somebody wrote, as if they had uploaded it. */
export async function fetchPicture(platform: Platform, caller: Person, address: string) {
  await refuseTooManyUploads(platform, caller.workspaceId)
  const { url, status, headers, body } = await platform.outbound
    .fetch(address, { maxBytes: mostBytes })
    .catch(explainFetch)
  const mime = cleanMime(headers['content-type']?.split(';')[0]?.trim())
  if (status !== 200 || !showableImages.has(mime)) throw new Refusal('picture-out-of-reach')
  spendBytes(platform, caller, 'file', body.length)
  const id = randomUUID()
  const key = fileKey(caller.workspaceId, id)
  const file = { id, name: nameOf(url), mime, bytes: body.length }
  await platform.storage.put(key, Readable.from([body]))
  try {
    const hash = createHash('sha256').update(body).digest()
    await inWorkspace(platform.app, caller.workspaceId, (tx) =>
      insertFiles(tx, [{ ...file, uploaderId: caller.id, hash }]),
    )
  } catch (error) {
    await platform.storage.remove(key)
    throw error
  }
  return { ...file, url: signFileUrl(platform, { workspaceId: caller.workspaceId, fileId: id, use: 'image' }) }
}

function explainFetch(error: unknown): never {
  if (!(error instanceof OutboundError)) throw error
  throw new Refusal(error.fault === 'too-large' ? 'file-too-large' : 'picture-out-of-reach', {
    ...(error.fault === 'too-large' && { detail: 'A picture from elsewhere may have at most 10 MB' }),
    cause: error,
  })
}

function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return cleanFileName(decodeURIComponent(last) || 'picture')
  } catch {
    return cleanFileName(last)
  }
}
