import type { FastifyReply, FastifyRequest } from 'fastify'
import { inWorkspace } from '#server/platform/database.ts'
import { cacheForOneMinute } from '#server/platform/http/headers.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { inTime } from '#server/platform/process/in-time.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type FileRef, readFileUrl } from './file-urls.ts'
import { drawingMime, showableImages } from './mime-types.ts'
import { makePicture } from './pictures/make-picture.ts'
import { listMadePictures } from './pictures/queries.ts'
import { findFile } from './queries.ts'
import { fileKey, type PictureEdge, pictureKey, shownEdge, thumbnailEdge } from './storage-keys.ts'

/** Returns the file of a signed URL. The URL itself grants access, because the files host reads no cookies. */
export function readSignedUrl({ keys }: Platform, use: FileRef['use'], request: FastifyRequest): FileRef {
  const ref = readFileUrl(keys.fileUrl, use, (request.params as { token: string }).token)
  if (!ref) throw new Refusal('file-not-found')
  return ref
}

export async function sendDownload(platform: Platform, request: FastifyRequest, reply: FastifyReply) {
  const { file, ref } = await findSigned(platform, 'download', request)
  const { stream, bytes } = await openStored(platform, ref)
  reply.header('Content-Disposition', dispositionOf(file.name)).header('Content-Length', bytes)
  return reply.type('application/octet-stream').send(stream)
}

/** Sends a picture without metadata, at most 2560 px wide and high unless animated. Refuses other files. */
export async function sendImage(
  platform: Platform,
  use: keyof typeof edges,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { file, ref } = await findSigned(platform, use, request)
  // Drawings are sent only as thumbnails.
  const isShowable = showableImages.has(file.mime) || (use === 'thumbnail' && file.mime === drawingMime)
  if (!isShowable) throw new Refusal('file-not-found')
  return sendPicture(platform, reply, { ...ref, edge: edges[use] })
}

const edges = { image: shownEdge, logo: shownEdge, thumbnail: thumbnailEdge } as const

type PictureRequest = { workspaceId: string; fileId: string; edge: PictureEdge }

/**
 * Sends a picture in the requested size, which is encoded on the first request. If encoding takes longer than ten
 * seconds, sends a size that is already encoded.
 */
export async function sendPicture(platform: Platform, reply: FastifyReply, ref: PictureRequest) {
  const making = makePicture(platform, ref)
  const made = await inTime(making.catch(nothingInTime), patienceMs)
  const other = made === undefined ? await findMade(platform, ref) : null
  const { edge, mime } = other ?? { edge: ref.edge, mime: made ?? (await making) }
  if (!mime) return reply.code(404).type(drawingMime).send(unshown)
  const key = pictureKey(ref.workspaceId, ref.fileId, edge)
  const { stream, bytes } = await platform.storage.open(key).catch(refuseMissing)
  if (other) cacheForOneMinute(reply)
  reply.header('Content-Disposition', 'inline').header('Content-Length', bytes)
  return reply.type(mime).send(stream)
}

/** The body of the 404. Browsers show a broken picture if the body is empty. */
const unshown =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48" viewBox="0 0 64 48" fill="none" stroke="#888" stroke-width="2"><rect x="1" y="1" width="62" height="46" rx="4"/><path d="M8 40 24 22l10 11 8-8 14 15M16 8l32 32"/></svg>'

const patienceMs = 10_000

function nothingInTime(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.code !== 'took-too-long') throw error
}

/** Finds the encoded size that is nearest to the requested size. Larger sizes come before smaller ones. */
async function findMade({ app }: Platform, { workspaceId, fileId, edge: wanted }: PictureRequest) {
  const made = await inWorkspace(app, workspaceId, (tx) => listMadePictures(tx, fileId))
  return made.toSorted((one, other) => distance(one.edge, wanted) - distance(other.edge, wanted))[0]
}

const distance = (edge: PictureEdge, wanted: PictureEdge) =>
  edge >= wanted ? edge - wanted : shownEdge + wanted - edge

async function findSigned(platform: Platform, use: FileRef['use'], request: FastifyRequest) {
  const ref = readSignedUrl(platform, use, request)
  const file = await inWorkspace(platform.app, ref.workspaceId, (tx) => findFile(tx, ref.fileId))
  if (!file) throw new Refusal('file-not-found')
  return { file, ref: { ...ref, fileId: file.storedId } }
}

const playable = /^(video\/(mp4|webm|ogg|quicktime)|audio\/(mpeg|mp4|ogg|webm|wav|x-wav|aac|flac))$/

export async function sendPlayed(platform: Platform, request: FastifyRequest, reply: FastifyReply) {
  const { file, ref } = await findSigned(platform, 'play', request)
  if (!isPlayable(file.mime)) throw new Refusal('file-not-found')
  const key = fileKey(ref.workspaceId, ref.fileId)
  const { bytes } = file
  reply.header('Accept-Ranges', 'bytes').header('Content-Disposition', 'inline').type(file.mime)
  const part = readRange(request.headers.range, bytes)
  if (part === 'none') return reply.code(416).header('Content-Range', `bytes */${bytes}`).send()
  if (part) reply.code(206).header('Content-Range', `bytes ${part.start}-${part.end}/${bytes}`)
  const { stream } = await platform.storage.open(key, part).catch(refuseMissing)
  return reply.header('Content-Length', part ? part.end - part.start + 1 : bytes).send(stream)
}

export const isPlayable = (mime: string) => playable.test(mime)

// Parses the Range header. Undefined means the whole file, also for a header with several ranges. `none` means that the
// file has no such bytes.
function readRange(header: string | undefined, bytes: number): { start: number; end: number } | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  return start > end || start >= bytes ? 'none' : { start, end }
}

const openStored = ({ storage }: Platform, { workspaceId, fileId }: FileRef) =>
  storage.open(fileKey(workspaceId, fileId)).catch(refuseMissing)

function refuseMissing(): never {
  throw new Refusal('file-not-found')
}

/** Returns the Content-Disposition header: the file name in ASCII for old clients, and in UTF-8 (RFC 6266). */
export function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`
}

const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
