import { type Editor, useEditorState } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import { Bold, Code, Highlighter, Italic, Keyboard, Link, MessageSquarePlus, Strikethrough } from 'lucide-react'
import type { LinkTarget } from '#contract/writing/document.ts'
import { commentHere } from '#web/editor/blocks/commented-blocks.ts'
import { isOffered } from '#web/editor/schema/allowed-content.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { LinkField } from './link-field.tsx'
import { titleOfEntry } from './linkable.ts'

const floating =
  'layer-menu z-25 flex max-w-[calc(100vw-2rem)] items-center gap-0.5 rounded-md bg-raised p-1 text-ink shadow-menu'

export function MarkMenu({ editor, hasLinkOpen, onLinkOpen }: Props) {
  return (
    <BubbleMenu
      editor={editor}
      pluginKey="markMenu"
      updateDelay={0}
      shouldShow={({ editor, state }) =>
        !state.selection.empty &&
        editor.isEditable &&
        state.selection.$from.parent.inlineContent &&
        !editor.isActive('codeBlock') &&
        !('node' in state.selection)
      }
      options={{ placement: 'top', offset: 8, flip: true, shift: { padding: 8 } }}
      role="toolbar"
      aria-label="Selected text"
      className={floating}
    >
      {hasLinkOpen ? (
        <LinkField
          key={editor.state.selection.from}
          editor={editor}
          address={String(editor.getAttributes('link').href ?? '')}
          isLink={editor.isActive('link')}
          leadsTo={titleOfEntry(editor, editor.getAttributes('link').entry)}
          onLead={(target) => leadWords(editor, target)}
          onDone={() => onLinkOpen(false)}
        />
      ) : (
        <MarkButtons editor={editor} onLink={() => onLinkOpen(true)} />
      )}
    </BubbleMenu>
  )
}

function leadWords(editor: Editor, target: LinkTarget | null) {
  const words = editor.chain().focus().extendMarkRange('link')
  if (target) words.setTarget(target).run()
  else words.unsetTarget().run()
}

type Props = { editor: Editor; hasLinkOpen: boolean; onLinkOpen: (isOpen: boolean) => void }

export const marks = [
  { name: 'bold', label: 'Bold', icon: Bold, keys: 'mod+B' },
  { name: 'italic', label: 'Italic', icon: Italic, keys: 'mod+I' },
  { name: 'strike', label: 'Strike through', icon: Strikethrough, keys: 'mod+shift+S' },
  { name: 'code', label: 'Code', icon: Code, keys: 'mod+E' },
  { name: 'highlight', label: 'Highlight', icon: Highlighter, keys: 'mod+shift+H' },
  { name: 'key', label: 'Keyboard key', icon: Keyboard, keys: undefined },
] as const

function MarkButtons({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const active = useEditorState({
    editor,
    selector: ({ editor }) => [...marks.map(({ name }) => editor.isActive(name)), editor.isActive('link')],
  })
  return (
    <>
      {marks.map(
        ({ name, label, icon, keys }, index) =>
          isOffered(editor, name, 'mark') && (
            <IconButton
              key={name}
              {...{ label, icon, keys }}
              pressed={active[index]}
              onClick={() => editor.chain().focus().toggleMark(name).run()}
            />
          ),
      )}
      {isOffered(editor, 'link', 'mark') && (
        <IconButton label="Link" icon={Link} keys="mod+K" pressed={active.at(-1)} onClick={onLink} />
      )}
      {editor.storage.port.now().onComment && (
        <IconButton
          label="Comment on this block"
          icon={MessageSquarePlus}
          keys="mod+alt+M"
          onClick={() => commentHere(editor)}
        />
      )}
    </>
  )
}
