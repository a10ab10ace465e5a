import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type FoundPage, findPage } from '#server/knowledge-base/reading/find-page.ts'
import { sendFailure, sendPage } from '#server/knowledge-base/reading/serve-page.ts'
import { sendUnknownHost } from '#server/pages/plain-page.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { readAsCountedVisitor } from '#server/workspace/readers/find-reader.ts'
import { composePreview } from './compose-preview.ts'

/** A draft, for whoever has its link: nobody is asked who they are, and no cookie is read or set. */
export async function servePreview(request: FastifyRequest, reply: FastifyReply) {
  const { platform } = request.server
  // Its address is what opens it: no page that it leads to is told, and nothing keeps it.
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

/** Null where no workspace has this host. Drafts are seen by the role of the product alone, as far as the link says. */
async function findPreview(request: FastifyRequest): Promise<FoundPage | null> {
  const { platform } = request.server
  const reader = await readAsCountedVisitor(request, async (_, visitor) => visitor)
  if (!reader?.workspaceId) return null
  const { token } = request.params as { token: string }
  const domain = request.productHost.label!
  const work = async (tx: Parameters<typeof composePreview>[0]['tx']): Promise<FoundPage> => {
    const content = await composePreview({ tx, platform, domain, token })
    return content ? { name: 'article', status: 200, content } : findPage({ tx, reader, platform, domain }, null)
  }
  return inWorkspace(platform.app, reader.workspaceId, work, { isReading: true })
}
