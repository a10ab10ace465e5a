import { Extension } from '@tiptap/core'
import type { Reference } from '#contract/document.ts'

export type FoundArticle = { id: string; title: string; detail?: string }

/** What the editor needs of the page around it: it knows no addresses by itself. */
export type EditorPort = {
  /** Where the bytes of a file of the document are shown or fetched. */
  urlOf: (file: string) => string | undefined
  upload: (file: File, onProgress: (share: number) => void) => Promise<{ id: string; name: string; isPicture: boolean }>
  searchArticles: (query: string, signal: AbortSignal) => Promise<FoundArticle[]>
  titleOf: (reference: Reference) => Promise<string>
}

declare module '@tiptap/core' {
  interface Storage {
    port: { now: () => EditorPort }
  }
}

export const portExtension = (now: () => EditorPort) => Extension.create({ name: 'port', addStorage: () => ({ now }) })
