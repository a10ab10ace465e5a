import type { Editor } from '@tiptap/core'
import { isOffered } from '#web/editor/schema/allowed-content.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { marks } from './mark-menu.tsx'

type Names = Record<string, { label: string }>

const blocks = [
  { name: 'heading', keys: 'mod+alt+2', label: 'Heading' },
  { name: 'heading', keys: 'mod+alt+3', label: 'Smaller heading' },
  { name: 'heading', keys: 'mod+alt+4', label: 'Smallest heading' },
  { name: 'paragraph', keys: 'mod+alt+0', label: 'Plain text' },
  { name: 'bulletList', keys: 'mod+shift+8', label: 'Bulleted list' },
  { name: 'orderedList', keys: 'mod+shift+7', label: 'Numbered list' },
  { name: 'taskList', keys: 'mod+shift+9', label: 'Checklist' },
  { name: 'blockquote', keys: 'mod+shift+B', label: 'Quote' },
  { name: 'codeBlock', keys: 'mod+alt+C', label: 'Block of code' },
]

/** Lists the shortcuts of the editor on the help page. The editor handles the keys itself. */
export const useTextKeys = (editor: Editor | null, isEditable: boolean) =>
  useShortcuts(editor && isEditable ? keysOf(editor) : { 'mod+F': { label: 'Find' } }, { group: 'In the text' })

function keysOf(editor: Editor): Names {
  const { onComment, entries } = editor.storage.port.now()
  const offered = (kind: 'mark' | 'node', all: readonly { name: string; label: string; keys?: string | undefined }[]) =>
    all.flatMap(({ name, keys, label }) => (keys && isOffered(editor, name, kind) ? [[keys, { label }] as const] : []))
  return {
    '/': { label: 'Insert a block' },
    '[[': { label: 'Search for a link target' },
    ...(entries && isOffered(editor, 'inlineEntry', 'node') && { '@': { label: 'Insert an entry' } }),
    ...Object.fromEntries([...offered('mark', marks), ...offered('node', blocks)]),
    ...(isOffered(editor, 'link', 'mark') && { 'mod+K': { label: 'Link the selected text' } }),
    ...(onComment && { 'mod+alt+M': { label: 'Comment on this block' } }),
    'alt+up': { label: 'Move the block up' },
    'alt+down': { label: 'Move the block down' },
    esc: { label: 'Select the block' },
    'alt+F10': { label: 'Go to the toolbar of the block' },
    ...(isOffered(editor, 'table', 'node') && { 'mod+alt+J': { label: 'Merge the selected cells, or split a cell' } }),
    'shift+enter': { label: 'Line break' },
    'mod+Z': { label: 'Undo' },
    'mod+shift+Z': { label: 'Redo' },
    'mod+F': { label: 'Find and replace' },
    'mod+shift+F': { label: 'Full screen' },
  }
}
