import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { findPage, type ReadingResult } from '#server/knowledge-base/reading/find-page.ts'
import { sendFailure, sendPage } from '#server/knowledge-base/reading/serve-page.ts'
import { sendUnknownHost } from '#server/pages/plain-page.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { readAsCountedVisitor } from '#server/workspace/readers/find-reader.ts'
import { composePreview } from './compose-preview.ts'

export async function servePreview(request: FastifyRequest, reply: FastifyReply) {
  const { platform } = request.server
  // The URL is a secret: no referrer and no caching.
  reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
  // The editor shows it in a frame.
  reply.header('X-Frame-Options', 'SAMEORIGIN')
  if (request.productHost.kind !== 'workspace') return sendUnknownHost(reply, platform.settings)
  try {
    const found = await findPreview(request)
    return found ? await sendPage(platform, reply, found) : sendUnknownHost(reply, platform.settings)
  } catch (error) {
    return sendFailure(error as FastifyError, request, reply)
  }
}

/** Null for unknown hosts. Drafts are read with the role of the team, limited to the link. */
async function findPreview(request: FastifyRequest): Promise<ReadingResult | null> {
  const { platform } = request.server
  const reader = await readAsCountedVisitor(request, async (_, visitor) => visitor)
  if (!reader?.workspaceId) return null
  const { token } = request.params as { token: string }
  const domain = request.productHost.label!
  const work = async (tx: Parameters<typeof composePreview>[0]['tx']): Promise<ReadingResult> => {
    const content = await composePreview({ tx, platform, domain, token })
    return content ? { name: 'article', status: 200, content } : findPage({ tx, reader, platform, domain }, null)
  }
  return inWorkspace(platform.app, reader.workspaceId, work, { isReading: true })
}
