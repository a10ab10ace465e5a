import type { Document, DocumentNode, LinkTarget, Reference } from '#contract/writing/document.ts'

type Used<Thing> = Thing & { path: string }

export type DocumentReferences = {
  references: Used<{ reference: Reference; as: 'link' | 'include' | 'list' }>[]
  pictures: Used<{ file: string }>[]
  files: Used<{ file: string }>[]
  entries: Used<{ entry: string }>[]
  links: Used<{ href: string }>[]
}

export function referencesOf(document: Document): DocumentReferences {
  const found: DocumentReferences = { references: [], pictures: [], files: [], entries: [], links: [] }
  const follow = (target: LinkTarget, path: string) => {
    if (target.entry) found.entries.push({ entry: target.entry, path })
    else if (target.reference) found.references.push({ reference: target.reference, as: 'link', path })
    else if (target.href) found.links.push({ href: target.href, path })
  }
  walkDocument(document, (node, path) => {
    if (node.type === 'text') for (const mark of node.marks ?? []) if (mark.type === 'link') follow(mark.attrs, path)
    if (node.type === 'include') found.references.push({ reference: node.attrs.reference, as: 'include', path })
    if (node.type === 'categoryList') found.references.push({ reference: node.attrs.reference, as: 'list', path })
    if (node.type === 'picture') found.pictures.push({ file: node.attrs.file, path })
    if (node.type === 'picture' && node.attrs.link) follow(node.attrs.link, path)
    if (node.type === 'file') found.files.push({ file: node.attrs.file, path })
    if (node.type === 'entry' || node.type === 'inlineEntry') found.entries.push({ entry: node.attrs.entry, path })
    if (node.type === 'video' && node.attrs.poster) found.pictures.push({ file: node.attrs.poster, path })
  })
  return found
}

/** Visits every node in reading order. The path has the form of `DocumentFault`, for example `document.content[0]`. */
export function walkDocument(document: Document, visit: (node: DocumentNode, path: string) => void): void {
  const walk = (node: DocumentNode, path: string) => {
    visit(node, path)
    if ('content' in node) node.content?.forEach((child, index) => void walk(child, `${path}.content[${index}]`))
  }
  walk(document, 'document')
}
