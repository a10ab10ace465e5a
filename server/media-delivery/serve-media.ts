import type { FastifyReply, FastifyRequest } from 'fastify'
import { readFileUrl, signFileUrl } from '#server/files/file-urls.ts'
import { isPlayable } from '#server/files/send-file.ts'
import { variantKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { pointIn } from '#server/platform/pictures/crop.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readAsCountedVisitor } from '#server/readers/find-reader.ts'
import { isKnownTo } from '#server/readers/known-tag.ts'
import { findWorkspaceByDomain } from '#server/workspaces/find-workspace.ts'
import { type AskedMedia, readMediaName, shortHash } from './addresses.ts'
import type { KeptServed } from './keep-served.ts'
import { makeVariant, type Variant } from './make-variant.ts'
import { findPreset, findServed, type Preset, type ServedMedia } from './queries.ts'
import { nameOf, type Recipe, readRecipe } from './recipe.ts'

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

async function sendPicture(kept: KeptServed, request: FastifyRequest, reply: FastifyReply, found: Found) {
  const { workspaceId, fileId, hash, mime, crop } = found
  const preset = await readPreset(kept, request)
  const focus = pointIn(crop, { x: found.focusX, y: found.focusY })
  const source = { mime, focus, crop, preset }
  const { recipe, isOpen } = readRecipe(request.query, request.headers.accept, source)
  const etag = `"${shortHash(hash)}-${nameOf(recipe)}"`
  reply.header('ETag', etag).header('Content-Security-Policy', "default-src 'none'; sandbox")
  if (isOpen) reply.header('Vary', 'Accept')
  if (isKnownTo(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const { mime: made, opened } = await openVariant(kept, request.server.platform, { workspaceId, fileId, recipe })
  reply.header('Content-Disposition', 'inline').header('Content-Length', opened.bytes)
  return reply.type(made).send(opened.stream)
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

type Wanted = { workspaceId: string; fileId: string; recipe: Recipe }

async function openVariant({ variants }: KeptServed, platform: Platform, wanted: Wanted) {
  const { workspaceId, fileId, recipe } = wanted
  const name = `${workspaceId} ${fileId} ${nameOf(recipe)}`
  const open = ({ id }: Variant) => platform.storage.open(variantKey(workspaceId, id))
  const known = variants.get(name)
  const opened = known && (await open(known).catch(() => undefined))
  if (opened) return { mime: known.mime, opened }
  const variant = await makeVariant(platform, wanted)
  if (!variant) throw new Refusal('file-not-found')
  variants.set(name, variant)
  return {
    mime: variant.mime,
    opened: await open(variant).catch(() => {
      throw new Refusal('file-not-found')
    }),
  }
}
