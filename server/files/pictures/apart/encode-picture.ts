import type { Sharp } from 'sharp'
import { cardWidth, type PictureEdge, shownEdge } from '#server/files/storage-keys.ts'
import { cleanDrawing } from '#server/platform/pictures/apart/clean-drawing.ts'
import { openPicture } from '#server/platform/pictures/apart/open-picture.ts'

const longestEdge = 16_384
const mostFrames = 100
const mostBytes = 25 * 1024 * 1024
const encodable = new Set<string>(['png', 'jpeg', 'gif', 'webp', 'heif'])

export type Encoded = { mime: 'image/jpeg' | 'image/png' | 'image/webp'; bytes: Buffer }
type Wanted = { edge: PictureEdge; isDrawing: boolean }

/** A picture as we show it, without its metadata; null where it is none, or larger than we show. */
export const encodePicture = (original: Buffer, wanted: Wanted): Promise<Encoded | null> =>
  (wanted.isDrawing ? draw(original) : encode(original, wanted)).catch(() => null)

// At so many dots an inch a drawing is as large as it says, within what the library takes.
const usualDensity = 72
const densities = { least: 1, most: 100_000 }

/** A drawing, as large as pictures are shown, whatever size it says. What it was sent as counts, so that no other file is one. */
async function draw(given: Buffer): Promise<Encoded> {
  const { bytes } = await cleanDrawing(given)
  const { width, height } = await openPicture(bytes, { limitInputPixels: false }).metadata()
  const wanted = (usualDensity * shownEdge) / Math.max(width, height)
  const density = Math.min(densities.most, Math.max(densities.least, wanted))
  const image = openPicture(bytes, { density }).resize(shownEdge, shownEdge, {
    fit: 'inside',
    withoutEnlargement: true,
  })
  return { mime: 'image/png', bytes: await image.png().toBuffer() }
}

async function encode(original: Buffer, { edge }: Wanted): Promise<Encoded | null> {
  const image = openPicture(original, { pages: edge === cardWidth ? 1 : -1 })
  const { format, pages: frames = 1, width, pageHeight, height } = await image.metadata()
  // The bytes may be something else than they were sent as.
  if (!encodable.has(format) || frames > mostFrames) return null
  if (Math.max(width, pageHeight ?? height) > longestEdge) return null
  const upright = frames > 1 ? image : image.rotate()
  const encoded = edge === shownEdge ? await asShown(upright, format, frames) : await inSize(upright, edge)
  return encoded.bytes.length > mostBytes ? null : encoded
}

async function asShown(upright: Sharp, format: string, pages: number): Promise<Encoded> {
  const image = upright.resize(shownEdge, shownEdge, { fit: 'inside', withoutEnlargement: true })
  if (format === 'jpeg') return { mime: 'image/jpeg', bytes: await image.jpeg({ quality: 85 }).toBuffer() }
  if (pages > 1) return { mime: 'image/webp', bytes: await image.webp().toBuffer() }
  return { mime: 'image/png', bytes: await image.png().toBuffer() }
}

/** For pages, so wide; for those who preview a link as JPEG, which all of them read, and without what moves. */
async function inSize(image: Sharp, width: number): Promise<Encoded> {
  const sized = image.resize(width, undefined, { withoutEnlargement: true })
  if (width === cardWidth)
    return { mime: 'image/jpeg', bytes: await sized.flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer() }
  return { mime: 'image/webp', bytes: await sized.webp({ quality: 82, smartSubsample: true }).toBuffer() }
}
