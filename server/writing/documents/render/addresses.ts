import { type CalloutKind, type Reference, referenceKinds } from '#contract/writing/document.ts'

/**
 * Picture to render. `alt` is the alternative text from the media library, which is used if the document has no
 * alternative text for this picture.
 */
export type ShownPicture = { src: string; srcset?: string; width?: number; height?: number; alt?: string }
/** Entry to link to. `linkData` becomes data attributes, from which a site can build its own URL. */
export type ShownEntry = { href: string; title: string; linkData?: { type: string; slug: string } }

/**
 * Functions that resolve references for rendering. They return null if the reader may not see the target: a link then
 * becomes plain text, and a picture, file, included text or list is left out.
 */
export type ReferenceResolver = {
  link(reference: Reference): string | null
  entry(id: string): ShownEntry | null
  picture(file: string): ShownPicture | null
  file(file: string): string | null
  include(reference: Reference): string | null
  /** Returns the articles of a category. The title's `language` can differ from the document's language. */
  list(reference: Reference): { href: string; title: string; language: string }[] | null
  words: DocumentWords
}

export type DocumentWords = Record<CalloutKind | 'done' | 'notDone' | 'video', string>

export const englishWords: DocumentWords = {
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  done: 'Done',
  notDone: 'Not done',
  video: 'Video',
}

/**
 * Functions that find the reference for a URL, the inverse of `ReferenceResolver`. They return null if the URL does not
 * belong to this workspace.
 */
export type UrlResolver = {
  referenceOf(href: string): Reference | null
  fileOf(href: string): string | null
  entryOf(href: string): string | null
}

const writeReference = ({ kind, id, anchor }: Reference) => `${kind}:${id}${anchor ? `#${anchor}` : ''}`

/** Writes references as plain text (`article:ID#anchor`, `file:ID`, `entry:ID`). `plainUrlResolver` reads this text. */
export const plainResolver: ReferenceResolver = {
  link: writeReference,
  entry: (id) => ({ href: `entry:${id}`, title: '' }),
  picture: (file) => ({ src: `file:${file}` }),
  file: (file) => `file:${file}`,
  include: () => '',
  list: () => [],
  words: englishWords,
}

const uuid = '([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})'
const plainReference = new RegExp(`^(${referenceKinds.join('|')}):${uuid}(?:#([^#]{1,200}))?$`)
const plainFile = new RegExp(`^file:${uuid}$`)
const plainEntry = new RegExp(`^entry:${uuid}$`)

export const plainUrlResolver: UrlResolver = {
  referenceOf(href) {
    const [, kind, id, anchor] = plainReference.exec(href) ?? []
    const known = referenceKinds.find((one) => one === kind)
    return known && id ? { kind: known, id, ...(anchor && { anchor: decodeAnchor(anchor) }) } : null
  },
  fileOf: (href) => plainFile.exec(href)?.[1] ?? null,
  entryOf: (href) => plainEntry.exec(href)?.[1] ?? null,
}

function decodeAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor)
  } catch {
    return anchor
  }
}
