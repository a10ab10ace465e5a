import { createHash, type Hash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { mostUploadBytes } from '#contract/files/resumable-uploads.ts'
import { withoutHidden } from '#contract/letters/as-line.ts'
import { cleanMime } from '#server/files/mime-types.ts'
import { countUploadsOfHour, insertFiles, type NewFile, sumStored } from '#server/files/queries.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Person } from '#server/platform/http/caller.ts'
import { spendBytes } from '#server/platform/http/input/spend-bytes.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'

export const mostFiles = 20
export const mostBytesOfRequest = 50 * 1024 * 1024
export const mostUploadsAnHour = 1000

/**
 * A handler of the text fields of a form. `take` refuses unknown fields. `most` is the maximum number of fields,
 * `mostBytes` the maximum size of one field.
 */
export type TextFieldHandler = { take(name: string, words: string): void; most: number; mostBytes: number }

/** Stores all files of the request, or none if one fails. `words` handles the text fields. */
export async function uploadFiles(
  platform: Platform,
  caller: Person,
  request: FastifyRequest,
  words?: TextFieldHandler,
) {
  if (!request.isMultipart())
    throw new Refusal('unsupported-media-type', { detail: 'Send files as multipart/form-data' })
  const { workspaceId } = caller
  await refuseMoreUploads(platform, workspaceId, Number(request.headers['content-length'] ?? 1))
  const files: NewFile[] = []
  try {
    await storeFiles(platform, caller, request, { files, words }).catch(explainReading)
    if (files.length === 0) throw new Refusal('invalid', { detail: 'Choose a file' })
    await inWorkspace(platform.app, workspaceId, (tx) => insertFiles(tx, files))
  } catch (error) {
    await dropBytes(platform, workspaceId, files)
    throw error
  }
  return files.map(({ id, name, mime, bytes }) => ({ id, name, mime, bytes }))
}

export async function dropBytes({ storage }: Platform, workspaceId: string, files: { id: string }[]) {
  for (const { id } of files) await storage.remove(fileKey(workspaceId, id))
}

/** Refuses an upload if the workspace has too many unused uploads of the last hour, or if its storage is full. */
export async function refuseMoreUploads(platform: Platform, workspaceId: string, bytes: number) {
  const { limitFactor, mostStoredBytes } = platform.settings
  await inWorkspace(platform.app, workspaceId, async (tx) => {
    if ((await countUploadsOfHour(tx)) >= mostUploadsAnHour * limitFactor)
      throw new Refusal('too-many-requests', { retryAfterSeconds: 600 })
    if ((await sumStored(tx)) + bytes > mostStoredBytes) throw new Refusal('storage-full')
  })
}

export const storedBytes = (tx: WorkspaceTx): Promise<number> => sumStored(tx)

type UploadForm = { files: NewFile[]; words: TextFieldHandler | undefined }

async function storeFiles(platform: Platform, caller: Person, request: FastifyRequest, { files, words }: UploadForm) {
  const beside = { fields: words?.most ?? 0, fieldSize: words?.mostBytes ?? 0 }
  for await (const part of request.parts({ limits: { files: mostFiles, fileSize: mostUploadBytes, ...beside } })) {
    if (part.type === 'file') await addFile(platform, caller, part, files)
    else words?.take(part.fieldname, wordsOf(part))
  }
}

function wordsOf({ fieldname, value, valueTruncated, fieldnameTruncated }: MultipartValue): string {
  if (typeof value === 'string' && !valueTruncated && !fieldnameTruncated) return value
  throw new Refusal('invalid', { detail: `${fieldname.slice(0, 60)} is too long` })
}

export async function addFile(platform: Platform, caller: Person, part: MultipartFile, files: NewFile[]) {
  const file = await storeFile(platform, caller, part)
  files.push(file)
  spendBytes(platform, caller, 'file', file.bytes)
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > mostBytesOfRequest) throw new Refusal('files-too-large')
}

async function storeFile(
  { storage }: Platform,
  { workspaceId, id: uploaderId }: Person,
  part: MultipartFile,
): Promise<NewFile> {
  const id = randomUUID()
  const hash = createHash('sha256')
  await storage.put(fileKey(workspaceId, id), Readable.from(hashed(part.file, hash)))
  if (part.file.truncated) {
    await storage.remove(fileKey(workspaceId, id))
    throw new Refusal('file-too-large')
  }
  const name = cleanFileName(part.filename)
  return {
    id,
    name,
    mime: cleanMime(part.mimetype, name),
    bytes: part.file.bytesRead,
    uploaderId,
    hash: hash.digest(),
  }
}

export async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash) {
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
}

/** Turns parser errors into a refusal. Parser errors have no `code`; disk errors have one. */
export function explainReading(error: unknown): never {
  const isMalformed = error instanceof Error && error.constructor === Error && !('code' in error)
  throw isMalformed ? new Refusal('malformed-upload', { cause: error }) : error
}

/** Cleans a file name: only the last path segment, no invisible characters, at most 255 bytes. */
export function cleanFileName(given: string | undefined): string {
  const last = (given ?? '').split(/[\\/]/).at(-1) ?? ''
  const name =
    withoutHidden(last)
      .replace(/\p{Cc}/gu, '')
      .trim() || 'file'
  if (Buffer.byteLength(name) <= 255) return name
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? ''
  const stem = [...name.slice(0, Math.min(256, name.length - ending.length))]
  while (Buffer.byteLength(stem.join('') + ending) > 255) stem.pop()
  return stem.join('') + ending
}
