import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
import { Bold, Code, Italic, Link, List, ListOrdered, Quote } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'

type Format = {
  icon: IconShape
  label: string
  keys?: string
  marks: string[]
  toggle: (chain: ChainedCommands, isEmptySelection: boolean) => ChainedCommands
  isOnPhones?: boolean
}

const formats: Format[] = [
  {
    icon: Bold,
    label: 'Bold',
    keys: 'mod+B',
    marks: ['bold'],
    isOnPhones: true,
    toggle: (chain) => chain.toggleBold(),
  },
  { icon: Italic, label: 'Italic', keys: 'mod+I', marks: ['italic'], toggle: (chain) => chain.toggleItalic() },
  { icon: List, label: 'List', marks: ['bulletList'], toggle: (chain) => chain.toggleBulletList(), isOnPhones: true },
  { icon: ListOrdered, label: 'Numbered list', marks: ['orderedList'], toggle: (chain) => chain.toggleOrderedList() },
  { icon: Quote, label: 'Quote', marks: ['blockquote'], toggle: (chain) => chain.toggleBlockquote() },
  {
    icon: Code,
    label: 'Code',
    keys: 'mod+E',
    marks: ['code', 'codeBlock'],
    toggle: (chain, isEmptySelection) => (isEmptySelection ? chain.toggleCodeBlock() : chain.toggleCode()),
  },
]

export function FormatButtons({ editor }: { editor: Editor }) {
  const { active, isLink } = useEditorState({
    editor,
    selector: ({ editor }) => ({
      active: formats.filter(({ marks }) => marks.some((mark) => editor.isActive(mark))).map(({ label }) => label),
      isLink: editor.isActive('link'),
    }),
  })
  return (
    <>
      {formats.map(({ icon, label, keys, toggle, isOnPhones }) => (
        <IconButton
          key={label}
          icon={icon}
          label={label}
          keys={keys}
          pressed={active.includes(label)}
          onClick={() => toggle(editor.chain().focus(), editor.state.selection.empty).run()}
          className={isOnPhones ? undefined : 'max-md:hidden'}
        />
      ))}
      <LinkButton editor={editor} isActive={isLink} />
    </>
  )
}

const LinkButton = ({ editor, isActive }: { editor: Editor; isActive: boolean }) => (
  <Popover button={<IconButton icon={Link} label="Link" pressed={isActive} />} label="Link" className="w-80 p-3">
    {(close) => <LinkForm editor={editor} isActive={isActive} onDone={close} />}
  </Popover>
)

/** Fields for a link. They are not in a form element, because the editor can be inside a form. */
function LinkForm({ editor, isActive, onDone }: { editor: Editor; isActive: boolean; onDone: () => void }) {
  const [url, setUrl] = useState(String(editor.getAttributes('link').href ?? ''))

  function setLink() {
    const href = withScheme(url.trim())
    if (!href) return
    onDone()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !isActive) {
      chain.insertContent({ type: 'text', text: url.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    } else chain.setLink({ href }).run()
  }

  function removeLink() {
    onDone()
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
  }

  return (
    <div className="grid gap-3">
      <Field label="Address">
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            setLink()
          }}
        />
      </Field>
      <div className="flex justify-end gap-2">
        {isActive && <Button onClick={removeLink}>Remove link</Button>}
        <Button variant="primary" disabled={!url.trim()} onClick={setLink}>
          Set link
        </Button>
      </div>
    </div>
  )
}

const withScheme = (url: string) => (!url || /^(https?:|mailto:|tel:)/i.test(url) ? url : `https://${url}`)
