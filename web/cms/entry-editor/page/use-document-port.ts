import { useRef } from 'react'
import type { readDocument } from '#contract/document-reading.ts'
import type { EditedEntry } from '#contract/entries.ts'
import type { ReadDocument } from '#contract/read-document.ts'
import type { EditorPort } from '#web/editor/editor-port.ts'
import { ask } from '#web/lib/write/ask.ts'

/** What the editor of long texts asks of the page. Its pictures and files are those of the library of media. */
export function useDocumentPort(entry: EditedEntry | null): EditorPort {
  const pictures = useRef(new Map<string, string>())
  for (const { id, picture } of entry?.leads ?? []) if (picture) pictures.current.set(id, picture)
  return {
    urlOf: (file) => pictures.current.get(file),
    upload: () => Promise.reject(new Error('There is no library to keep it in')),
    fetchPicture: async () => null,
    searchArticles: async () => [],
    titleOf: async () => 'an article',
    async readPasted(pasted) {
      const { answer } = await ask<typeof readDocument>('POST', '/api/v1/documents', { body: pasted })
      return (answer as ReadDocument | undefined) ?? null
    },
  }
}
