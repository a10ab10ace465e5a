import { Extension } from '@tiptap/core'
import type { ComponentType } from 'react'
import type { CommentedBlock } from '#contract/knowledge-base/comments.ts'
import type { Reference } from '#contract/writing/document.ts'
import type { PastedDocument } from '#contract/writing/read-document.ts'
import type { Pasted } from '#web/lib/intake/read-clipboard.ts'

/** An article or an entry. */
export type LinkTarget = { id: string; title: string; detail?: string }
type ShownEntry = { title: string; detail: string; href?: string | undefined }
export type ChosenFile = { id: string; name: string; isPicture: boolean; alt: string }

/** The entries of the content that a text may show and link to. */
type EntriesPort = {
  /** Undefined where it is not there any more, or was not read yet. */
  of: (id: string) => ShownEntry | undefined
  search: (query: string, signal: AbortSignal) => Promise<LinkTarget[]>
  /** Finds one by its words, or writes a new one under them. */
  Search: ComponentType<{ onChoose: (id: string) => void }>
}
export type FoundSection = { anchor: string; text: string }

/** What the editor needs of the page around it: it knows no addresses by itself. */
export type EditorPort = {
  /** Where the bytes of a file of the document are shown or fetched. */
  urlOf: (file: string) => string | undefined
  upload: (file: File, onProgress: (share: number) => void) => Promise<{ id: string; name: string; isPicture: boolean }>
  /** What HTML or Markdown is as a document, and the articles whose addresses it has; null where it cannot be asked. */
  readPasted: (pasted: Pasted) => Promise<PastedDocument | null>
  /** Takes a picture of the web in and answers its file; null where it cannot be had. */
  fetchPicture: (address: string) => Promise<string | null>
  searchArticles: (query: string, signal: AbortSignal) => Promise<LinkTarget[]>
  /** The headings of an article, in order. Absent where texts include no others. */
  sectionsOf?: (article: string) => Promise<FoundSection[]>
  /** Absent where texts list none. */
  categories?: { id: string; name: string }[]
  titleOf: (reference: Reference) => Promise<string>
  /** Absent where texts show none. */
  entries?: EntriesPort
  /** Lets somebody choose files of the library; none, where they did not. Absent where there is no library. */
  chooseMedia?: () => Promise<ChosenFile[]>
  /** Begins a comment on a block. Absent where nobody comments. */
  onComment?: (block: CommentedBlock) => void
}

declare module '@tiptap/core' {
  interface Storage {
    port: { now: () => EditorPort }
  }
}

export const portExtension = (now: () => EditorPort) => Extension.create({ name: 'port', addStorage: () => ({ now }) })
