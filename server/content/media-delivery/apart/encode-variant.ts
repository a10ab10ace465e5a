import type { Sharp } from 'sharp'
import type { Format, Recipe } from '#server/content/media-delivery/recipe.ts'
import { openPicture } from '#server/platform/pictures/apart/open-picture.ts'
import { partOf } from '#server/platform/pictures/crop.ts'

export type Encoded = { mime: `image/${Exclude<Format, 'svg'>}` | 'image/svg+xml'; bytes: Buffer }

type Raster = Recipe & { format: Exclude<Format, 'svg'> }

/** A variant of a picture that we encoded ourselves before, at most as large as that. */
export async function encodeVariant(shown: Buffer, recipe: Raster): Promise<Encoded> {
  const image = openPicture(shown, { pages: recipe.moves ? -1 : 1 })
  const { format, width, height, pageHeight = height } = await image.metadata()
  // What moves and is asked for as it is kept stays as it is: encoded again it would be larger, or worse.
  if (recipe.moves && format === recipe.format && isWhole(recipe)) return { mime: `image/${format}`, bytes: shown }
  const sized = inSize(image, { width, height: pageHeight }, recipe)
  const blurred = recipe.blur > 0 ? sized.blur(recipe.blur) : sized
  return { mime: `image/${recipe.format}`, bytes: await inFormat(blurred, recipe).toBuffer() }
}

const isWhole = ({ width, height, crop, blur }: Recipe) => !width && !height && !crop && blur === 0

type Measures = { width: number; height: number }

function inSize(whole: Sharp, own: Measures, recipe: Recipe): Sharp {
  const { width, height, fit, crop } = recipe
  const part = crop ? partOf(own, crop) : { left: 0, top: 0, ...own }
  const image = crop && fit !== 'cover' ? whole.extract(part) : whole
  if (width === null && height === null) return image
  if (fit === 'contain' && width && height)
    return image.resize(width, height, { fit: 'contain', background: { r: 255, g: 255, b: 255, alpha: 0 } })
  if (fit !== 'cover' || !width || !height)
    return image.resize(width, height, { fit: 'inside', withoutEnlargement: true })
  const cut = cutOf(part, recipe.focus, width / height)
  const placed = { ...cut, left: part.left + cut.left, top: part.top + cut.top }
  return image.extract(placed).resize(Math.min(width, cut.width), Math.min(height, cut.height), { fit: 'fill' })
}

/** The largest part of these proportions, as near to the focal point as the edges let it. */
export function cutOf(own: Measures, focus: { x: number; y: number }, proportion: number) {
  const width = Math.max(1, Math.min(own.width, Math.round(own.height * proportion)))
  const height = Math.max(1, Math.min(own.height, Math.round(own.width / proportion)))
  const from = (whole: number, part: number, share: number) =>
    Math.round(Math.min(whole - part, Math.max(0, whole * share - part / 2)))
  return { left: from(own.width, width, focus.x), top: from(own.height, height, focus.y), width, height }
}

function inFormat(image: Sharp, { format, quality }: Raster): Sharp {
  // More effort makes them a few hundredths smaller and takes whoever asks first several times as long.
  if (format === 'avif') return image.avif({ quality: Math.max(30, quality - 25), effort: 1 })
  if (format === 'webp') return image.webp({ quality, effort: 3 })
  if (format === 'jpeg') return image.flatten({ background: '#fff' }).jpeg({ quality, progressive: true })
  // More effort takes minutes for what moves.
  if (format === 'gif') return image.gif({ effort: 1 })
  return image.png({ compressionLevel: 8 })
}
