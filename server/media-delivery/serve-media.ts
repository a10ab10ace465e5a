import type { FastifyReply, FastifyRequest } from 'fastify'
import { readFileUrl, signFileUrl } from '#server/files/file-urls.ts'
import { isPlayable } from '#server/files/send-file.ts'
import { variantKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readAsCountedVisitor } from '#server/readers/find-reader.ts'
import { isKnownTo } from '#server/readers/known-tag.ts'
import { findWorkspaceByDomain } from '#server/workspaces/find-workspace.ts'
import { type AskedMedia, readMediaName, shortHash } from './addresses.ts'
import { makeVariant } from './make-variant.ts'
import { findServed, type ServedMedia } from './queries.ts'
import { nameOf, readRecipe } from './recipe.ts'

type Found = ServedMedia & { workspaceId: string }

/** An asset for whoever may have it: a picture in the size, cut and format asked for, all else from the host of files. */
export async function serveMedia(request: FastifyRequest, reply: FastifyReply) {
  const asked = readMediaName((request.params as { name: string }).name)
  if (!asked || request.productHost.kind !== 'workspace') throw new Refusal('file-not-found')
  const { token } = request.query as { token?: unknown }
  const isSigned = typeof token === 'string'
  const found = isSigned ? await findSigned(request, asked, token) : await findPublic(request, asked)
  if (!found) throw new Refusal('file-not-found')
  // Pages of others show what is here.
  reply.header('Cross-Origin-Resource-Policy', 'cross-origin').header('Access-Control-Allow-Origin', '*')
  reply.header('Cache-Control', cachingOf(asked, isSigned)).header('X-Robots-Tag', 'noindex')
  return found.width === null ? sendElsewhere(request, reply, found) : sendPicture(request, reply, found)
}

const cachingOf = ({ hash }: AskedMedia, isSigned: boolean) => {
  if (!hash) return isSigned ? 'private, no-cache' : 'public, no-cache'
  // Caches that others share ask again soon, since it may have been taken back.
  return isSigned ? 'private, max-age=3600, immutable' : 'public, max-age=31536000, s-maxage=300, immutable'
}

const findPublic = (request: FastifyRequest, asked: AskedMedia): Promise<Found | null> =>
  readAsCountedVisitor(request, async (tx) => placed(await findServed(tx, asked), tx.workspaceId))

async function findSigned(request: FastifyRequest, asked: AskedMedia, token: string): Promise<Found | null> {
  const { keys, app } = request.server.platform
  const ref = readFileUrl(keys.fileUrl, 'media', token)
  if (ref?.fileId !== asked.id) return null
  const { workspaceId } = ref
  return inWorkspace(app, workspaceId, async (tx) => {
    // On its own host alone.
    const workspace = await findWorkspaceByDomain(tx, request.productHost.label!)
    return workspace?.id === workspaceId ? placed(await findServed(tx, asked), workspaceId) : null
  })
}

const placed = (found: ServedMedia | undefined, workspaceId: string) => (found ? { ...found, workspaceId } : null)

/** What is no picture comes from the host that shares no cookie and runs nothing. */
function sendElsewhere(request: FastifyRequest, reply: FastifyReply, { workspaceId, fileId, mime }: Found) {
  const use = isPlayable(mime) ? 'play' : 'download'
  const address = signFileUrl(request.server.platform, { workspaceId, fileId, use })
  return reply.header('Cache-Control', 'no-store').redirect(address, 302)
}

async function sendPicture(request: FastifyRequest, reply: FastifyReply, found: Found) {
  const { workspaceId, fileId, hash, mime, focusX: x, focusY: y } = found
  const { recipe, isOpen } = readRecipe(request.query, request.headers.accept, { mime, focus: { x, y } })
  const etag = `"${shortHash(hash)}-${nameOf(recipe)}"`
  reply.header('ETag', etag).header('Content-Security-Policy', "default-src 'none'; sandbox")
  if (isOpen) reply.header('Vary', 'Accept')
  if (isKnownTo(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const { platform } = request.server
  const variant = await makeVariant(platform, { workspaceId, fileId, recipe })
  if (!variant) throw new Refusal('file-not-found')
  const { stream, bytes } = await platform.storage.open(variantKey(workspaceId, variant.id)).catch(() => {
    throw new Refusal('file-not-found')
  })
  reply.header('Content-Disposition', 'inline').header('Content-Length', bytes)
  return reply.type(variant.mime).send(stream)
}
