import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Bold, Code, Heading2, Image, Italic, Link, List, ListOrdered, Quote } from 'lucide-react'
import type { ReactNode } from 'react'
import { blockChoices, isSupported } from '#web/editor/menus/block-choices.ts'
import { isOffered } from '#web/editor/schema/allowed-content.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import type { IconShape } from '#web/ui/mark/icon.tsx'

type Chain = ReturnType<Editor['chain']>
type Tool = {
  name: string
  kind: 'node' | 'mark'
  label: string
  icon: IconShape
  keys?: string
  toggle: (chain: Chain) => Chain
}

const tools: Tool[] = [
  { name: 'heading', kind: 'node', label: 'Heading', icon: Heading2, toggle: (to) => to.toggleHeading({ level: 2 }) },
  { name: 'bold', kind: 'mark', label: 'Bold', icon: Bold, keys: 'mod+B', toggle: (to) => to.toggleMark('bold') },
  {
    name: 'italic',
    kind: 'mark',
    label: 'Italic',
    icon: Italic,
    keys: 'mod+I',
    toggle: (to) => to.toggleMark('italic'),
  },
  { name: 'bulletList', kind: 'node', label: 'Bulleted list', icon: List, toggle: (to) => to.toggleBulletList() },
  {
    name: 'orderedList',
    kind: 'node',
    label: 'Numbered list',
    icon: ListOrdered,
    toggle: (to) => to.toggleOrderedList(),
  },
  { name: 'blockquote', kind: 'node', label: 'Quote', icon: Quote, toggle: (to) => to.toggleBlockquote() },
  { name: 'codeBlock', kind: 'node', label: 'Code', icon: Code, toggle: (to) => to.toggleCodeBlock() },
]

export function TextToolbar({ editor, onLink, children }: { editor: Editor; onLink: () => void; children: ReactNode }) {
  const { active, canLink, isLink, isFocused } = useEditorState({
    editor,
    selector: ({ editor }) => ({
      active: tools.map(({ name }) => editor.isActive(name)),
      isLink: editor.isActive('link'),
      isFocused: editor.isFocused,
      canLink: !editor.state.selection.empty || editor.isActive('link'),
    }),
  })
  return (
    <div
      role="toolbar"
      aria-label="Text formatting"
      // Keeps the focus and the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      className="flex flex-wrap items-center gap-0.5 border-b border-line bg-sunken px-2 py-1"
    >
      {tools.map(
        ({ name, kind, label, icon, keys, toggle }, index) =>
          isOffered(editor, name, kind) && (
            <IconButton
              key={name}
              {...{ label, icon, keys }}
              pressed={active[index]}
              onClick={() => toggle(editor.chain().focus()).run()}
            />
          ),
      )}
      {isOffered(editor, 'link', 'mark') && (
        <IconButton
          label={canLink ? 'Link' : 'Link: select text first'}
          icon={Link}
          keys="mod+K"
          pressed={isLink}
          aria-disabled={!canLink}
          onClick={() => canLink && onLink()}
        />
      )}
      {isOffered(editor, 'picture', 'node') && (
        <IconButton label="Picture" icon={Image} onClick={() => choose(editor, 'picture')} />
      )}
      {chosen.map(
        ({ id, label, icon }) =>
          isSupported(editor, id) && (
            <IconButton key={id} label={label} icon={icon!} onClick={() => choose(editor, id)} />
          ),
      )}
      <span className="ml-auto flex items-center gap-1 text-meta text-ink-3">
        <span className={classNames('max-md:hidden', !isFocused && 'invisible')}>
          Type <Kbd keys="/" /> for blocks
        </span>
        {children}
      </span>
    </div>
  )
}

const chosen = blockChoices.filter(({ id }) => id === 'library' || id === 'entry')

function choose(editor: Editor, wanted: string) {
  const { to } = editor.state.selection
  blockChoices.find(({ id }) => id === wanted)!.run(editor, { from: to, to })
}
