import { createHash } from 'node:crypto'
import type { QueryOf } from '#contract/endpoint.ts'
import type { showPassage as contract } from '#contract/help/article-uses.ts'
import type { Document } from '#contract/writing/document.ts'
import { renderFor } from '#server/knowledge-base/articles/rendering/resolve-references.ts'
import { urlOf } from '#server/knowledge-base/articles/shape-article.ts'
import { findRead, type ReadCall, readingOf } from '#server/knowledge-base/articles/show-article.ts'
import { readerOf } from '#server/knowledge-base/categories/visibility.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { sectionAt } from '#server/writing/documents/render/outline.ts'
import { inlineToText, toText } from '#server/writing/documents/render/to-text.ts'

const noFiles = { picture: () => null, file: () => null }

export async function showPassage(
  call: ReadCall,
  articleId: string,
  { language: wanted, anchor = '' }: QueryOf<typeof contract>,
) {
  const { tx } = call
  const text = await findRead(tx, customerReader, articleId, wanted)
  if (!text) throw new Refusal('article-not-found')
  const { language, title, slug } = text
  const part = partAt(text.document, anchor)
  if (!part) throw new Refusal('section-not-found')
  const [first] = await findLanguages(tx)
  const heading = anchor ? part.content[0] : undefined
  const content = part.content.slice(heading ? 1 : 0)
  const reading = {
    ...readingOf(call, language),
    reader: customerReader,
    articleUrl: (slug: string, language: string) => urlOf(call, slug, language, first!),
    categoryUrl: (slug: string, language: string) => urlOf(call, slug, language, first!, 'category'),
    findFiles: async () => noFiles,
  }
  const html = await renderFor(tx, reading, { id: articleId, document: { type: 'doc', content } })
  return {
    ...{ title, language, html },
    heading: heading?.type === 'heading' ? inlineToText(heading.content) : null,
    url: urlOf(call, slug, language, first!) + (anchor && `#${encodeURIComponent(anchor)}`),
  }
}

/** Linked articles are read with the rights of customers, because replies go to customers. */
export const customerReader = readerOf('customers')

export const partAt = (document: Document, anchor: string): Document | null =>
  anchor ? sectionAt(document, anchor) : document

/** Hashes only the text of a passage, so that changes of the formatting do not count. */
export const hashOf = (part: Document | null) =>
  createHash('sha256')
    .update(part ? toText(part) : '')
    .digest()
