import type { FoundPlace } from '#contract/knowledge-base/changes.ts'
import type { Document } from '#contract/writing/document.ts'
import type { ArticleText } from '#server/knowledge-base/articles/texts/article-text.ts'
import {
  type FoundWords,
  replaceInDocument,
  replaceInLine,
  type WordSearch,
} from '#server/writing/documents/words/replace-words.ts'

const lines = ['title', 'excerpt', 'metaTitle', 'metaDescription'] as const

type Words = Pick<ArticleText, (typeof lines)[number] | 'document'>

/** Replaces words in a text. The places are in reading order. */
export function replaceWords(text: Words, sought: WordSearch): { text: Words; places: FoundPlace[] } {
  const places: FoundPlace[] = []
  const noteIn = (place: FoundPlace['in']) => (found: FoundWords) => {
    const { isAddress, ...words } = found
    places.push({ in: isAddress ? 'address' : place, ...words })
  }
  const replaced = Object.fromEntries(lines.map((name) => [name, replaceInLine(text[name], sought, noteIn(name))]))
  const document: Document = replaceInDocument(text.document, sought, noteIn('text'))
  return { text: { ...(replaced as Omit<Words, 'document'>), document }, places }
}
