import type { Editor } from '@tiptap/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { isSame } from '#contract/is-same.ts'
import type { Document } from '#contract/writing/document.ts'
import { applyDocument } from '#web/editor/apply-document.ts'
import { DocumentEditor } from '#web/editor/document-editor.tsx'
import type { ChosenFile, EditorPort } from '#web/editor/editor-port.ts'
import { type Lead, useFieldServices } from '#web/fields/form/field-services.tsx'
import { EntrySearch } from '#web/fields/leads/entry-search.tsx'
import { detailOf } from '#web/fields/leads/lead-list.tsx'
import { TextToolbar } from './text-toolbar.tsx'

type Props = {
  label: string
  document: Document | null
  onChange: (document: Document | null) => void
  isEditable: boolean
  blocks: readonly string[] | undefined
  marks: readonly string[] | undefined
  models: string[] | undefined
}

const empty: Document = { type: 'doc', content: [{ type: 'paragraph' }] }

/** The document editor as an input. Changes from outside are merged, which keeps the cursor and the undo history. */
export function RichTextEditor({ label, document, onChange, isEditable, blocks, marks, models }: Props) {
  const editor = useRef<Editor | null>(null)
  const { port, library } = useTextPort(models)
  const written = useRef<Document | null>(document)

  function take(next: Editor | null) {
    editor.current = next
    if (next) show()
  }

  function show() {
    const held = editor.current
    if (!held || isSame(written.current, document)) return
    applyDocument(held, document ?? empty)
    written.current = document
  }

  // Uses a layout effect, because the next key press could otherwise edit the old text.
  useLayoutEffect(show, [document])

  return (
    <>
      <DocumentEditor
        label={label}
        document={written.current ?? empty}
        port={port}
        isEditable={isEditable}
        Toolbar={TextToolbar}
        allowed={{ blocks, marks }}
        onEditor={take}
        onChange={(held) => {
          written.current = held.isEmpty ? null : (held.getJSON() as Document)
          onChange(written.current)
        }}
      />
      {library}
    </>
  )
}

function useTextPort(models: string[] | undefined) {
  const services = useFieldServices()
  const { port, leadOf, remember, hrefOf, searchEntries, MediaChooser, language } = services
  const found = useRef(new Map<string, Lead>())
  const [take, setTake] = useState<(chosen: Lead[]) => void>()
  const known = (id: string) => leadOf(id) ?? found.current.get(id)
  const latest = useRef({ models, keep })
  latest.current = { models, keep }

  /** Caches entries and files at once, before the page knows them. */
  function keep(leads: Lead[], isChosen: boolean) {
    for (const lead of leads) found.current.set(lead.id, lead)
    if (isChosen) remember(leads)
  }

  const [Search] = useState(() => ({ onChoose }: { onChoose: (id: string) => void }) => (
    <div className="rounded-sm border border-control bg-field p-1 focus-within:border-ring focus-within:shadow-focus">
      <EntrySearch
        models={latest.current.models}
        chosen={[]}
        onChoose={(lead) => {
          latest.current.keep([lead], true)
          onChoose(lead.id)
        }}
      />
    </div>
  ))

  const entries: EditorPort['entries'] = {
    Search,
    of(id) {
      const lead = known(id)
      return lead && { title: lead.title, detail: detailOf(lead, services.models), href: hrefOf(lead) }
    },
    async search(query, signal) {
      const leads = await searchEntries(query.trim(), models, signal)
      keep(leads, false)
      return leads.map((lead) => ({
        id: lead.id,
        title: lead.title || 'Untitled',
        detail: detailOf(lead, services.models),
      }))
    },
  }

  const fileOf = ({ id, title, file }: Lead): ChosenFile => ({
    ...{ id, name: file?.name ?? title, isPicture: file?.kind === 'image', alt: file?.alt[language] ?? '' },
  })
  const chooseMedia = () =>
    new Promise<ChosenFile[]>((resolve) => {
      setTake(() => (leads: Lead[]) => {
        setTake(undefined)
        keep(leads, true)
        // Waits until the library has closed and returned the focus.
        setTimeout(() => resolve(leads.map(fileOf)))
      })
    })

  return {
    port: {
      ...port,
      urlOf: (file) => port.urlOf(file) ?? known(file)?.picture ?? undefined,
      entries,
      ...(MediaChooser && { chooseMedia }),
    } satisfies EditorPort,
    library: take && MediaChooser && <MediaChooser kinds={undefined} many onChoose={take} onClose={() => take([])} />,
  }
}
