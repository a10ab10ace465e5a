import { useRef } from 'react'
import type { EditedEntry } from '#contract/content/entries.ts'
import type { addMediaFromAddress } from '#contract/content/media.ts'
import type { readDocument } from '#contract/writing/document-reading.ts'
import type { PastedDocument } from '#contract/writing/read-document.ts'
import { type Added, addFile } from '#web/cms/media/uploads/send-media.ts'
import type { EditorPort } from '#web/editor/editor-port.ts'
import { ask } from '#web/lib/write/ask.ts'

/** What the editor of long texts asks of the page. Its pictures and files are those of the library of media. */
export function useDocumentPort(entry: EditedEntry | null): EditorPort {
  const pictures = useRef(new Map<string, string>())
  for (const { id, picture } of entry?.leads ?? []) if (picture) pictures.current.set(id, picture)
  /** Whether it is a picture, which is shown from now on. */
  function know({ id, kind, thumbnail }: Added) {
    if (thumbnail) pictures.current.set(id, thumbnail)
    return kind === 'image'
  }
  return {
    urlOf: (file) => pictures.current.get(file),
    async upload(file, onProgress) {
      const added = await addFile(file, null, { onProgress, signal: new AbortController().signal })
      return { id: added.id, name: added.name, isPicture: know(added) }
    },
    async fetchPicture(address) {
      const { answer } = await ask<typeof addMediaFromAddress>('POST', '/api/v1/media/addresses', { body: { address } })
      if (!answer) return null
      know(answer)
      return answer.id
    },
    searchArticles: async () => [],
    titleOf: async () => 'an article',
    async readPasted(pasted) {
      const { answer } = await ask<typeof readDocument>('POST', '/api/v1/documents', { body: pasted })
      return (answer as PastedDocument | undefined) ?? null
    },
  }
}
