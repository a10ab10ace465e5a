import { createHash } from 'node:crypto'
import { drawingMime } from '#server/files/mime-types.ts'
import { updateContent } from '#server/files/queries.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { cleanDrawing } from '#server/platform/pictures/picture-work.ts'
import { TaskFailed } from '#server/platform/process/task-failed.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Removes camera metadata (place, time, device) from a JPEG. The pixels do not change. */
export async function cleanPhotograph(platform: Platform, workspaceId: string, id: string) {
  const given = await platform.storage.read(fileKey(workspaceId, id))
  const clean = withoutMetadata(given)
  if (clean.length !== given.length) await replaceContent(platform, { workspaceId, id }, clean)
}

async function replaceContent(
  { app, storage }: Platform,
  { workspaceId, id }: { workspaceId: string; id: string },
  bytes: Buffer,
  mime?: string,
) {
  const content = { bytes: bytes.length, hash: createHash('sha256').update(bytes).digest(), ...(mime && { mime }) }
  await storage.put(fileKey(workspaceId, id), bytes)
  await inWorkspace(app, workspaceId, (tx) => updateContent(tx, id, content))
}

const startOfScan = 0xda
/** Segments with metadata: APP1 has Exif and XMP, APP13 the data of image editors. Colour profiles (APP2) stay. */
const metadataSegments = new Set([0xe1, 0xed])

/** Removes metadata from a JPEG, except the orientation. Returns other file types unchanged. */
export function withoutMetadata(jpeg: Buffer): Buffer {
  if (jpeg.length < 4 || jpeg.readUInt16BE(0) !== 0xffd8) return jpeg
  const kept: Buffer[] = []
  let orientation = 1
  let at = 2
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff && jpeg[at + 1] !== startOfScan) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    const segment = jpeg.subarray(at, end)
    if (metadataSegments.has(jpeg[at + 1]!)) orientation = findOrientation(segment) ?? orientation
    else kept.push(segment)
    at = end
  }
  const held = orientation > 1 ? [exifOf(orientation)] : []
  return Buffer.concat([jpeg.subarray(0, 2), ...held, ...kept, jpeg.subarray(at)])
}

const exif = Buffer.from('Exif\0\0')
const orientationTag = 0x0112

/** Finds the orientation in an Exif segment (Exif 2.32, section 4.6). Null if the segment has no orientation. */
function findOrientation(segment: Buffer): number | null {
  const tiff = segment.subarray(10)
  if (!segment.subarray(4, 10).equals(exif) || tiff.length < 14) return null
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (first + 2 > tiff.length) return null
  for (let entry = first + 2; entry + 12 <= tiff.length && entry < first + 2 + 12 * short(first); entry += 12)
    if (short(entry) === orientationTag) return isOrientation(short(entry + 8)) ? short(entry + 8) : null
  return null
}

const isOrientation = (value: number) => value >= 1 && value <= 8

function exifOf(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a000000080001011200030000000100000000000000000000', 'hex').subarray(0, 26)
  tiff.writeUInt16BE(orientation, 18)
  const head = Buffer.from([0xff, 0xe1, 0, 2 + exif.length + tiff.length])
  return Buffer.concat([head, exif, tiff])
}

const mostBytes = 2 * 1024 * 1024

export async function takeDrawing(platform: Platform, workspaceId: string, id: string) {
  const given = await platform.storage.read(fileKey(workspaceId, id))
  if (given.length > mostBytes)
    throw new Refusal('picture-too-large', {
      detail: 'This drawing is too large. An SVG can have at most 2 MB.',
      shown: { limit: 'bytes' },
    })
  const { bytes, width, height } = await cleanDrawing(given).catch((cause: unknown) => {
    const isVerdict = cause instanceof TaskFailed && !cause.isTimeout
    throw isVerdict
      ? new Refusal('picture-unreadable', { cause })
      : new Refusal('took-too-long', { retryAfterSeconds: 60, cause })
  })
  await replaceContent(platform, { workspaceId, id }, bytes, drawingMime)
  return { width, height }
}
