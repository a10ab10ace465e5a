import { type Document, type DocumentNode, documentLimits, type Reference } from './document.ts'

/** A picture on another site. Until the picture is copied, `file` is its placeholder in the document. */
export type PendingPicture = { file: string; src: string }

export const leftKinds = [
  ...(['embed-linked', 'media-linked', 'embed-dropped', 'script-dropped', 'hidden-dropped', 'form-dropped'] as const),
  ...(['drawing-dropped', 'picture-dropped', 'link-dropped', 'form-flattened', 'look-dropped'] as const),
] as const
export type LeftKind = (typeof leftKinds)[number]

/** Content that a conversion left out or simplified. `about` is its URL, or words to find it in the source. */
export type LeftOut = { kind: LeftKind; about: string }

export type ReadDocument = {
  document: Document
  pictures: PendingPicture[]
  lost: number
  /** Whether the source was too long. Parts of it are then missing or have lost their format. */
  isCut: boolean
  leftOut: LeftOut[]
}

/** Pasted text. `articles` are the links in the text to articles of the workspace. */
export type PastedDocument = ReadDocument & { articles: { href: string; reference: Reference }[] }

/**
 * Replaces the placeholders of pictures by the uploaded files. A picture that was not copied becomes a link to its URL.
 * If this URL is too long or not a web address, only the caption or alternative text stays.
 */
export function settlePictures(
  { document, pictures }: Pick<ReadDocument, 'document' | 'pictures'>,
  files: ReadonlyMap<string, string>,
): Document {
  const pending = new Map(pictures.map(({ file, src }) => [file, src]))
  const settle = (node: DocumentNode): DocumentNode[] => {
    if (node.type === 'picture' && pending.has(node.attrs.file)) {
      const file = files.get(node.attrs.file)
      if (file) return [{ ...node, attrs: { ...node.attrs, file } }]
      return [linkTo(pending.get(node.attrs.file)!, node.attrs.caption ?? node.attrs.alt)]
    }
    if (!('content' in node) || !node.content) return [node]
    const content: DocumentNode[] = node.content
    return [{ ...node, content: content.flatMap(settle) } as DocumentNode]
  }
  return settle(document)[0] as Document
}

function linkTo(src: string, words: string | undefined): DocumentNode {
  if (src.length > documentLimits.url || !/^https?:/i.test(src)) {
    return words ? { type: 'paragraph', content: [{ type: 'text', text: words }] } : { type: 'paragraph' }
  }
  const marks = [{ type: 'link' as const, attrs: { href: src } }]
  return { type: 'paragraph', content: [{ type: 'text', text: words ?? src, marks }] }
}
