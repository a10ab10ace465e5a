import type { FastifyReply, FastifyRequest } from 'fastify'
import sharp from 'sharp'
import { inWorkspace } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type FileRef, readFileUrl } from './file-urls.ts'
import { showableImages } from './image-types.ts'
import { findFile } from './queries.ts'
import { fileKey } from './storage-keys.ts'

const mostPixels = 40_000_000
const longestEdge = 2560
const encodeSeconds = 10
const mostFrames = 100
const encodable = new Set<string>(['png', 'jpeg', 'gif', 'webp', 'heif'])

/** The file a signed address names; whoever holds the address may read it, since this host reads no cookie. */
export function readSignedUrl({ keys }: Platform, use: string, request: FastifyRequest): FileRef {
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

/** A picture as we encode it: at most 2560 px, without its metadata; what is none of five kinds of pictures is not shown. */
export async function sendImage(
  platform: Platform,
  use: 'image' | 'logo',
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { file, ref } = await findSigned(platform, use, request)
  if (!showableImages.has(file.mime)) throw new Refusal('file-not-found')
  const original = await platform.storage.read(fileKey(ref.workspaceId, ref.fileId)).catch(refuseMissing)
  const encoded = await encodeImage(original).catch(refuseMissing)
  reply.header('Content-Disposition', 'inline')
  return reply.type(encoded.mime).send(encoded.bytes)
}

async function encodeImage(original: Buffer) {
  const image = sharp(original, { limitInputPixels: mostPixels, pages: -1, failOn: 'error' }).timeout({
    seconds: encodeSeconds,
  })
  const { format, pages = 1 } = await image.metadata()
  // The bytes may be something else than they were sent as, and a drawing such as SVG could name files of this machine.
  if (!encodable.has(format)) throw new Error('Not one of the pictures we show')
  if (pages > mostFrames) throw new Error('Too many frames')
  const sized = (pages > 1 ? image : image.rotate()).resize(longestEdge, longestEdge, {
    fit: 'inside',
    withoutEnlargement: true,
  })
  if (format === 'jpeg') return { mime: 'image/jpeg', bytes: await sized.jpeg({ quality: 85 }).toBuffer() }
  if (pages > 1) return { mime: 'image/webp', bytes: await sized.webp().toBuffer() }
  return { mime: 'image/png', bytes: await sized.png().toBuffer() }
}

async function findSigned(platform: Platform, use: FileRef['use'], request: FastifyRequest) {
  const ref = readSignedUrl(platform, use, request)
  const file = await inWorkspace(platform.app, ref.workspaceId, (tx) => findFile(tx, ref.fileId))
  if (!file) throw new Refusal('file-not-found')
  return { file, ref }
}

const openStored = ({ storage }: Platform, { workspaceId, fileId }: FileRef) =>
  storage.open(fileKey(workspaceId, fileId)).catch(refuseMissing)

function refuseMissing(): never {
  throw new Refusal('file-not-found')
}

/** The given name twice (RFC 6266): in plain letters for old readers, in UTF-8 for the others. */
export function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`
}

const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
