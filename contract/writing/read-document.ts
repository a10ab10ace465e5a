import { type Document, type DocumentNode, documentLimits, type Reference } from './document.ts'

/** A picture that stands somewhere else. `file` is what holds its place in the document until it is taken in. */
export type PendingPicture = { file: string; src: string }

/** Kinds of what a document has no place for. What is linked can still be had; of the rest at most the words stay. */
export const leftKinds = [
  ...(['embed-linked', 'media-linked', 'embed-dropped', 'script-dropped', 'hidden-dropped', 'form-dropped'] as const),
  ...(['drawing-dropped', 'picture-dropped', 'link-dropped', 'form-flattened', 'look-dropped'] as const),
] as const
export type LeftKind = (typeof leftKinds)[number]

/** `about` is an address or words by which it is found in the source. */
export type LeftOut = { kind: LeftKind; about: string }

/** What became of HTML or Markdown. */
export type ReadDocument = {
  document: Document
  pictures: PendingPicture[]
  /** So many pictures stayed where the text was copied from, and cannot be had. */
  lost: number
  /** Whether something had to be left out, or could not keep its form, since there was too much of it. */
  isCut: boolean
  leftOut: LeftOut[]
}

/** What became of what somebody pasted, and which of the addresses in it are those of articles of the workspace. */
export type PastedDocument = ReadDocument & { articles: { href: string; reference: Reference }[] }

/** Puts files of our own in the place of pictures from elsewhere; one that could not be had leaves a link to where it is. */
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
    return [{ ...node, content: (node.content as DocumentNode[]).flatMap(settle) } as DocumentNode]
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
