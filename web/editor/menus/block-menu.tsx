import { type Editor, useEditorState } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Columns2,
  Grid2X2X,
  Heading,
  Info,
  Lightbulb,
  PanelLeft,
  PanelTop,
  Rows2,
  TableCellsMerge,
  TableCellsSplit,
  Trash2,
  TriangleAlert,
} from 'lucide-react'
import { useEffect } from 'react'
import type { NodeName } from '#contract/writing/document.ts'
import { codeLanguages } from '#contract/writing/document.ts'
import { canChangeTable } from '#web/editor/tables/table-editing.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'

const withMenu = ['table', 'callout', 'codeBlock', 'columns'] as const satisfies NodeName[]
type Kind = (typeof withMenu)[number]

const name = 'blockMenu'

/** Toolbar of the innermost table, callout, code block or columns at the cursor. */
export function BlockMenu({ editor }: { editor: Editor }) {
  const kind = useEditorState({ editor, selector: ({ editor }) => kindAt(editor)?.kind ?? null })
  // Positions the menu again, because its buttons have changed its height.
  useEffect(() => {
    if (kind) editor.view.dispatch(editor.state.tr.setMeta(name, 'updatePosition'))
  }, [editor, kind])
  return (
    <BubbleMenu
      editor={editor}
      pluginKey={name}
      updateDelay={0}
      shouldShow={({ editor, state, view, element }) =>
        (view.hasFocus() || element.contains(document.activeElement)) &&
        editor.isEditable &&
        kindAt(editor) !== null &&
        (state.selection.empty || kindAt(editor)?.kind === 'table')
      }
      getReferencedVirtualElement={() => elementAt(editor)}
      options={{ placement: 'top-start', offset: 6, flip: false, shift: { padding: 8 } }}
      role="toolbar"
      aria-label="This block"
      className="layer-menu z-10 flex max-w-[calc(100vw-2rem)] flex-wrap items-center gap-0.5 rounded-md bg-raised p-1 text-ink shadow-menu"
    >
      {kind && <Acts kind={kind} editor={editor} />}
    </BubbleMenu>
  )
}

function kindAt({ state }: Editor): { kind: Kind; pos: number } | null {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth--) {
    const kind = withMenu.find((name) => name === $from.node(depth).type.name)
    if (kind) return { kind, pos: $from.before(depth) }
  }
  return null
}

function elementAt(editor: Editor) {
  const found = kindAt(editor)
  const element = found && editor.view.nodeDOM(found.pos)
  return element instanceof HTMLElement ? element : null
}

function Acts({ kind, editor }: { kind: Kind; editor: Editor }) {
  if (kind === 'table') return <TableActs editor={editor} />
  if (kind === 'callout') return <CalloutActs editor={editor} />
  if (kind === 'columns') return <DeleteBlock editor={editor} name="columns" label="Delete these columns" />
  return <LanguageChoice editor={editor} />
}

const tableActs = [
  ['addRowBefore', 'Insert row above', BetweenHorizontalEnd],
  ['addRowAfter', 'Insert row below', BetweenHorizontalStart],
  ['addColumnBefore', 'Insert column before', BetweenVerticalEnd],
  ['addColumnAfter', 'Insert column after', BetweenVerticalStart],
  ['toggleHeadRow', 'Header row', PanelTop],
  ['toggleHeadColumn', 'Header column', PanelLeft],
  ['toggleHeadCell', 'Header cell', Heading],
  ['mergeCells', 'Merge cells', TableCellsMerge, 'mod+alt+J'],
  ['splitCell', 'Split cell', TableCellsSplit, 'mod+alt+J'],
  ['deleteRow', 'Delete row', Rows2],
  ['deleteColumn', 'Delete column', Columns2],
  ['deleteTable', 'Delete table', Grid2X2X],
] as const

const alignments = [
  ['left', 'Align left', AlignLeft],
  ['center', 'Align center', AlignCenter],
  ['right', 'Align right', AlignRight],
] as const

function TableActs({ editor }: { editor: Editor }) {
  const can = useEditorState({
    editor,
    selector: ({ editor }) => tableActs.map(([act]) => canChangeTable(editor.state, act)),
  })
  return (
    <>
      {tableActs.map(
        ([act, label, icon, keys], index) =>
          can[index] && (
            <IconButton
              key={act}
              label={label}
              keys={keys}
              icon={icon}
              onClick={() => editor.chain().focus().changeTable(act).run()}
            />
          ),
      )}
      {alignments.map(([align, label, icon]) => (
        <IconButton
          key={align}
          label={label}
          icon={icon}
          onClick={() => editor.chain().focus().alignCells(align).run()}
        />
      ))}
    </>
  )
}

const kinds = [
  ['note', 'Note', Info],
  ['tip', 'Tip', Lightbulb],
  ['warning', 'Warning', TriangleAlert],
] as const

function CalloutActs({ editor }: { editor: Editor }) {
  const now = useEditorState({ editor, selector: ({ editor }) => editor.getAttributes('callout').kind })
  return (
    <>
      {kinds.map(([kind, label, icon]) => (
        <IconButton
          key={kind}
          {...{ label, icon }}
          pressed={now === kind}
          onClick={() => editor.chain().focus().updateAttributes('callout', { kind }).run()}
        />
      ))}
      <DeleteBlock editor={editor} name="callout" label="Delete this box" />
    </>
  )
}

const DeleteBlock = ({ editor, name, label }: { editor: Editor; name: NodeName; label: string }) => (
  <IconButton label={label} icon={Trash2} onClick={() => editor.chain().focus().deleteNode(name).run()} />
)

/** A native select, because it does not move the cursor in the text. */
function LanguageChoice({ editor }: { editor: Editor }) {
  const language = useEditorState({
    editor,
    selector: ({ editor }) => editor.getAttributes('codeBlock').language ?? '',
  })
  const isKnown = language === '' || language in codeLanguages
  return (
    <select
      aria-label="Language"
      value={language}
      onChange={(event) =>
        editor
          .chain()
          .updateAttributes('codeBlock', { language: event.target.value || null })
          .focus()
          .run()
      }
      className="h-7 rounded-sm bg-raised px-2 text-ink"
    >
      <option value="">Plain text</option>
      {!isKnown && <option value={language}>{language}</option>}
      {Object.entries(codeLanguages).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
