import { rgbaToThumbHash } from 'thumbhash'
import { type Crop, partOf } from '#server/platform/pictures/crop.ts'
import { openPicture, readMeasures } from './open-picture.ts'

/** Maximum width and height of the input of ThumbHash (https://evanw.github.io/thumbhash). */
const hashEdge = 100
const paletteEdge = 64
const mostColors = 5

type CropOptions = { crop: Crop | null }

export async function measureColors(
  whole: Buffer,
  { crop }: CropOptions,
): Promise<{ bytes: Buffer; palette: string[] }> {
  const picture = crop ? await cut(whole, crop) : whole
  const { data, info } = await openPicture(picture)
    .resize(hashEdge, hashEdge, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { bytes: Buffer.from(rgbaToThumbHash(info.width, info.height, data)), palette: await paletteOf(picture) }
}

async function cut(whole: Buffer, crop: Crop): Promise<Buffer> {
  const own = await readMeasures(whole)
  return openPicture(whole).extract(partOf(own, crop)).png().toBuffer()
}

async function paletteOf(picture: Buffer): Promise<string[]> {
  const few = await openPicture(picture)
    .resize(paletteEdge, paletteEdge, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .png({ palette: true, colours: mostColors, dither: 0 })
    .toBuffer()
  const pixels = await openPicture(few).removeAlpha().toColourspace('srgb').raw().toBuffer()
  const counts = new Map<string, number>()
  for (let at = 0; at < pixels.length; at += 3) {
    const color = `#${pixels.toString('hex', at, at + 3)}`
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostColors)
    .map(([color]) => color)
}
