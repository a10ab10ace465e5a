import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'

// What was decoded is asked for once, and a process that keeps it looks larger than its picture.
sharp.cache(false)
// Of the many readers that the library has, those of the pictures that we take.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif', 'Svg'].map((format) => `VipsForeignLoad${format}`),
})

/** The most pixels of all frames together: what is decoded row by row takes no memory, but time. */
export const mostPixels = 400_000_000
/** The most that decoding may take of what a process may have, which is 512 MB with all else that it does. */
const mostMemory = 400 * 1024 * 1024
/** However small a frame is, it takes this much time. */
const leastOfFrame = 64 * 64

export type PassedLimit = 'pixels' | 'memory'

/** The only door to the library that decodes and encodes; nothing in the server's own process goes through it. */
export const openPicture = (bytes: Buffer, options: SharpOptions = {}): Sharp =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', ...options })

/** What a picture says of itself, before any pixel is decoded. */
export const readHead = (bytes: Buffer): Promise<Metadata> => openPicture(bytes, { limitInputPixels: false }).metadata()

/** The limit that decoding a picture would pass, by what its head says; null where it may be decoded. */
export function findPassedLimit(head: Metadata): PassedLimit | null {
  const { width, height, pages: frames = 1 } = head
  const frame = frames > 1 ? Math.max(width * height, leastOfFrame) : width * height
  if (frame * frames > mostPixels) return 'pixels'
  return width * height * bytesOfPixel(head) > mostMemory ? 'memory' : null
}

/**
 * What stays in memory of each pixel while a picture is decoded to a smaller one. A JPEG or PNG that is stored row by row is
 * decoded so, of one that is stored in passes all is kept until the last pass, and of an AVIF there are several copies.
 */
function bytesOfPixel({ format, pages = 1, isProgressive, channels, depth, chromaSubsampling }: Metadata): number {
  if (format === 'heif') return depth === 'uchar' ? 18 : 30
  // The frame that is shown and the one before it.
  if (format === 'gif' || (format === 'webp' && pages > 1)) return 8
  if (!isProgressive) return 0
  const ofChannel = depth === 'uchar' ? 1 : 2
  if (format === 'png') return channels * ofChannel
  return 2 * (channels === 3 && chromaSubsampling === '4:2:0' ? 1.5 : channels)
}

/** How large a picture is as it is seen, one frame of what moves. */
export async function readMeasures(picture: Buffer): Promise<{ width: number; height: number }> {
  const { autoOrient, width, height, pages = 1 } = await readHead(picture)
  return pages > 1 ? { width, height } : { width: autoOrient.width, height: autoOrient.height }
}
