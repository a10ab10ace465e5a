import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { drawingMime } from '#server/files/mime-types.ts'
import { makePicture } from '#server/files/pictures/make-picture.ts'
import { fileKey, pictureKey, shownEdge, variantKey } from '#server/files/storage-keys.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { cleanDrawing, movingSeconds, pictureSeconds, runApart } from '#server/platform/pictures/picture-work.ts'
import { takeTurns } from '#server/platform/process/take-turns.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { EncodedPicture } from './apart/encode-variant.ts'
import { thinVariants } from './forget-variants.ts'
import { claimVariant, findVariant, markFree, markMade } from './queries.ts'
import { nameOf, type Recipe } from './recipe.ts'

export type VariantOf = { workspaceId: string; fileId: string; recipe: Recipe }
type Ref = VariantOf
export type Variant = { id: string; mime: string }

const waitMs = 15_000
const lookAgainMs = 250

/**
 * Returns a variant, which is created at the first request. Returns null if the picture does not exist or if all
 * attempts failed. `spend` enforces the limit of new variants.
 */
export async function makeVariant(platform: Platform, ref: Ref, spend?: () => void): Promise<Variant | null> {
  const until = Date.now() + waitMs
  while (Date.now() < until) {
    const known = await find(platform, ref)
    if (known?.mime) return { id: known.id, mime: known.mime }
    if (known?.isNone && !known.isBusy) return null
    const made = await makeOnce(platform, ref, spend)
    if (made !== 'elsewhere') return made
    await wait(lookAgainMs)
  }
  throw new Refusal('took-too-long', { retryAfterSeconds: 5 })
}

const find = ({ app }: Platform, { workspaceId, fileId, recipe }: Ref) =>
  inWorkspace(app, workspaceId, (tx) => findVariant(tx, { fileId, recipe: nameOf(recipe) }))

type VariantResult = Variant | null | 'elsewhere'

// Encodes at most two variants at a time. On more than two cores, both can belong to one workspace, because a variant
// takes only a fraction of a second.
const inTurn = takeTurns({ atOnce: 2, ofOne: availableParallelism() > 2 ? 2 : 1, mostWaiting: 40 })
/** Animations take longer, so only one is encoded at a time. */
const movingInTurn = takeTurns({ atOnce: 1, mostWaiting: 40 })
const making = new Map<string, Promise<VariantResult>>()

function makeOnce(platform: Platform, ref: Ref, spend?: () => void): Promise<VariantResult> {
  const key = `${ref.workspaceId} ${ref.fileId} ${nameOf(ref.recipe)}`
  const begun = making.get(key)
  if (begun) return begun
  spend?.()
  const turn = ref.recipe.moves ? movingInTurn : inTurn
  const made = turn(ref.workspaceId, () => make(platform, ref)).finally(() => making.delete(key))
  making.set(key, made)
  return made
}

async function make(platform: Platform, ref: Ref): Promise<VariantResult> {
  const { workspaceId, fileId, recipe } = ref
  // Decodes the upload once, in the sandbox. Variants are made from the result. SVG variants are made from the upload.
  if (!(await makePicture(platform, { workspaceId, fileId, edge: shownEdge }))) return null
  const id = await inWorkspace(platform.app, workspaceId, (tx) => claimVariant(tx, { fileId, recipe: nameOf(recipe) }))
  if (!id) return 'elsewhere'
  const encoded = await encode(platform, ref, id).catch(async (cause) => {
    await inWorkspace(platform.app, workspaceId, (tx) => markFree(tx, id))
    throw new Refusal('took-too-long', { retryAfterSeconds: 60, cause })
  })
  if (await inWorkspace(platform.app, workspaceId, (tx) => keep(tx, fileId, id, encoded)))
    return { id, mime: encoded.mime }
  // The file and its rows were deleted meanwhile.
  await platform.storage.remove(variantKey(workspaceId, id))
  return null
}

async function encode(platform: Platform, { workspaceId, fileId, recipe }: Ref, id: string): Promise<EncodedPicture> {
  const key = recipe.format === 'svg' ? fileKey(workspaceId, fileId) : pictureKey(workspaceId, fileId, shownEdge)
  const { bytes } = await encodeApart(await platform.storage.read(key), recipe)
  // Uses the requested type, because the type that the encoding process reports is not trusted.
  const encoded: EncodedPicture = { mime: mimeOf(recipe), bytes }
  await platform.storage.put(variantKey(workspaceId, id), encoded.bytes)
  return encoded
}

const encodeApart = (bytes: Buffer, recipe: Recipe): Promise<{ bytes: Buffer }> =>
  recipe.format === 'svg'
    ? cleanDrawing(bytes)
    : runApart({
        script,
        name: 'encodeVariant',
        bytes,
        input: recipe,
        timeLimitMs: 1000 * (recipe.moves ? movingSeconds : pictureSeconds),
      })

const script = new URL('./apart/encode-variant.ts', import.meta.url)
const mimeOf = ({ format }: Recipe): EncodedPicture['mime'] => (format === 'svg' ? drawingMime : `image/${format}`)

async function keep(tx: WorkspaceTx, fileId: string, id: string, encoded: EncodedPicture): Promise<boolean> {
  const isKept = await markMade(tx, id, encoded)
  if (isKept) await thinVariants(tx, fileId)
  return isKept
}
