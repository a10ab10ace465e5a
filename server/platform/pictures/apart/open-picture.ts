import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'

// Each picture is decoded once, so a cache would only use memory.
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif', 'Svg'].map((format) => `VipsForeignLoad${format}`),
})

/** Maximum number of pixels of all frames together. It limits the time of decoding. */
export const mostPixels = 400_000_000
/** Maximum memory for decoding, of the 512 MB of a process. */
const mostMemory = 400 * 1024 * 1024
/** Each frame of an animation counts as at least this many pixels, because even small frames take time. */
const leastOfFrame = 64 * 64

export type PassedLimit = 'pixels' | 'memory'

/** Opens a picture. All code must use sharp through this function, and never in the server process. */
export const openPicture = (bytes: Buffer, options: SharpOptions = {}): Sharp =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', ...options })

export const readHead = (bytes: Buffer): Promise<Metadata> => openPicture(bytes, { limitInputPixels: false }).metadata()

/** Returns the limit that decoding would exceed, according to the metadata. Null: decoding is allowed. */
export function findPassedLimit(head: Metadata): PassedLimit | null {
  const { width, height, pages: frames = 1 } = head
  const frame = frames > 1 ? Math.max(width * height, leastOfFrame) : width * height
  if (frame * frames > mostPixels) return 'pixels'
  return width * height * bytesOfPixel(head) > mostMemory ? 'memory' : null
}

// Estimates the memory per pixel. Baseline JPEG and PNG count as 0, because they are decoded by row. Progressive files
// are decoded as a whole, and AVIF needs several copies.
function bytesOfPixel({ format, pages = 1, isProgressive, channels, depth, chromaSubsampling }: Metadata): number {
  if (format === 'heif') return depth === 'uchar' ? 18 : 30
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
