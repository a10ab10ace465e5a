import { createHash } from 'node:crypto'
import type { Document } from '#contract/writing/document.ts'
import type { TextReference } from '#server/knowledge-base/articles/queries/texts.ts'
import { referencesOf } from '#server/writing/documents/render/references-of.ts'
import { toText } from '#server/writing/documents/render/to-text.ts'

export type ArticleText = {
  title: string
  slug: string
  excerpt: string
  metaTitle: string
  metaDescription: string
  socialImage: string | null
  document: Document
}

export const emptyDocument: Document = { type: 'doc', content: [{ type: 'paragraph' }] }

export function deriveText(document: Document): { words: string; references: TextReference[]; addresses: string[] } {
  const { references, pictures, files, links } = referencesOf(document)
  const all: TextReference[] = [
    ...references.map(({ reference: { kind, id } }) => ({ kind, id })),
    ...[...pictures, ...files].map(({ file }) => ({ kind: 'file' as const, id: file })),
  ]
  const distinct = new Map(all.map((one) => [`${one.kind} ${one.id}`, one]))
  const addresses = new Set(links.flatMap(({ href }) => outsideAddress(href) ?? []))
  return { words: toText(document), references: [...distinct.values()], addresses: [...addresses] }
}

const longestAddress = 2048

/** Returns the URL of a web link without its fragment. Null for other links and for URLs that are too long. */
export function outsideAddress(href: string): string | null {
  const [address = ''] = href.split('#')
  return /^https?:\/\//i.test(address) && address.length <= longestAddress ? address : null
}

export const hashOfAddress = (address: string) => createHash('sha256').update(address).digest()

export const filesIn = (references: TextReference[]) =>
  references.filter(({ kind }) => kind === 'file').map(({ id }) => id)
