import type { FastifyReply, FastifyRequest } from 'fastify'
import { signFileUrl } from '#server/files/file-urls.ts'
import { sendPicture } from '#server/files/send-file.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findToken, isKnownTo, readAsCountedVisitor, readAsSignedIn } from '#server/workspace/readers/find-reader.ts'
import { type FileAddress, readFileName } from './file-addresses.ts'
import { findSeen } from './find-files.ts'

// Browsers cache public pictures for a year. Shared caches check again after five minutes, because a text can be
// unpublished.
const caching = { public: 'public, max-age=31536000, s-maxage=300, immutable', own: 'private, no-cache' }

export async function serveFile(request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply) {
  const address = readFileName(request.params.name)
  if (!address || request.productHost.kind !== 'workspace') throw new Refusal('file-not-found')
  const seen = (await findForVisitor(request, address)) ?? (await findOwn(request, reply, address))
  if (!seen) throw new Refusal('file-not-found')
  const { platform } = request.server
  const { storedId, edge } = address
  const { workspaceId, fileId } = seen
  // Downloads are redirected to the files host, which has no cookies and runs no scripts.
  if (edge === null)
    return reply
      .header('Cache-Control', 'no-store')
      .redirect(signFileUrl(platform, { workspaceId, fileId, use: 'download' }), 302)
  const etag = `"${storedId}-${edge}"`
  reply.header('ETag', etag).header('Cache-Control', caching[seen.by])
  reply.header('Content-Security-Policy', "default-src 'none'; sandbox").header('X-Robots-Tag', 'noindex')
  if (isKnownTo(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return sendPicture(platform, reply, { workspaceId, fileId: storedId, edge })
}

type ServedFile = { workspaceId: string; fileId: string; by: keyof typeof caching }

/** Looks for the file as an anonymous visitor, without reading the session, because most files are public. */
async function findForVisitor(request: FastifyRequest, address: FileAddress): Promise<ServedFile | null> {
  const found = await readAsCountedVisitor(request, async (tx, reader) => ({
    workspaceId: tx.workspaceId,
    file: await findSeen(tx, reader, address),
  }))
  return found?.file ? { ...found.file, workspaceId: found.workspaceId, by: 'public' } : null
}

async function findOwn(request: FastifyRequest, reply: FastifyReply, address: FileAddress): Promise<ServedFile | null> {
  const token = await findToken(request, reply)
  if (!token) return null
  return readAsSignedIn(request, token, async (tx, reader) => {
    const file = await findSeen(tx, reader, address)
    return file ? { ...file, workspaceId: tx.workspaceId, by: 'own' } : null
  })
}
