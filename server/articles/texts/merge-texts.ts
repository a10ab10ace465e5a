import type { Document } from '#contract/document.ts'
import { checkDocument } from '#server/documents/check/check-document.ts'
import { mergeDocuments } from '#server/documents/compare/merge-documents.ts'
import type { ArticleText } from './article-text.ts'

export type Conflict = { fields: string[]; blocks: unknown[] }
type Merged = { text: ArticleText; conflict?: undefined } | { text?: undefined; conflict: Conflict }

const lines = ['title', 'slug', 'excerpt', 'metaTitle', 'metaDescription', 'socialImage'] as const

/** What two have made of one text: each line as whoever changed it left it, the document block by block. */
export function mergeTexts(base: ArticleText, theirs: ArticleText, yours: ArticleText): Merged {
  const fields = lines.filter((line) => isContested(base[line], theirs[line], yours[line]))
  const { document, conflicts } = mergeDocuments(
    ...([base, theirs, yours].map(asChecked) as [Document, Document, Document]),
  )
  if (!document || fields.length > 0) return { conflict: { fields, blocks: conflicts ?? [] } }
  const merged = Object.fromEntries(
    lines.map((line) => [line, theirs[line] === base[line] ? yours[line] : theirs[line]]),
  )
  return { text: { ...(merged as Omit<ArticleText, 'document'>), document } }
}

/** PostgreSQL keeps the names of what it holds as jsonb in an order of its own; a check gives them theirs. */
const asChecked = ({ document }: ArticleText) => checkDocument(document).document ?? document

const isContested = (base: unknown, theirs: unknown, yours: unknown) =>
  theirs !== base && yours !== base && theirs !== yours
