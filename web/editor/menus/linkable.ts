import type { Editor } from '@tiptap/react'
import type { LinkTarget } from '#contract/writing/document.ts'
import type { EditorPort } from '#web/editor/editor-port.ts'

/** Link targets besides URLs: entries in the CMS, else articles. `one` and `all` are words for the user. */
export type Linkable = {
  one: string
  all: string
  search: EditorPort['searchArticles']
  targetOf: (id: string) => LinkTarget
}

export const linksToArticles = (editor: Editor) => !editor.storage.port.now().entries

export function linkableIn(editor: Editor): Linkable {
  const { entries, searchArticles } = editor.storage.port.now()
  if (entries) return { one: 'an entry', all: 'Entries', search: entries.search, targetOf: (id) => ({ entry: id }) }
  return {
    ...{ one: 'an article', all: 'Articles', search: searchArticles },
    targetOf: (id) => ({ reference: { kind: 'article', id } }),
  }
}

export const titleOfEntry = (editor: Editor, id: string | null | undefined): string | undefined =>
  id ? (editor.storage.port.now().entries?.of(id)?.title ?? 'an entry that is not there') : undefined
