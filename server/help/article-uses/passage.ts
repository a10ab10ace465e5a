import { createHash } from 'node:crypto'
import type { Document } from '#contract/writing/document.ts'
import { readerOf } from '#server/knowledge-base/categories/visibility.ts'
import { sectionAt } from '#server/writing/documents/render/outline.ts'
import { toText } from '#server/writing/documents/render/to-text.ts'

/** A reply may contain only what its customer can read. */
export const theCustomer = readerOf('customers')

/** The linked section of a text, or the whole text; null if the section does not exist. */
export const partAt = (document: Document, anchor: string): Document | null =>
  anchor ? sectionAt(document, anchor) : document

/** Two passages are equal if their words are. */
export const hashOf = (part: Document | null) =>
  createHash('sha256')
    .update(part ? toText(part) : '')
    .digest()
