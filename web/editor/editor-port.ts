import { Extension } from '@tiptap/core'
import type { ComponentType } from 'react'
import type { CommentedBlock } from '#contract/knowledge-base/comments.ts'
import type { Reference } from '#contract/writing/document.ts'
import type { PastedDocument } from '#contract/writing/read-document.ts'
import type { Pasted } from '#web/lib/intake/read-clipboard.ts'

export type LinkSuggestion = { id: string; title: string; detail?: string }
type ShownEntry = { title: string; detail: string; href?: string | undefined }
export type ChosenFile = { id: string; name: string; isPicture: boolean; alt: string }

type EntriesPort = {
  of: (id: string) => ShownEntry | undefined
  search: (query: string, signal: AbortSignal) => Promise<LinkSuggestion[]>
  Search: ComponentType<{ onChoose: (id: string) => void }>
}
export type FoundSection = { anchor: string; text: string }

/** Services that the page provides to the editor, because the editor knows no URLs. */
export type EditorPort = {
  urlOf: (file: string) => string | undefined
  upload: (file: File, onProgress: (share: number) => void) => Promise<{ id: string; name: string; isPicture: boolean }>
  /** Converts HTML or Markdown to a document. Null if the request fails. */
  readPasted: (pasted: Pasted) => Promise<PastedDocument | null>
  /** Copies a picture from the web. Returns its file id, or null if the copy fails. */
  fetchPicture: (address: string) => Promise<string | null>
  searchArticles: (query: string, signal: AbortSignal) => Promise<LinkSuggestion[]>
  /** The headings of an article, in order. Absent if texts cannot include parts of articles. */
  sectionsOf?: (article: string) => Promise<FoundSection[]>
  /** Absent if texts cannot list articles of a category. */
  categories?: { id: string; name: string }[]
  titleOf: (reference: Reference) => Promise<string>
  /** Absent if texts cannot contain entries. */
  entries?: EntriesPort
  chooseMedia?: () => Promise<ChosenFile[]>
  onComment?: (block: CommentedBlock) => void
}

declare module '@tiptap/core' {
  interface Storage {
    port: { now: () => EditorPort }
  }
}

export const portExtension = (now: () => EditorPort) => Extension.create({ name: 'port', addStorage: () => ({ now }) })
