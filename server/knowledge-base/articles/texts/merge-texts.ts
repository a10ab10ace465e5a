import { mergeDocuments } from '#contract/writing/merging/merge-documents.ts'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import type { ArticleText } from './article-text.ts'

type Conflict = { fields: string[]; blocks: unknown[] }
type Merged = { text: ArticleText; conflict?: undefined } | { text?: undefined; conflict: Conflict }

const lines = ['title', 'slug', 'excerpt', 'metaTitle', 'metaDescription', 'socialImage'] as const

/** Merges two texts with a common origin: field by field, and the document block by block. */
export function mergeTexts(base: ArticleText, theirs: ArticleText, yours: ArticleText): Merged {
  const fields = lines.filter((line) => isContested(base[line], theirs[line], yours[line]))
  const { document: joined, conflicts: blocks } = mergeDocuments(base.document, theirs.document, yours.document)
  // The joined document may be too long.
  const { document } = checkDocument(joined)
  if (!document || fields.length + blocks.length > 0) return { conflict: { fields, blocks } }
  const merged = Object.fromEntries(
    lines.map((line) => [line, theirs[line] === base[line] ? yours[line] : theirs[line]]),
  )
  return { text: { ...(merged as Omit<ArticleText, 'document'>), document } }
}

const isContested = (base: unknown, theirs: unknown, yours: unknown) =>
  theirs !== base && yours !== base && theirs !== yours
