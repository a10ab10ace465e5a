import { createHash } from 'node:crypto'
import type { Document } from '#contract/writing/document.ts'
import { readerOf } from '#server/knowledge-base/categories/visibility.ts'
import { sectionAt } from '#server/writing/documents/render/outline.ts'
import { toText } from '#server/writing/documents/render/to-text.ts'

/** Whatever is put into a reply is what its customer may read. */
export const theCustomer = readerOf('customers')

/** The part of a text that is led to: a section, or all of it; null where there is no such section. */
export const partAt = (document: Document, anchor: string): Document | null =>
  anchor ? sectionAt(document, anchor) : document

/** Two parts are the same answer where their words are. */
export const hashOf = (part: Document | null) =>
  createHash('sha256')
    .update(part ? toText(part) : '')
    .digest()
