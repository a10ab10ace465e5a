import type { Editor } from '@tiptap/react'
import { type ComponentType, type SubmitEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { type Answer, type Asked, type AskedBlock, takeAnswer } from './asking.ts'
import { CategoryFields } from './category-fields.tsx'
import { IncludeFields } from './include-fields.tsx'
import { VideoFields } from './video-fields.tsx'

/** `onAnswer` is told at each change, before another key comes: it gets null while there is no answer; `isAsked` says that one was wanted and there was none. */
export type FieldsProps = {
  editor: Editor
  attrs: Answer | null
  isAsked: boolean
  onAnswer: (answer: Answer | null) => void
}

const parts: Record<AskedBlock, { named: string; Fields: ComponentType<FieldsProps> }> = {
  video: { named: 'video', Fields: VideoFields },
  categoryList: { named: 'list of articles', Fields: CategoryFields },
  include: { named: 'part of an article', Fields: IncludeFields },
}

/** Asks what a block is to show. The text keeps its place meanwhile, and gets the focus back. */
export function AskingDialog({ editor, asked, onClose }: { editor: Editor; asked: Asked; onClose: () => void }) {
  const { named, Fields } = parts[asked.name]
  const answer = useRef<Answer | null>(null)
  const [isAsked, setAsked] = useState(false)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    // The page around the text may be a form, too.
    event.stopPropagation()
    if (!answer.current) return setAsked(true)
    onClose()
    takeAnswer(editor, asked, answer.current)
  }

  return (
    <Dialog open onClose={onClose} title={asked.attrs ? `Change this ${named}` : `Insert a ${named}`}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <Fields
            editor={editor}
            attrs={asked.attrs}
            isAsked={isAsked}
            onAnswer={(next) => {
              answer.current = next
            }}
          />
        </DialogBody>
        <DialogFooter>
          <Button size="md" onClick={onClose}>
            Cancel
          </Button>
          <Button size="md" variant="primary" type="submit">
            {asked.attrs ? 'Change' : 'Insert'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
