import type { Sharp } from 'sharp'
import type { PictureFormat, Recipe } from '#server/content/media-delivery/recipe.ts'
import { openPicture } from '#server/platform/pictures/apart/open-picture.ts'
import { partOf } from '#server/platform/pictures/crop.ts'

export type EncodedPicture = { mime: `image/${Exclude<PictureFormat, 'svg'>}` | 'image/svg+xml'; bytes: Buffer }

type RasterRecipe = Recipe & { format: Exclude<PictureFormat, 'svg'> }

/**
 * Encodes a variant from the re-encoded picture `shown`. Only the fit `contain` can enlarge a picture, because its
 * result always has the requested size.
 */
export async function encodeVariant(shown: Buffer, recipe: RasterRecipe): Promise<EncodedPicture> {
  const image = openPicture(shown, { pages: recipe.moves ? -1 : 1 })
  const { format, width, height, pageHeight = height } = await image.metadata()
  // A whole animation that already has the requested format is returned unchanged, because encoding it again would make
  // it larger or worse.
  if (recipe.moves && format === recipe.format && isWhole(recipe)) return { mime: `image/${format}`, bytes: shown }
  const sized = inSize(image, { width, height: pageHeight }, recipe)
  const blurred = recipe.blur > 0 ? sized.blur(recipe.blur) : sized
  return { mime: `image/${recipe.format}`, bytes: await inFormat(blurred, recipe).toBuffer() }
}

const isWhole = ({ width, height, crop, blur }: Recipe) => !width && !height && !crop && blur === 0

type Dimensions = { width: number; height: number }

function inSize(whole: Sharp, own: Dimensions, recipe: Recipe): Sharp {
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

/** Returns the largest crop with these proportions, as close to the focal point as possible. */
export function cutOf(own: Dimensions, focus: { x: number; y: number }, proportion: number) {
  const width = Math.max(1, Math.min(own.width, Math.round(own.height * proportion)))
  const height = Math.max(1, Math.min(own.height, Math.round(own.width / proportion)))
  const from = (whole: number, part: number, share: number) =>
    Math.round(Math.min(whole - part, Math.max(0, whole * share - part / 2)))
  return { left: from(own.width, width, focus.x), top: from(own.height, height, focus.y), width, height }
}

function inFormat(image: Sharp, { format, quality }: RasterRecipe): Sharp {
  // A higher effort makes the file a few percent smaller but takes several times as long.
  if (format === 'avif') return image.avif({ quality: Math.max(30, quality - 25), effort: 1 })
  if (format === 'webp') return image.webp({ quality, effort: 3 })
  if (format === 'jpeg') return image.flatten({ background: '#fff' }).jpeg({ quality, progressive: true })
  // A higher effort takes minutes for animations.
  if (format === 'gif') return image.gif({ effort: 1 })
  return image.png({ compressionLevel: 8 })
}
