import type { ReadingPages } from '#contract/knowledge-base/reading.ts'
import { signedFiles } from '#server/knowledge-base/articles/rendering/find-addresses.ts'
import { type Draft, findDraft } from '#server/knowledge-base/articles/show-article.ts'
import { readerOf } from '#server/knowledge-base/categories/visibility.ts'
import { composeArticle } from '#server/knowledge-base/reading/compose/article.ts'
import { headOf } from '#server/knowledge-base/reading/compose/frame.ts'
import { findLink } from '#server/knowledge-base/reading/queries/preview-links.ts'
import { findSpace, type ReadingCall, wordsIn } from '#server/knowledge-base/reading/space.ts'
import { excerptOf } from '#server/writing/documents/render/to-text.ts'
import { readToken } from './preview-token.ts'

export type PreviewCall = Omit<ReadingCall, 'space' | 'language' | 'reader'> & { domain: string; token: string }

/** Null for invalid links. The rest of the page shows what the audience of the link can read. */
export async function composePreview({
  domain,
  token,
  ...asked
}: PreviewCall): Promise<ReadingPages['article'] | null> {
  const { tx, platform } = asked
  const id = readToken(platform.keys, tx.workspaceId, token)
  const link = id ? await findLink(tx, id) : undefined
  const draft = link && (await findDraft(tx, link.articleId, link.language))
  if (!link || !draft) return null
  const space = await findSpace(tx, domain)
  const call = { ...asked, reader: readerOf(link.audience), space, language: link.language }
  const { frame, body } = await composeArticle(call, asLive(draft), signedFiles(platform, tx.workspaceId))
  return {
    frame: { ...frame, editions: [] },
    head: headOf(call, { title: wordsIn(call).previewOf(body.title), path: null, editions: [], isIndexed: false }),
    body: { ...body, previewUntil: link.expiresAt, markdownPath: null, remark: null },
  }
}

const asLive = ({ article, text }: Draft) => ({
  id: article.id,
  language: text.language,
  slug: text.slug,
  title: text.title || 'Untitled',
  document: text.document,
  excerpt: text.excerpt || excerptOf(text.document),
  words: text.words,
  metaTitle: text.metaTitle,
  metaDescription: text.metaDescription,
  socialFileId: text.socialFileId,
  categoryId: article.categoryId,
  position: article.position,
  audience: article.audience,
  isListed: article.isListed,
  labels: article.labels,
  takesFeedback: false,
  publishedAt: text.updatedAt,
  firstPublishedAt: text.updatedAt,
})
