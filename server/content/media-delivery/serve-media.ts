import type { FastifyReply, FastifyRequest } from 'fastify'
import { readFileUrl, signFileUrl } from '#server/files/file-urls.ts'
import { makePicture } from '#server/files/pictures/make-picture.ts'
import { isPlayable } from '#server/files/send-file.ts'
import { pictureKey, shownEdge, variantKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { cacheForOneMinute } from '#server/platform/http/headers.ts'
import { limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { pointIn } from '#server/platform/pictures/crop.ts'
import { inTime } from '#server/platform/process/in-time.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isKnownTo, readAsCountedVisitor } from '#server/workspace/readers/find-reader.ts'
import { findWorkspaceByDomain } from '#server/workspace/settings/find-workspace.ts'
import { type MediaAddress, readMediaName, shortHash } from './addresses.ts'
import type { KeptServed } from './keep-served.ts'
import { makeVariant, type Variant, type VariantOf } from './make-variant.ts'
import { findPreset, findServed, listVariants, type Preset, type ServedMedia } from './queries.ts'
import { nameOf, type PictureFormat, type Recipe, readRecipe, recipeOf, wholeOf } from './recipe.ts'

type RequestedMedia = ServedMedia & { workspaceId: string }
type MediaRequest = FastifyRequest<{ Params: { name: string }; Querystring: Record<string, unknown> }>

export const serveMedia = (kept: KeptServed) => async (request: MediaRequest, reply: FastifyReply) => {
  const asked = readMediaName(request.params.name)
  if (!asked || request.productHost.kind !== 'workspace') throw new Refusal('file-not-found')
  const { token } = request.query
  const isSigned = typeof token === 'string'
  const found = isSigned ? await findSigned(request, asked, token) : await findPublic(kept, request, asked)
  if (!found) throw new Refusal('file-not-found')
  // Other sites can embed these files.
  reply.header('Cross-Origin-Resource-Policy', 'cross-origin').header('Access-Control-Allow-Origin', '*')
  reply.header('Cache-Control', cachingOf(asked, isSigned)).header('X-Robots-Tag', 'noindex')
  return found.width === null ? sendElsewhere(request, reply, found) : sendPicture(kept, request, reply, found)
}

const cachingOf = ({ hash }: MediaAddress, isSigned: boolean) => {
  if (!hash) return isSigned ? 'private, no-cache' : 'public, no-cache'
  // Shared caches must ask again after five minutes, because a file can become private.
  return isSigned ? 'private, max-age=3600, immutable' : 'public, max-age=31536000, s-maxage=300, immutable'
}

const findPublic = (kept: KeptServed, request: FastifyRequest, asked: MediaAddress): Promise<RequestedMedia | null> =>
  kept.find(request.productHost.label!, `${asked.id} ${asked.hash}`, () =>
    readAsCountedVisitor(request, async (tx) => placed(await findServed(tx, asked), tx.workspaceId)),
  )

async function findSigned(request: FastifyRequest, asked: MediaAddress, token: string): Promise<RequestedMedia | null> {
  const { keys, app } = request.server.platform
  const ref = readFileUrl(keys.fileUrl, 'media', token)
  if (ref?.fileId !== asked.id) return null
  const { workspaceId } = ref
  return inWorkspace(app, workspaceId, async (tx) => {
    // A signed URL works only on the host of its own workspace.
    const workspace = await findWorkspaceByDomain(tx, request.productHost.label!)
    return workspace?.id === workspaceId && !workspace.suspendedAt
      ? placed(await findServed(tx, asked), workspaceId)
      : null
  })
}

const placed = (found: ServedMedia | undefined, workspaceId: string) => (found ? { ...found, workspaceId } : null)

/** Redirects to the files host, which has no cookies and runs no scripts. */
function sendElsewhere(request: FastifyRequest, reply: FastifyReply, { workspaceId, fileId, mime }: RequestedMedia) {
  const use = isPlayable(mime) ? 'play' : 'download'
  const address = signFileUrl(request.server.platform, { workspaceId, fileId, use })
  return reply.header('Cache-Control', 'no-store').redirect(address, 302)
}

// Content security policies for a picture that is opened as a page. An SVG can use its own styles and embedded
// pictures. Scripts and requests are blocked.
const policies = {
  picture: "default-src 'none'; sandbox",
  drawing: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
}

async function sendPicture(kept: KeptServed, request: MediaRequest, reply: FastifyReply, found: RequestedMedia) {
  const { workspaceId, fileId, hash, mime, moves, crop } = found
  const preset = await readPreset(kept, request)
  const focus = pointIn(crop, { x: found.focusX, y: found.focusY })
  const source = { mime, moves, focus, crop, preset }
  const { recipe, isOpen } = readRecipe(request.query, request.headers.accept, source)
  const etag = `"${shortHash(hash)}-${nameOf(recipe)}"`
  reply
    .header('ETag', etag)
    .header('Content-Security-Policy', policies[recipe.format === 'svg' ? 'drawing' : 'picture'])
  if (isOpen) reply.header('Vary', 'Accept')
  if (isKnownTo(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const { accept } = request.headers
  const wanted = { workspaceId, fileId, recipe }
  const picture =
    (await openMade(kept, request, wanted)) ?? (await openSubstitute(request, wanted, { accept, mime, moves }))
  if (picture.isSubstitute) {
    cacheForOneMinute(reply)
    reply.header('Vary', 'Accept')
  }
  reply.header('Content-Disposition', 'inline').header('Content-Length', picture.bytes)
  return reply.type(picture.mime).send(picture.stream)
}

async function readPreset(kept: KeptServed, request: MediaRequest): Promise<Preset | null> {
  const { preset: name } = request.query
  if (name === undefined) return null
  const found =
    typeof name === 'string' && isPresetName.test(name)
      ? await kept.find(request.productHost.label!, `preset ${name}`, () =>
          readAsCountedVisitor(request, async (tx) => {
            const preset = await findPreset(tx, name)
            return preset ? { ...preset, workspaceId: tx.workspaceId } : null
          }),
        )
      : null
  if (!found) throw new Refusal('invalid', { detail: 'There is no preset of this name.' })
  return found
}
const isPresetName = /^[A-Za-z][\w-]{0,39}$/

const patienceMs = 10_000

async function openMade({ variants }: KeptServed, request: FastifyRequest, wanted: VariantOf) {
  const { platform } = request.server
  const { workspaceId, fileId, recipe } = wanted
  const name = `${workspaceId} ${fileId} ${nameOf(recipe)}`
  const open = ({ id, mime }: Variant) => openPicture(platform, { key: variantKey(workspaceId, id), mime })
  const known = variants.get(name)
  const opened = known && (await open(known))
  if (opened) return { ...opened, isSubstitute: false }
  const made = await makeInTime(request, wanted)
  if (!made) return null
  variants.set(name, made)
  const fresh = await open(made)
  return fresh && { ...fresh, isSubstitute: false }
}

// Creates a variant. Returns null if the creation is refused or takes too long. After a timeout, the creation continues
// in the background.
async function makeInTime(request: FastifyRequest, wanted: VariantOf): Promise<Variant | null> {
  const { platform } = request.server
  const making = makeVariant(platform, wanted, () => spendVariant(request, wanted)).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    if (error.cause) request.log.warn({ err: error.cause }, 'picture not made')
    return null
  })
  return (await inTime(making, patienceMs)) ?? null
}

// Counts a new variant against the limits of the network and of the workspace. Because of the limit per network, one
// visitor cannot use up the limit of the workspace.
function spendVariant({ server, ip }: FastifyRequest, { workspaceId }: VariantOf) {
  const { limiter } = server.platform
  limiter.count(limits.variant, networkOf(ip))
  limiter.count(limits.variantsOfWorkspace, workspaceId)
}

async function openSubstitute(request: FastifyRequest, wanted: VariantOf, asker: Parameters<typeof findSubstitute>[2]) {
  const { platform } = request.server
  const stored = await findSubstitute(platform, wanted, asker)
  const opened = stored && (await openPicture(platform, stored))
  if (!opened) throw new Refusal('file-not-found')
  return { ...opened, isSubstitute: true }
}

async function openPicture({ storage }: Platform, { key, mime }: StoredPicture) {
  const opened = await storage.open(key).catch(() => null)
  return opened && { ...opened, mime }
}

type StoredPicture = { key: string; mime: string }
type PictureRequest = { accept: string | undefined; mime: string; moves: boolean }

// Finds a replacement for a variant that is not ready in time: the most similar existing variant, or else the whole
// picture. For a cropped picture, the whole crop is created, so that nothing outside of the crop is shown.
async function findSubstitute(
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

/**
 * Finds the variant of the nearest size that shows the same content, preferably a larger one. Ignores variants with
 * less than half the size.
 */
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

// Whether the browser can read a format. All browsers can read JPEG, PNG and GIF. Other formats must be requested by
// name or listed in the Accept header.
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
