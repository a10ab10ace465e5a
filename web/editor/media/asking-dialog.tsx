import type { Editor } from '@tiptap/react'
import { type ComponentType, type SubmitEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { type Answer, type AskedBlock, type BlockRequest, takeAnswer } from './asking.ts'
import { CategoryFields } from './category-fields.tsx'
import { EntryFields } from './entry-fields.tsx'
import { IncludeFields } from './include-fields.tsx'
import { VideoFields } from './video-fields.tsx'

/**
 * `onAnswer` is called synchronously at each change, with null while there is no answer. `isAsked`: the person
 * confirmed without an answer.
 */
export type FieldsProps = {
  editor: Editor
  attrs: Answer | null
  isAsked: boolean
  onAnswer: (answer: Answer | null) => void
  /** The answer is there, and nothing else is asked. */
  onTake: (answer: Answer) => void
}

type Part = { article: 'a' | 'an'; named: string; Fields: ComponentType<FieldsProps>; isOneStep?: true }

const parts: Record<AskedBlock, Part> = {
  video: { article: 'a', named: 'video', Fields: VideoFields },
  categoryList: { article: 'a', named: 'list of articles', Fields: CategoryFields },
  include: { article: 'a', named: 'part of an article', Fields: IncludeFields },
  entry: { article: 'an', named: 'entry', Fields: EntryFields, isOneStep: true },
  inlineEntry: { article: 'an', named: 'entry in this line', Fields: EntryFields, isOneStep: true },
}

/** Asks what a block is to show. The text keeps its place meanwhile, and gets the focus back. */
export function AskingDialog({ editor, asked, onClose }: { editor: Editor; asked: BlockRequest; onClose: () => void }) {
  const { article, named, Fields, isOneStep } = parts[asked.name]
  const answer = useRef<Answer | null>(null)
  const [isAsked, setAsked] = useState(false)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    // The page around the text may be a form, too.
    event.stopPropagation()
    if (!answer.current) return setAsked(true)
    take(answer.current)
  }

  function take(given: Answer) {
    onClose()
    takeAnswer(editor, asked, given)
  }

  return (
    <Dialog open onClose={onClose} title={asked.attrs ? `Change this ${named}` : `Insert ${article} ${named}`}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <Fields
            editor={editor}
            attrs={asked.attrs}
            isAsked={isAsked}
            onTake={take}
            onAnswer={(next) => {
              answer.current = next
            }}
          />
        </DialogBody>
        <DialogFooter>
          <Button size="md" onClick={onClose}>
            Cancel
          </Button>
          {!isOneStep && (
            <Button size="md" variant="primary" type="submit">
              {asked.attrs ? 'Change' : 'Insert'}
            </Button>
          )}
        </DialogFooter>
      </form>
    </Dialog>
  )
}
