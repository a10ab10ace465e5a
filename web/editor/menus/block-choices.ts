import type { Editor, Range } from '@tiptap/core'
import {
  AtSign,
  BookOpen,
  Code,
  Columns2,
  Film,
  Heading2,
  Heading3,
  Heading4,
  Image,
  Images,
  Info,
  Lightbulb,
  Link,
  List,
  ListChecks,
  ListOrdered,
  ListTree,
  Minus,
  PanelTopClose,
  Paperclip,
  Quote,
  Rows3,
  Table,
  TextQuote,
  TriangleAlert,
  Waypoints,
} from 'lucide-react'
import type { CalloutKind, DocumentNode, NodeName } from '#contract/writing/document.ts'
import { fitsAt, insertBlock } from '#web/editor/blocks/insert-block.ts'
import { pickFiles, pictureTypes, takeChosen, takeFiles } from '#web/editor/blocks/take-files.ts'
import type { DialogBlock } from '#web/editor/media/block-dialog-extension.ts'
import { isOffered } from '#web/editor/schema/allowed-content.ts'
import { newTable } from '#web/editor/tables/table-editing.ts'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import type { Suggested } from './suggestion-list.tsx'

type Choice = Suggested & {
  /** Block type that must be allowed at the cursor. Otherwise the choice is not offered. */
  needs?: NodeName
  words?: string
  run: (editor: Editor, typed: Range) => void
}

const line = { type: 'paragraph' } as const

const turnInto =
  (change: (chain: ReturnType<Editor['chain']>) => ReturnType<Editor['chain']>): Choice['run'] =>
  (editor, typed) =>
    void change(editor.chain().focus().deleteRange(typed)).run()

const insert =
  (block: () => DocumentNode): Choice['run'] =>
  (editor, typed) =>
    insertBlock(editor, block(), typed)

const callout = (kind: CalloutKind): Choice['run'] =>
  insert(() => ({ type: 'callout', attrs: { kind }, content: [line] }))

const heading = (level: 2 | 3 | 4, label: string, icon: IconShape): Choice => ({
  ...{ id: `h${level}`, label, icon, detail: '#'.repeat(level), needs: 'heading' },
  run: turnInto((to) => to.setHeading({ level })),
})

const basic: Choice[] = [
  heading(2, 'Heading', Heading2),
  heading(3, 'Smaller heading', Heading3),
  heading(4, 'Smallest heading', Heading4),
  { id: 'bullets', label: 'Bulleted list', icon: List, detail: '-', run: turnInto((to) => to.toggleBulletList()) },
  {
    id: 'numbers',
    label: 'Numbered list',
    icon: ListOrdered,
    detail: '1.',
    run: turnInto((to) => to.toggleOrderedList()),
  },
  {
    id: 'tasks',
    label: 'Checklist',
    icon: ListChecks,
    detail: '[ ]',
    words: 'task todo',
    run: turnInto((to) => to.toggleTaskList()),
  },
  { id: 'quote', label: 'Quote', icon: Quote, detail: '>', run: turnInto((to) => to.toggleBlockquote()) },
  { id: 'code', label: 'Code', icon: Code, detail: '```', run: turnInto((to) => to.setCodeBlock()) },
  {
    id: 'divider',
    label: 'Divider',
    icon: Minus,
    detail: '---',
    words: 'line rule',
    run: insert(() => ({ type: 'horizontalRule' })),
  },
]

const boxes: Choice[] = [
  { id: 'note', label: 'Note', icon: Info, words: 'callout info', run: callout('note') },
  { id: 'tip', label: 'Tip', icon: Lightbulb, words: 'callout', run: callout('tip') },
  { id: 'warning', label: 'Warning', icon: TriangleAlert, words: 'callout danger', run: callout('warning') },
  {
    ...{ id: 'steps', label: 'Steps', icon: ListTree, needs: 'steps' as const, words: 'guide how' },
    run: insert(() => ({ type: 'steps', content: [{ type: 'step', content: [{ type: 'stepTitle' }, line] }] })),
  },
  {
    ...{
      id: 'details',
      label: 'Collapsible details',
      icon: PanelTopClose,
      needs: 'details' as const,
      words: 'toggle fold faq',
    },
    run: insert(() => ({
      type: 'details',
      content: [{ type: 'detailsSummary' }, { type: 'detailsContent', content: [line] }],
    })),
  },
  {
    ...{ id: 'columns', label: 'Two columns', icon: Columns2, needs: 'columns' as const },
    run: insert(() => ({
      type: 'columns',
      content: [
        { type: 'column', content: [line] },
        { type: 'column', content: [line] },
      ],
    })),
  },
  { id: 'table', label: 'Table', icon: Table, needs: 'table', run: insert(newTable) },
]

const insertions: Choice[] = [
  { id: 'picture', label: 'Picture', icon: Image, words: 'image photo', run: chooseFiles(pictureTypes) },
  { id: 'file', label: 'File', icon: Paperclip, words: 'attachment download', run: chooseFiles('') },
  { id: 'library', label: 'From the media library', icon: Images, words: 'picture file asset', run: chooseMedia },
  { id: 'video', label: 'Video', icon: Film, words: 'youtube vimeo film', run: askFor('video') },
  {
    ...{ id: 'list', label: 'Articles of a category', icon: Rows3, words: 'list', needs: 'categoryList' as const },
    run: askFor('categoryList'),
  },
  {
    ...{ id: 'include', label: 'Part of an article', icon: TextQuote, words: 'include section reuse' },
    ...{ needs: 'include' as const, run: askFor('include') },
  },
  {
    ...{ id: 'entry', label: 'Entry', icon: Waypoints, words: 'embed reference content', needs: 'entry' as const },
    run: askFor('entry'),
  },
  {
    ...{ id: 'inlineEntry', label: 'Inline entry', icon: AtSign, detail: '@', words: 'embed mention' },
    run: askFor('inlineEntry'),
  },
  { id: 'link', label: 'Link to an article', icon: BookOpen, detail: '[[', run: beginLink },
  { id: 'linkToEntry', label: 'Link to an entry', icon: Link, detail: '[[', run: beginLink },
]

export const blockChoices: Choice[] = [
  ...basic.map((choice) => ({ ...choice, group: 'Text' })),
  ...boxes.map((choice) => ({ ...choice, group: 'Blocks' })),
  ...insertions.map((choice) => ({ ...choice, group: 'Insert' })),
]

export function findBlockChoices(editor: Editor, query: string): Choice[] {
  const wanted = query.toLowerCase()
  const { $from } = editor.state.selection
  return blockChoices.filter(
    ({ id, label, words = '', needs }) =>
      `${label} ${words}`.toLowerCase().includes(wanted) && (!needs || fitsAt($from, needs)) && isSupported(editor, id),
  )
}

/** Returns whether the page and the allowed content support a choice. For example, only the CMS has entries. */
export function isSupported(editor: Editor, id: string): boolean {
  const { categories, sectionsOf, entries, chooseMedia } = editor.storage.port.now()
  if (id === 'link') return !editor.storage.allowed.allowed
  if (id === 'list') return categories !== undefined
  if (id === 'include') return sectionsOf !== undefined
  if (id === 'linkToEntry') return entries !== undefined && isOffered(editor, 'link', 'mark')
  if (id === 'library')
    return chooseMedia !== undefined && (isOffered(editor, 'picture', 'node') || isOffered(editor, 'file', 'node'))
  if ((id === 'entry' || id === 'inlineEntry') && !entries) return false
  return isOffered(editor, made[id] ?? id, 'node')
}

/** Node type of each choice whose id differs from its node type. */
const made: Record<string, NodeName> = {
  ...{ h2: 'heading', h3: 'heading', h4: 'heading', bullets: 'bulletList', numbers: 'orderedList', tasks: 'taskList' },
  ...{ quote: 'blockquote', code: 'codeBlock', divider: 'horizontalRule' },
  ...{ note: 'callout', tip: 'callout', warning: 'callout' },
}

function chooseFiles(accept: string): Choice['run'] {
  return (editor, typed) => {
    editor.chain().focus().deleteRange(typed).run()
    pickFiles(accept, (files) => takeFiles(editor, files))
  }
}

function chooseMedia(editor: Editor, typed: Range) {
  editor.chain().focus().deleteRange(typed).run()
  void takeChosen(editor)
}

function beginLink(editor: Editor, typed: Range) {
  editor.chain().focus().insertContentAt(typed, '[[').run()
}

function askFor(name: DialogBlock): Choice['run'] {
  return (editor, typed) => {
    editor.chain().focus().deleteRange(typed).run()
    editor.storage.blockDialog.open({ name, attrs: null })
  }
}
