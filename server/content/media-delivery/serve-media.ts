import type { FastifyReply, FastifyRequest } from 'fastify'
import { readFileUrl, signFileUrl } from '#server/files/file-urls.ts'
import { isPlayable } from '#server/files/send-file.ts'
import { variantKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { keepBriefly } from '#server/platform/http/headers.ts'
import { limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { pointIn } from '#server/platform/pictures/crop.ts'
import { inTime } from '#server/platform/process/in-time.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readAsCountedVisitor } from '#server/workspace/readers/find-reader.ts'
import { isKnownTo } from '#server/workspace/readers/known-tag.ts'
import { findWorkspaceByDomain } from '#server/workspace/settings/find-workspace.ts'
import { type AskedMedia, readMediaName, shortHash } from './addresses.ts'
import { findSubstitute, type StoredPicture } from './find-substitute.ts'
import type { KeptServed } from './keep-served.ts'
import { makeVariant, type Variant, type VariantOf } from './make-variant.ts'
import { findPreset, findServed, type Preset, type ServedMedia } from './queries.ts'
import { nameOf, readRecipe } from './recipe.ts'

type Found = ServedMedia & { workspaceId: string }

/** An asset for whoever may have it: a picture in the size, cut and format asked for, all else from the host of files. */
export const serveMedia = (kept: KeptServed) => async (request: FastifyRequest, reply: FastifyReply) => {
  const asked = readMediaName((request.params as { name: string }).name)
  if (!asked || request.productHost.kind !== 'workspace') throw new Refusal('file-not-found')
  const { token } = request.query as { token?: unknown }
  const isSigned = typeof token === 'string'
  const found = isSigned ? await findSigned(request, asked, token) : await findPublic(kept, request, asked)
  if (!found) throw new Refusal('file-not-found')
  // Pages of others show what is here.
  reply.header('Cross-Origin-Resource-Policy', 'cross-origin').header('Access-Control-Allow-Origin', '*')
  reply.header('Cache-Control', cachingOf(asked, isSigned)).header('X-Robots-Tag', 'noindex')
  return found.width === null ? sendElsewhere(request, reply, found) : sendPicture(kept, request, reply, found)
}

const cachingOf = ({ hash }: AskedMedia, isSigned: boolean) => {
  if (!hash) return isSigned ? 'private, no-cache' : 'public, no-cache'
  // Caches that others share ask again soon, since it may have been taken back.
  return isSigned ? 'private, max-age=3600, immutable' : 'public, max-age=31536000, s-maxage=300, immutable'
}

const findPublic = (kept: KeptServed, request: FastifyRequest, asked: AskedMedia): Promise<Found | null> =>
  kept.find(request.productHost.label!, `${asked.id} ${asked.hash}`, () =>
    readAsCountedVisitor(request, async (tx) => placed(await findServed(tx, asked), tx.workspaceId)),
  )

async function findSigned(request: FastifyRequest, asked: AskedMedia, token: string): Promise<Found | null> {
  const { keys, app } = request.server.platform
  const ref = readFileUrl(keys.fileUrl, 'media', token)
  if (ref?.fileId !== asked.id) return null
  const { workspaceId } = ref
  return inWorkspace(app, workspaceId, async (tx) => {
    // On its own host alone.
    const workspace = await findWorkspaceByDomain(tx, request.productHost.label!)
    return workspace?.id === workspaceId && !workspace.suspendedAt
      ? placed(await findServed(tx, asked), workspaceId)
      : null
  })
}

const placed = (found: ServedMedia | undefined, workspaceId: string) => (found ? { ...found, workspaceId } : null)

/** What is no picture comes from the host that shares no cookie and runs nothing. */
function sendElsewhere(request: FastifyRequest, reply: FastifyReply, { workspaceId, fileId, mime }: Found) {
  const use = isPlayable(mime) ? 'play' : 'download'
  const address = signFileUrl(request.server.platform, { workspaceId, fileId, use })
  return reply.header('Cache-Control', 'no-store').redirect(address, 302)
}

/** A drawing that is opened as a page has its own styles and the pictures within it, and nothing that runs or is fetched. */
const policies = {
  picture: "default-src 'none'; sandbox",
  drawing: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
}

async function sendPicture(kept: KeptServed, request: FastifyRequest, reply: FastifyReply, found: Found) {
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
    keepBriefly(reply)
    reply.header('Vary', 'Accept')
  }
  reply.header('Content-Disposition', 'inline').header('Content-Length', picture.bytes)
  return reply.type(picture.mime).send(picture.stream)
}

/** The size that the address names. */
async function readPreset(kept: KeptServed, request: FastifyRequest): Promise<Preset | null> {
  const { preset: name } = request.query as { preset?: unknown }
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

/** The variant that was asked for, where it is there or made while its asker waits; null where that is refused or takes longer. */
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

/** Whoever has had too many made, or waits for too long, is answered otherwise; what has begun is made all the same. */
async function makeInTime(request: FastifyRequest, wanted: VariantOf): Promise<Variant | null> {
  const { platform } = request.server
  const making = makeVariant(platform, wanted, () => spendVariant(request, wanted)).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    if (error.cause) request.log.warn({ err: error.cause }, 'picture not made')
    return null
  })
  return (await inTime(making, patienceMs)) ?? null
}

/** Nobody chooses the network they ask from, so no visitor has all made that a workspace may have. */
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

/** Null where its bytes have gone. */
async function openPicture({ storage }: Platform, { key, mime }: StoredPicture) {
  const opened = await storage.open(key).catch(() => null)
  return opened && { ...opened, mime }
}
