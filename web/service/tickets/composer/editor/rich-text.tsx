import { createDocument, Extension } from '@tiptap/core'
import Blockquote from '@tiptap/extension-blockquote'
import Bold from '@tiptap/extension-bold'
import Code from '@tiptap/extension-code'
import CodeBlock from '@tiptap/extension-code-block'
import Document from '@tiptap/extension-document'
import HardBreak from '@tiptap/extension-hard-break'
import Italic from '@tiptap/extension-italic'
import Link from '@tiptap/extension-link'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import Paragraph from '@tiptap/extension-paragraph'
import Strike from '@tiptap/extension-strike'
import Text from '@tiptap/extension-text'
import Underline from '@tiptap/extension-underline'
import { Dropcursor } from '@tiptap/extensions/drop-cursor'
import { TrailingNode } from '@tiptap/extensions/trailing-node'
import { UndoRedo } from '@tiptap/extensions/undo-redo'
import type { ResolvedPos } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { BaseDirections } from '#web/editor/base-directions.ts'
import { FreshSelection } from '#web/editor/fresh-selection.ts'
import type { Mentionable } from '#web/lib/writing/comments/mentions.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'

import { isChoosingMacro, type MacroPort, MacroSuggestions } from './macro-suggestions.ts'
import { insertMacroText, MacroText } from './macro-text.ts'
import { isSuggesting, Mentions } from './mentions.ts'

export { FormatButtons } from './format-buttons.tsx'
export { insertMacroText }

export type RichTextProps = {
  label: string
  html: string
  latestHtml?: RefObject<string>
  onEditor: (editor: Editor | null) => void
  onChange: (editor: Editor) => void
  onFiles: (files: File[]) => void
  onSubmit?: (opensNext: boolean) => void
  onArticle?: () => void
  /** The members whom the text can mention. */
  members?: readonly Mentionable[]
  /** The macros that the text offers. */
  macros?: MacroPort
  faultId?: string
}

declare module '@tiptap/core' {
  interface Storage {
    readOnly: { isOn: boolean }
  }
}

// Rejects changes by the user, but not by the page (`preventUpdate`). With `editable: false`, the editor would lose the
// focus, and typed letters would trigger shortcuts of the page.
const ReadOnly = Extension.create({
  name: 'readOnly',
  addStorage: () => ({ isOn: false }),
  addProseMirrorPlugins() {
    const { editor } = this
    const filterTransaction: Plugin['spec']['filterTransaction'] = (change) =>
      !editor.storage.readOnly.isOn || !change.docChanged || change.getMeta('preventUpdate') === true
    return [new Plugin({ filterTransaction })]
  },
})

// The page's style sheet contains the editor's styles, because the content security policy forbids injected styles. A
// gap cursor is not needed, because each block can contain text.
const extensions = [
  ...[Document, Paragraph, Text, HardBreak, Blockquote, CodeBlock, BulletList, OrderedList, ListItem, ListKeymap],
  ...[
    Bold,
    Italic,
    Strike,
    Underline,
    Code,
    Dropcursor,
    TrailingNode,
    UndoRedo,
    FreshSelection,
    BaseDirections,
    ReadOnly,
    Mentions,
    MacroSuggestions,
    MacroText,
  ],
  Link.configure({ openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null } }),
]

const noMembers: readonly Mentionable[] = []

const command = '/article'

// Returns the start of the command that ends at the cursor; null if there is none. A command must begin a new word and
// is ignored in code.
function findCommand({ parent, parentOffset }: ResolvedPos, typed: string) {
  const text = parent.textBetween(0, parentOffset, undefined, ' ') + typed
  const isCommand = text.endsWith(command) && /^\s?$/.test(text.slice(0, -command.length).slice(-1))
  return isCommand && !parent.type.spec.code ? text.length - command.length : null
}

export function takeCommand({ state, view }: Editor): boolean {
  const { $from } = state.selection
  const begin = findCommand($from, '')
  if (begin === null) return false
  view.dispatch(state.tr.delete($from.start() + begin, $from.pos))
  return true
}

/** Shortcuts that the editor itself handles. They are listed here only for the help. */
const keys = {
  'mod+B': { label: 'Bold' },
  'mod+I': { label: 'Italic' },
  'mod+U': { label: 'Underline' },
  'mod+shift+S': { label: 'Strike through' },
  'mod+E': { label: 'Code' },
  'mod+alt+C': { label: 'Block of code' },
  'mod+shift+8': { label: 'List' },
  'mod+shift+7': { label: 'Numbered list' },
  'mod+shift+B': { label: 'Quote' },
  'shift+enter': { label: 'Line break' },
  'mod+Z': { label: 'Undo' },
  'mod+shift+Z': { label: 'Redo' },
  esc: { label: 'Leave the text' },
}

export function RichText({
  label,
  html,
  latestHtml,
  onEditor,
  onChange,
  members = noMembers,
  macros,
  faultId,
  ...acts
}: RichTextProps) {
  const latest = useRef({ onEditor, ...acts })
  latest.current = { onEditor, ...acts }
  useShortcuts(keys, { group: 'In the text' })

  const editor = useEditor({
    extensions,
    content: html,
    injectCSS: false,
    immediatelyRender: false,
    onUpdate: ({ editor }) => onChange(editor),
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: 'prose-mirror min-h-11' },
      handleKeyDown: (view, event) => {
        const act = actOf(event)
        const isSending = event.key === 'Enter' && (event.metaKey || event.ctrlKey)
        if (!act || isSuggesting(view.state) || (isChoosingMacro(view.state) && !isSending)) return false
        event.preventDefault()
        act()
        return true

        function actOf({ key, metaKey, ctrlKey, shiftKey }: KeyboardEvent) {
          const { onSubmit } = latest.current
          const isMod = metaKey || ctrlKey
          if (key === 'Escape') return () => view.dom.blur()
          if (key === 'Enter' && isMod && onSubmit) return () => onSubmit(shiftKey)
        }
      },
      handleTextInput: ({ state, dispatch }, from, to, typed) => {
        const { onArticle } = latest.current
        const before = state.doc.resolve(from)
        const begin = findCommand(before, typed)
        if (!onArticle || begin === null) return false
        // Several characters can arrive in one input. The characters before the command stay in the text.
        const rest = typed.slice(0, Math.max(0, begin - before.parentOffset))
        dispatch(state.tr.insertText(rest, before.start() + Math.min(begin, before.parentOffset), to))
        onArticle()
        return true
      },
      handlePaste: (_, event) => takeFiles(event.clipboardData, latest.current.onFiles),
      handleDrop: (_, event, __, isMove) => !isMove && takeFiles(event.dataTransfer, latest.current.onFiles),
    },
  })

  useEffect(() => {
    if (editor && latestHtml) beginWith(editor, latestHtml.current)
    latest.current.onEditor(editor)
    return () => latest.current.onEditor(null)
  }, [editor, latestHtml])
  useLayoutEffect(() => {
    if (editor) editor.storage.mentions.members = members
  }, [editor, members])
  useLayoutEffect(() => {
    if (editor) editor.storage.macros.port = macros ?? null
  }, [editor, macros])
  // Uses a layout effect, because the attributes must be set before the form focuses its first invalid field.
  useLayoutEffect(() => {
    const attributes = { 'aria-label': label, 'aria-invalid': faultId && 'true', 'aria-describedby': faultId }
    for (const [name, value] of Object.entries(attributes))
      if (value) editor?.view.dom.setAttribute(name, value)
      else editor?.view.dom.removeAttribute(name)
  }, [editor, label, faultId])

  return <EditorContent editor={editor} />
}

function beginWith(editor: Editor, html: string) {
  if (createDocument(html, editor.schema).eq(editor.state.doc)) return
  editor.chain().setMeta('addToHistory', false).setContent(html, { emitUpdate: false }).run()
}

// Passes pasted or dropped files to `onFiles`. Next to HTML, a file is often only a picture of the text.
function takeFiles(transfer: DataTransfer | null, onFiles: (files: File[]) => void) {
  if (!transfer || transfer.files.length === 0 || transfer.types.includes('text/html')) return false
  onFiles([...transfer.files])
  return true
}
