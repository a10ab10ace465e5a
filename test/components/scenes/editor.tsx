import { useRef, useState } from 'react'
import type { fetchPicture } from '#contract/files/files.ts'
import type { Document, Reference } from '#contract/writing/document.ts'
import type { readDocument } from '#contract/writing/document-reading.ts'
import type { PastedDocument } from '#contract/writing/read-document.ts'
import { DocumentEditor } from '#web/editor/document-editor.tsx'
import type { Pasted } from '#web/lib/intake/read-clipboard.ts'
import { uploadFile } from '#web/lib/uploads/upload.ts'
import { ask } from '#web/lib/write/ask.ts'

const paragraph = (text: string) => ({ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] })
const begun: Document = { type: 'doc', content: [paragraph('One'), paragraph('Two'), paragraph('Three')] }

function EditorScene() {
  const [document, setDocument] = useState(begun)
  const urls = useRef(new Map<string, string>())
  const port = {
    urlOf: (file: string) => urls.current.get(file),
    async upload(file: File, onProgress: (share: number) => void) {
      const { id, name, mime } = await uploadFile(file, onProgress)
      urls.current.set(id, URL.createObjectURL(file))
      return { id, name, isPicture: mime.startsWith('image/') }
    },
    readPasted: async (pasted: Pasted) =>
      ((await ask<typeof readDocument>('POST', '/api/v1/documents', { body: pasted })).answer as PastedDocument) ??
      null,
    fetchPicture: async (address: string) =>
      (await ask<typeof fetchPicture>('POST', '/api/v1/fetched-pictures', { body: { address } })).answer?.id ?? null,
    // Who waits is not answered.
    searchArticles: async (query: string) =>
      query.includes('wait')
        ? new Promise<never>(() => {})
        : [{ id: '01890000-0000-7000-8000-000000000001', title: 'Night shifts' }].filter(({ title }) =>
            title.toLowerCase().includes(query.toLowerCase()),
          ),
    sectionsOf: async () => [
      { anchor: 'before', text: 'Before' },
      { anchor: 'after', text: 'After' },
    ],
    categories: [
      { id: '01890000-0000-7000-8000-00000000000a', name: 'Rota' },
      { id: '01890000-0000-7000-8000-00000000000b', name: 'Pay' },
    ],
    titleOf: async ({ kind }: Reference) => (kind === 'category' ? 'Rota' : 'Night shifts'),
  }
  return (
    <div className="w-200 pl-16">
      <DocumentEditor
        label="Text"
        document={begun}
        port={port}
        onEditor={() => {}}
        onChange={(editor) => setDocument(editor.getJSON() as Document)}
      />
      <output aria-label="Document">{JSON.stringify(document)}</output>
    </div>
  )
}

export const editor = { editor: EditorScene }
