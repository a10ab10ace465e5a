import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'

// Decoded pixels are used once. Caching them would make the process look larger than its picture.
sharp.cache(false)
// Only the readers of the formats that we take.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif', 'Svg'].map((format) => `VipsForeignLoad${format}`),
})

/** The most pixels of all frames together. Row-by-row decoding takes no memory, but time. */
export const mostPixels = 400_000_000
/** The most memory for decoding, out of the 512 MB that a process may use in all. */
const mostMemory = 400 * 1024 * 1024
/** Each frame takes at least this time, however small it is. */
const leastOfFrame = 64 * 64

export type PassedLimit = 'pixels' | 'memory'

/** The only access to the library that decodes and encodes. It never runs in the server's own process. */
export const openPicture = (bytes: Buffer, options: SharpOptions = {}): Sharp =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', ...options })

export const readHead = (bytes: Buffer): Promise<Metadata> => openPicture(bytes, { limitInputPixels: false }).metadata()

/** The limit that decoding would exceed, by the metadata; null if it may be decoded. */
export function findPassedLimit(head: Metadata): PassedLimit | null {
  const { width, height, pages: frames = 1 } = head
  const frame = frames > 1 ? Math.max(width * height, leastOfFrame) : width * height
  if (frame * frames > mostPixels) return 'pixels'
  return width * height * bytesOfPixel(head) > mostMemory ? 'memory' : null
}

/** A baseline JPEG or PNG is decoded row by row, a progressive one as a whole. An AVIF needs several copies. */
function bytesOfPixel({ format, pages = 1, isProgressive, channels, depth, chromaSubsampling }: Metadata): number {
  if (format === 'heif') return depth === 'uchar' ? 18 : 30
  // The shown frame and the one before it.
  if (format === 'gif' || (format === 'webp' && pages > 1)) return 8
  if (!isProgressive) return 0
  const ofChannel = depth === 'uchar' ? 1 : 2
  if (format === 'png') return channels * ofChannel
  return 2 * (channels === 3 && chromaSubsampling === '4:2:0' ? 1.5 : channels)
}

export async function readMeasures(picture: Buffer): Promise<{ width: number; height: number }> {
  const { autoOrient, width, height, pages = 1 } = await readHead(picture)
  return pages > 1 ? { width, height } : { width: autoOrient.width, height: autoOrient.height }
}

type Look = { colours?: number }

export const drawPng = async (svg: Buffer, { colours }: Look) => ({
  bytes: await openPicture(svg)
    .png(colours ? { palette: true, colours } : {})
    .toBuffer(),
})
