import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ReadingPages } from '#contract/knowledge-base/reading.ts'
import { signedFiles } from '#server/knowledge-base/articles/rendering/resolve-references.ts'
import { type Draft, findDraft } from '#server/knowledge-base/articles/show-article.ts'
import { readerOf } from '#server/knowledge-base/categories/visibility.ts'
import { composeArticle } from '#server/knowledge-base/reading/compose/article.ts'
import { headOf } from '#server/knowledge-base/reading/compose/frame.ts'
import { findPage, type ReadingResult } from '#server/knowledge-base/reading/find-page.ts'
import { findLink } from '#server/knowledge-base/reading/queries/preview-links.ts'
import { sendFailure, sendPage } from '#server/knowledge-base/reading/serve-page.ts'
import { findSpace, inLanguage } from '#server/knowledge-base/reading/space.ts'
import { sendUnknownHost } from '#server/pages/plain-page.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { readAsCountedVisitor } from '#server/workspace/readers/find-reader.ts'
import { excerptOf } from '#server/writing/documents/render/to-text.ts'
import { readToken } from './preview-links.ts'

type PreviewRequest = FastifyRequest<{ Params: { token: string } }>

export async function servePreview(request: PreviewRequest, reply: FastifyReply) {
  const { platform } = request.server
  // The preview URL is a secret, so the page sends no referrer and is not cached.
  reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
  // The editor shows the preview in a frame.
  reply.header('X-Frame-Options', 'SAMEORIGIN')
  if (request.productHost.kind !== 'workspace') return sendUnknownHost(reply, platform.settings)
  try {
    const found = await findPreview(request)
    return found ? await sendPage(platform, reply, found) : sendUnknownHost(reply, platform.settings)
  } catch (error) {
    return sendFailure(error as FastifyError, request, reply)
  }
}

// Returns the preview page, or the 404 page if the token is invalid. Returns null for an unknown host. Uses the
// database role of the team, because visitors cannot read drafts.
async function findPreview(request: PreviewRequest): Promise<ReadingResult | null> {
  const { platform } = request.server
  const reader = await readAsCountedVisitor(request, async (_, visitor) => visitor)
  if (!reader?.workspaceId) return null
  const { token } = request.params
  const domain = request.productHost.label!
  const work = async (tx: WorkspaceTx): Promise<ReadingResult> => {
    const content = await composePreview(tx, platform, domain, token)
    return content ? { name: 'article', status: 200, content } : findPage({ tx, reader, platform, domain }, null)
  }
  return inWorkspace(platform.app, reader.workspaceId, work, { isReading: true })
}

// Composes the page of the draft that the token opens. Returns null for an invalid token. The rest of the page shows
// only content for the audience of the link.
async function composePreview(
  tx: WorkspaceTx,
  platform: Platform,
  domain: string,
  token: string,
): Promise<ReadingPages['article'] | null> {
  const id = readToken(platform.keys, tx.workspaceId, token)
  const link = id ? await findLink(tx, id) : undefined
  const draft = link && (await findDraft(tx, link.articleId, link.language))
  if (!link || !draft) return null
  const space = await findSpace(tx, domain)
  const call = { tx, platform, reader: readerOf(link.audience), ...inLanguage(platform, space, link.language) }
  const { frame, body } = await composeArticle(call, asLive(draft), signedFiles(platform, tx.workspaceId))
  return {
    frame: { ...frame, editions: [] },
    head: headOf(call, { title: call.words.previewOf(body.title), path: null, editions: [], isIndexed: false }),
    body: { ...body, previewUntil: link.expiresAt, markdownPath: null, remark: null },
  }
}

const asLive = ({ article, text }: Draft) => ({
  ...article,
  ...text,
  title: text.title || 'Untitled',
  excerpt: text.excerpt || excerptOf(text.document),
  takesFeedback: false,
  publishedAt: text.updatedAt,
  firstPublishedAt: text.updatedAt,
})
