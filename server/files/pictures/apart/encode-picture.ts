import type { Sharp } from 'sharp'
import type { PassedLimit } from '#server/files/pictures/refuse-picture.ts'
import { cardWidth, type PictureEdge, shownEdge } from '#server/files/storage-keys.ts'
import { readDrawing, writeDrawing } from '#server/platform/pictures/apart/clean-drawing.ts'
import { cleanMoving } from '#server/platform/pictures/apart/clean-moving.ts'
import { findPassedLimit, openPicture, readHead } from '#server/platform/pictures/apart/open-picture.ts'

const mostBytes = 25 * 1024 * 1024
/** Maximum pixels of all frames of a resized animation together. An animation with more pixels is not resized. */
const mostMoving = 30_000_000
const encodable = new Set<string>(['png', 'jpeg', 'gif', 'webp', 'heif'])

export type EncodedPicture = { mime: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif'; bytes: Buffer }
/** `passed` is the limit that the picture exceeds. Null if the picture cannot be read. */
export type NotEncoded = { passed: PassedLimit | null }
type EncodeInput = { edge: PictureEdge; isDrawing: boolean }

export async function encodePicture(original: Buffer, wanted: EncodeInput): Promise<EncodedPicture | NotEncoded> {
  try {
    const encoded = wanted.isDrawing ? await draw(original) : await encode(original, wanted)
    return 'bytes' in encoded && encoded.bytes.length > mostBytes ? { passed: 'bytes' } : encoded
  } catch {
    return { passed: null }
  }
}

// CSS has 96 pixels per inch (CSS Values 4, section 6.2). The library assumes 72 pixels per inch for the size of a
// drawing.
const density = 96
const written = 72 / density

async function draw(given: Buffer): Promise<EncodedPicture> {
  const drawing = writeDrawing(readDrawing(given), { edge: shownEdge, written })
  const image = openPicture(drawing, { density }).resize(shownEdge, shownEdge, {
    fit: 'inside',
    withoutEnlargement: true,
  })
  return { mime: 'image/png', bytes: await image.png().toBuffer() }
}

async function encode(original: Buffer, { edge }: EncodeInput): Promise<EncodedPicture | NotEncoded> {
  const head = await readHead(original)
  const { format, pages: frames = 1 } = head
  // The real format of the bytes can differ from the declared type.
  if (!encodable.has(format)) return { passed: null }
  const passed = findPassedLimit(head)
  if (passed) return { passed }
  if (frames > 1 && (format === 'gif' || format === 'webp')) return move(original, edge, { ...head, format, frames })
  const upright = openPicture(original).rotate()
  return edge === shownEdge ? asShown(upright, format) : inSize(upright, edge)
}

type AnimationSize = { format: 'gif' | 'webp'; width: number; height: number; frames: number }

async function move(original: Buffer, edge: PictureEdge, { format, ...own }: AnimationSize): Promise<EncodedPicture> {
  if (edge === shownEdge) return keepMoving(original, format)
  if (edge === cardWidth) return inSize(openPicture(original), edge)
  const share = Math.min(1, edge / own.width)
  // Resizing a long animation would take too long, so the original is used.
  const isLong = own.frames * own.width * own.height * share * share > mostMoving
  return isLong ? { mime: `image/${format}`, bytes: original } : inSize(openPicture(original, { pages: -1 }), edge)
}

// Removes metadata from an animation without encoding it again. Decodes every frame once, to make sure that the result
// is a valid animation.
async function keepMoving(original: Buffer, format: 'gif' | 'webp'): Promise<EncodedPicture> {
  const bytes = cleanMoving(original, format)
  await openPicture(bytes, { pages: -1 }).resize(16, 16, { fit: 'fill' }).raw().toBuffer()
  return { mime: `image/${format}`, bytes }
}

async function asShown(upright: Sharp, format: string): Promise<EncodedPicture> {
  const image = upright.resize(shownEdge, shownEdge, { fit: 'inside', withoutEnlargement: true })
  if (format === 'jpeg') return { mime: 'image/jpeg', bytes: await image.jpeg({ quality: 85 }).toBuffer() }
  return { mime: 'image/png', bytes: await image.png().toBuffer() }
}

async function inSize(image: Sharp, width: number): Promise<EncodedPicture> {
  const sized = image.resize(width, undefined, { withoutEnlargement: true })
  if (width === cardWidth)
    return { mime: 'image/jpeg', bytes: await sized.flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer() }
  return { mime: 'image/webp', bytes: await sized.webp({ quality: 82, smartSubsample: true }).toBuffer() }
}
