import sharp, { type Sharp } from 'sharp'

const mostPixels = 40_000_000
const longestEdge = 16_384
const mostFrames = 100
const mostBytes = 25 * 1024 * 1024
const encodable = new Set<string>(['png', 'jpeg', 'gif', 'webp', 'heif'])

export const encodeSeconds = 10

export type Encoded = { mime: 'image/jpeg' | 'image/png' | 'image/webp'; bytes: Buffer }

/** A picture as we show it, without its metadata; null where it is none, or larger than we show. */
export function encodePicture(original: Buffer, edge: number): Promise<Encoded | null> {
  return encode(original, edge).catch((error: Error) => {
    // A busy machine is no verdict on the picture.
    if (error.message.startsWith('timeout')) throw error
    return null
  })
}

async function encode(original: Buffer, edge: number): Promise<Encoded | null> {
  const image = sharp(original, { limitInputPixels: mostPixels, pages: -1, failOn: 'error' }).timeout({
    seconds: encodeSeconds,
  })
  const { format, pages = 1, width, pageHeight, height } = await image.metadata()
  // The bytes may be something else than they were sent as, and a drawing such as SVG could name files of this machine.
  if (!encodable.has(format) || pages > mostFrames) return null
  if (Math.max(width, pageHeight ?? height) > longestEdge) return null
  const size = { fit: 'inside', withoutEnlargement: true } as const
  const sized = (pages > 1 ? image : image.rotate()).resize(edge, edge, size)
  const encoded = await inFormat(sized, format, pages)
  return encoded.bytes.length > mostBytes ? null : encoded
}

async function inFormat(image: Sharp, format: string, pages: number): Promise<Encoded> {
  if (format === 'jpeg') return { mime: 'image/jpeg', bytes: await image.jpeg({ quality: 85 }).toBuffer() }
  if (pages > 1) return { mime: 'image/webp', bytes: await image.webp().toBuffer() }
  return { mime: 'image/png', bytes: await image.png().toBuffer() }
}
