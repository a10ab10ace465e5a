import { type Editor, useEditorState } from '@tiptap/react'
import { Bold, Code, Italic, Link, List, ListOrdered, Quote } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'

const onWideOnly = 'max-md:hidden'

export function FormatButtons({ editor }: { editor: Editor }) {
  const active = useEditorState({
    editor,
    selector: ({ editor }) => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      bulletList: editor.isActive('bulletList'),
      orderedList: editor.isActive('orderedList'),
      blockquote: editor.isActive('blockquote'),
      code: editor.isActive('code') || editor.isActive('codeBlock'),
      link: editor.isActive('link'),
    }),
  })
  const change = () => editor.chain().focus()
  const toggleCode = () => (editor.state.selection.empty ? change().toggleCodeBlock() : change().toggleCode()).run()
  return (
    <>
      <IconButton
        icon={Bold}
        label="Bold"
        keys="mod+B"
        pressed={active.bold}
        onClick={() => change().toggleBold().run()}
      />
      <IconButton
        icon={Italic}
        label="Italic"
        keys="mod+I"
        pressed={active.italic}
        onClick={() => change().toggleItalic().run()}
        className={onWideOnly}
      />
      <IconButton
        icon={List}
        label="List"
        pressed={active.bulletList}
        onClick={() => change().toggleBulletList().run()}
      />
      <IconButton
        icon={ListOrdered}
        label="Numbered list"
        pressed={active.orderedList}
        onClick={() => change().toggleOrderedList().run()}
        className={onWideOnly}
      />
      <IconButton
        icon={Quote}
        label="Quote"
        pressed={active.blockquote}
        onClick={() => change().toggleBlockquote().run()}
        className={onWideOnly}
      />
      <IconButton
        icon={Code}
        label="Code"
        keys="mod+E"
        pressed={active.code}
        onClick={toggleCode}
        className={onWideOnly}
      />
      <LinkButton editor={editor} isActive={active.link} />
    </>
  )
}

const LinkButton = ({ editor, isActive }: { editor: Editor; isActive: boolean }) => (
  <Popover button={<IconButton icon={Link} label="Link" pressed={isActive} />} label="Link" className="w-80 p-3">
    {(close) => <LinkForm editor={editor} isActive={isActive} onDone={close} />}
  </Popover>
)

type LinkFormProps = { editor: Editor; isActive: boolean; onDone: () => void }

/** Not a form of its own: the editor may stand in one. */
function LinkForm({ editor, isActive, onDone }: LinkFormProps) {
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
