import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { mostImportBytes, mostUploadBytes } from '#contract/files/resumable-uploads.ts'
import { cleanMime } from '#server/files/mime-types.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import { partKey } from '#server/files/storage-keys.ts'
import { cleanFileName, refuseMoreUploads } from '#server/files/uploads/upload-files.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { spendBytes } from '#server/platform/http/input/spend-bytes.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  appendPart,
  countOpenUploads,
  deleteUpload,
  findUpload,
  insertUpload,
  type ResumableUpload,
} from './queries.ts'

export const tusVersion = '1.0.0'
export const mostOpen = 200
/** Maximum number of parts of an upload. It is enough for the largest file in parts of half a megabyte. */
const mostParts = 512

export function refuseOtherVersion(headers: IncomingHttpHeaders) {
  if (headers['tus-resumable'] !== tusVersion) throw new Refusal('upload-version-unknown')
}

export async function beginUpload(platform: Platform, caller: Member, headers: IncomingHttpHeaders) {
  const bytes = numberIn(headers, 'upload-length')
  const { filename, filetype, purpose } = readMetadata(headers['upload-metadata'])
  const isImport = purpose === 'import' && caller.isAdmin
  if (bytes > (isImport ? mostImportBytes : mostUploadBytes)) throw new Refusal('file-too-large')
  await refuseMoreUploads(platform, caller.workspaceId, bytes)
  const name = cleanFileName(filename)
  return inWorkspace(platform.app, caller.workspaceId, async (tx) => {
    if ((await countOpenUploads(tx, caller.id)) >= mostOpen) throw new Refusal('too-many-open-uploads')
    return insertUpload(tx, {
      ...{ name, mime: cleanMime(filetype, name), bytes, uploaderId: caller.id },
    })
  })
}

export async function openUpload(tx: WorkspaceTx, id: string, { id: uploaderId }: Member): Promise<ResumableUpload> {
  const upload = await findUpload(tx, id, uploaderId)
  if (!upload) throw new Refusal('upload-not-found')
  return upload
}

type SentBytes = { headers: IncomingHttpHeaders; raw: Readable }

export async function receivePart(platform: Platform, caller: Member, id: string, { headers, raw }: SentBytes) {
  const { storage, app } = platform
  const { workspaceId } = caller
  const upload = await inWorkspace(app, workspaceId, (tx) => openUpload(tx, id, caller))
  refuseOtherVersion(headers)
  const offset = numberIn(headers, 'upload-offset')
  if (offset !== upload.received) throw new Refusal('upload-elsewhere')
  if (upload.parts.length >= mostParts) throw new Refusal('upload-in-too-many-parts')
  const part = randomUUID()
  const came = { bytes: 0 }
  await storage.put(partKey(workspaceId, part), Readable.from(piecesOf(raw, upload.bytes - offset, came)))
  try {
    spendBytes(platform, caller, 'file', came.bytes)
    const { bytes } = came
    const isTaken =
      bytes > 0 && (await inWorkspace(app, workspaceId, (tx) => appendPart(tx, id, { part, offset, bytes })))
    if (bytes > 0 && !isTaken) throw new Refusal('upload-elsewhere')
    if (!isTaken) await storage.remove(partKey(workspaceId, part))
    return offset + bytes
  } catch (error) {
    await storage.remove(partKey(workspaceId, part))
    throw error
  }
}

// Yields the bytes of a request body. If the connection breaks, the part ends there and the received bytes are kept.
async function* piecesOf(body: AsyncIterable<Buffer>, most: number, came: { bytes: number }) {
  const pieces = body[Symbol.asyncIterator]()
  for (;;) {
    const next = await pieces.next().catch(() => ({ done: true as const, value: undefined }))
    if (next.done) return
    came.bytes += next.value.length
    if (came.bytes > most) throw new Refusal('invalid', { detail: 'The body is longer than Upload-Length' })
    yield next.value
  }
}

export async function cancelUpload(tx: WorkspaceTx, id: string, { id: uploaderId }: Member) {
  const gone = await deleteUpload(tx, id, uploaderId)
  if (!gone) throw new Refusal('upload-not-found')
  await removeBytes(tx, { parts: gone.parts })
}

function numberIn(headers: IncomingHttpHeaders, name: 'upload-length' | 'upload-offset'): number {
  const written = headers[name]
  if (typeof written !== 'string' || !/^\d{1,15}$/.test(written))
    throw new Refusal('invalid', { detail: `Send the header ${name} with a number of bytes` })
  return Number(written)
}

/** Parses comma-separated pairs of a key and a base64 value (tus 1.0.0, Upload-Metadata). */
function readMetadata(written: string | string[] | undefined): Record<string, string | undefined> {
  const pairs = String(written ?? '').split(',')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key = '', value = ''] = pair.trim().split(' ')
      return [key, Buffer.from(value, 'base64').toString()]
    }),
  )
}
