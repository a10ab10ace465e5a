import './document-editor.css'
import './prose-mirror.css'
import { Placeholder } from '@tiptap/extensions/placeholder'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Document } from '#contract/writing/document.ts'
import { FocusBlock, MoveBlocks, TitledBlocks } from '#web/editor/blocks/block-keys.ts'
import { LeadToArticle } from '#web/editor/links/written-links.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { fromElsewhere } from './apply-document.ts'
import { BaseDirections } from './base-directions.ts'
import { BlockHandle } from './blocks/block-handle.tsx'
import { CommentedBlocks } from './blocks/commented-blocks.ts'
import { InsertionPlaceholders } from './blocks/insertion-placeholders.ts'
import { TakeFiles } from './blocks/take-files.ts'
import { TakePasted } from './blocks/take-pasted.ts'
import { type EditorPort, portExtension } from './editor-port.ts'
import { EditorTools, type EditorToolsState, ToolButtons, useEditorTools } from './editor-tools.tsx'
import { FreshSelection } from './fresh-selection.ts'
import { WrittenLinks } from './links/written-links.ts'
import { type BlockRequest, blockDialogExtension } from './media/block-dialog-extension.ts'
import { mediaWithViews } from './media/media-views.tsx'
import { BlockMenu } from './menus/block-menu.tsx'
import { MarkMenu } from './menus/mark-menu.tsx'
import { Suggestions } from './menus/suggestions.ts'
import { useTextKeys } from './menus/text-keys.ts'
import { type AllowedContent, allowedContentExtension, isOffered, preventForbidden } from './schema/allowed-content.ts'
import { schemaExtensions } from './schema/schema.ts'
import { LongTables } from './tables/long-tables.ts'
import { TableEditing } from './tables/table-editing.ts'

export type DocumentEditorProps = {
  label: string
  document: Document
  port: EditorPort
  isEditable?: boolean
  Toolbar?: ComponentType<{ editor: Editor; onLink: () => void; children: ReactNode }>
  /** Blocks and marks of the editor, by default all except CMS entries. Later changes have no effect. */
  allowed?: AllowedContent
  onEditor: (editor: Editor | null) => void
  /** Not called for changes made by `applyDocument`. */
  onChange: (editor: Editor) => void
}

const titles: Record<string, string> = {
  stepTitle: 'Title of the step',
  detailsSummary: 'Title of the details',
  heading: 'Heading',
}

const withViews = new Set(mediaWithViews.map(({ name }) => name))

const parts = [...schemaExtensions.filter(({ name }) => !withViews.has(name)), ...mediaWithViews]

const loadDialog = () => import('./media/block-dialog.tsx')

export function DocumentEditor({
  label,
  document,
  port,
  isEditable = true,
  Toolbar,
  allowed,
  ...acts
}: DocumentEditorProps) {
  const { onEditor, onChange } = acts
  const frame = useRef<HTMLDivElement>(null)
  const [hasLinkOpen, setLinkOpen] = useState(false)
  const [asked, setAsked] = useState<BlockRequest>()
  const dialog = useLazyModule(loadDialog, asked !== undefined)
  const tools = useEditorTools(frame)
  const latest = useRef({ port, onEditor, onChange, openLink, tools })
  const latestEditor = useRef<Editor>(null)

  const editor = useEditor({
    extensions: [
      ...preventForbidden(parts, allowed),
      allowedContentExtension(allowed),
      ...[FreshSelection, BaseDirections, CommentedBlocks, MoveBlocks, FocusBlock, TitledBlocks, TableEditing],
      ...[LongTables, InsertionPlaceholders, TakeFiles, TakePasted, WrittenLinks, LeadToArticle, Suggestions],
      portExtension(() => latest.current.port),
      blockDialogExtension(setAsked),
      Placeholder.configure({
        includeChildren: true,
        placeholder: ({ node, editor }) =>
          titles[node.type.name] ?? (editor.isEmpty ? 'Write, or press / for blocks' : ''),
      }),
    ],
    content: document,
    editable: isEditable,
    injectCSS: false,
    immediatelyRender: false,
    enableContentCheck: true,
    onUpdate({ editor, transaction, appendedTransactions }) {
      const isOwn = [transaction, ...appendedTransactions].some((one) => one.docChanged && !one.getMeta(fromElsewhere))
      if (isOwn) latest.current.onChange(editor)
    },
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: 'prose-mirror document' },
      // Ctrl+Enter is a shortcut of the page (publish or send), so the editor ignores the key.
      handleDOMEvents: { keydown: (_, { key, metaKey, ctrlKey }) => key === 'Enter' && (metaKey || ctrlKey) },
      handleKeyDown: (_, event) => {
        const { openLink, tools } = latest.current
        const act = actOf(event, latestEditor.current, { openLink, tools, toBlockMenu })
        if (!act) return false
        event.preventDefault()
        act()
        return true
      },
    },
  })

  latest.current = { port, onEditor, onChange, openLink, tools }
  latestEditor.current = editor
  useTextKeys(editor, isEditable)

  // Uses a layout effect, because pending key events run before normal effects. The page needs the editor before these
  // events.
  useLayoutEffect(() => {
    latest.current.onEditor(editor)
    return () => latest.current.onEditor(null)
  }, [editor])
  useEffect(() => void editor?.setEditable(isEditable, false), [editor, isEditable])
  useEffect(() => {
    // Changes by other people must not close the link field while it has the focus.
    const close = () => editor?.isFocused && setLinkOpen(false)
    editor?.on('selectionUpdate', close)
    return () => void editor?.off('selectionUpdate', close)
  }, [editor])

  function openLink() {
    editor?.commands.extendMarkRange('link')
    setLinkOpen(true)
  }

  const toBlockMenu = () => frame.current?.querySelector<HTMLElement>(firstOfBlockMenu)?.focus()

  const hasBar = Toolbar !== undefined && isEditable
  const text = (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the full screen, wherever in it the focus is
    <div
      ref={frame}
      className="relative"
      onKeyDown={({ key, target, defaultPrevented }) => {
        if (key !== 'Escape' || defaultPrevented) return
        if (target instanceof Element && target.closest(blockMenu)) editor?.commands.focus()
        else if (tools.isFull) tools.toggleFull()
      }}
    >
      {editor && <EditorTools editor={editor} tools={tools} hasButtons={!hasBar || tools.isFull} />}
      <EditorContent editor={editor} />
      {editor && (
        <>
          <BlockHandle editor={editor} frame={frame} />
          <MarkMenu editor={editor} hasLinkOpen={hasLinkOpen} onLinkOpen={setLinkOpen} />
          <BlockMenu editor={editor} />
          {dialog && asked && <dialog.BlockDialog {...{ editor, asked }} onClose={() => setAsked(undefined)} />}
        </>
      )}
    </div>
  )
  if (!Toolbar) return text
  // Toolbar and text appear together, so that the layout does not jump.
  if (!editor) return null
  return (
    <>
      {hasBar && (
        <Toolbar editor={editor} onLink={openLink}>
          <ToolButtons tools={tools} />
        </Toolbar>
      )}
      <div className="py-3 pr-3 pl-9">{text}</div>
    </>
  )
}

type Acts = { openLink: () => void; tools: EditorToolsState; toBlockMenu: () => void }

const blockMenu = '[role=toolbar][aria-label="This block"]'
const firstOfBlockMenu = `${blockMenu} :is(button, select)`

/** Returns the action of a shortcut that does not change the text. */
function actOf(event: KeyboardEvent, editor: Editor | null, { openLink, tools, toBlockMenu }: Acts) {
  // Escape closes an open list of suggestions first.
  const hasList = editor?.view.dom.hasAttribute('aria-controls')
  if (event.key === 'Escape' && tools.isFull && !hasList) return tools.toggleFull
  if (event.key === 'F10' && event.altKey) return toBlockMenu
  if (!(event.metaKey || event.ctrlKey)) return
  if (event.key.toLowerCase() === 'f') return event.shiftKey ? tools.toggleFull : tools.find
  if (event.shiftKey) return
  if (event.key.toLowerCase() !== 'k' || !editor || !isOffered(editor, 'link', 'mark')) return
  if (!editor.state.selection.empty || editor.isActive('link')) return openLink
}
