import { makePicture } from '#server/files/pictures/make-picture.ts'
import { pictureKey, shownEdge, variantKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { makeVariant, type VariantOf } from './make-variant.ts'
import { listVariants } from './queries.ts'
import { type PictureFormat, type Recipe, recipeOf, wholeOf } from './recipe.ts'

export type StoredPicture = { key: string; mime: string }
/** The formats that the client accepts, and the type of the upload. */
type PictureRequest = { accept: string | undefined; mime: string; moves: boolean }

/**
 * The replacement for a variant that is not ready in time: the nearest existing variant, or else the whole picture. For
 * a cropped picture the whole crop is created.
 */
export async function findSubstitute(
  platform: Platform,
  { workspaceId, fileId, recipe }: VariantOf,
  { accept, mime, moves }: PictureRequest,
): Promise<StoredPicture | null> {
  const made = await inWorkspace(platform.app, workspaceId, (tx) => listVariants(tx, fileId))
  const near = nearest(made, recipe, accept)
  if (near) return { key: variantKey(workspaceId, near.id), mime: near.mime }
  const { crop } = recipe
  if (!crop) {
    const shown = await makePicture(platform, { workspaceId, fileId, edge: shownEdge })
    return shown ? { key: pictureKey(workspaceId, fileId, shownEdge), mime: shown } : null
  }
  const whole = await makeVariant(platform, { workspaceId, fileId, recipe: wholeOf({ mime, moves, crop }, accept) })
  return whole && { key: variantKey(workspaceId, whole.id), mime: whole.mime }
}

type ExistingVariant = { id: string; recipe: string; mime: string }

/** The variant with the nearest size that shows the same content. A larger one is preferred. */
export function nearest<M extends ExistingVariant>(made: M[], wanted: Recipe, accept: string | undefined): M | null {
  let best: { one: M; distance: number } | null = null
  for (const one of made) {
    const recipe = recipeOf(one.recipe)
    if (!recipe || !isReadBy(accept, recipe.format, wanted.format) || !showsTheSame(recipe, wanted)) continue
    const distance = distanceOf(recipe, wanted)
    if (distance !== null && (!best || distance < best.distance)) best = { one, distance }
  }
  return best?.one ?? null
}

/** All browsers read the old formats. New ones need an Accept header or an explicit format. */
const isReadBy = (accept = '', format: PictureFormat, wanted: PictureFormat) =>
  format === 'jpeg' || format === 'png' || format === 'gif' || format === wanted || accept.includes(`image/${format}`)

function showsTheSame(recipe: Recipe, wanted: Recipe): boolean {
  if (JSON.stringify(recipe.crop) !== JSON.stringify(wanted.crop)) return false
  if (recipe.moves !== wanted.moves) return false
  if (recipe.blur !== 0 && recipe.blur !== wanted.blur) return false
  if (recipe.fit === 'inside') return true
  const isOfTheSameForm = recipe.fit === wanted.fit && Math.abs(formOf(recipe) - formOf(wanted)) < 0.02
  return isOfTheSameForm && recipe.focus.x === wanted.focus.x && recipe.focus.y === wanted.focus.y
}

const formOf = ({ width, height }: Recipe) => (width && height ? width / height : 0)
const edgeOf = ({ width, height }: Recipe) => Math.max(width ?? 0, height ?? 0) || shownEdge

function distanceOf(recipe: Recipe, wanted: Recipe): number | null {
  const [edge, wish] = [edgeOf(recipe), edgeOf(wanted)]
  if (edge * 2 < wish) return null
  const ofForm = recipe.fit === wanted.fit ? 0 : 0.5
  return (edge >= wish ? edge - wish : 2 * (wish - edge)) + ofForm + (recipe.format === wanted.format ? 0 : 0.25)
}
