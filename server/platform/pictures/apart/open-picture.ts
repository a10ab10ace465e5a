import sharp, { type Sharp, type SharpOptions } from 'sharp'

// What was decoded is asked for once, and a process that keeps it looks larger than its picture.
sharp.cache(false)
// Of the many readers that the library has, those of the pictures that we take.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif', 'Svg'].map((format) => `VipsForeignLoad${format}`),
})

/** The only door to the library that decodes and encodes; nothing in the server's own process goes through it. */
export const openPicture = (bytes: Buffer, options: SharpOptions = {}): Sharp =>
  sharp(bytes, { limitInputPixels: 40_000_000, failOn: 'error', ...options })

export async function readMeasures(picture: Buffer): Promise<{ width: number; height: number }> {
  const { autoOrient, width, pages = 1, height, pageHeight = height } = await openPicture(picture).metadata()
  return pages > 1 ? { width, height: pageHeight } : { width: autoOrient.width, height: autoOrient.height }
}
