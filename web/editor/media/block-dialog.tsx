import type { Editor } from '@tiptap/react'
import { type ComponentType, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { type Answer, type BlockRequest, type DialogBlock, takeAnswer } from './block-dialog-extension.ts'
import { IncludeFields } from './include-fields.tsx'
import { VideoFields } from './video-fields.tsx'

/**
 * Props of the fields in the dialog. `onAnswer` gets null while the input is incomplete. `isSubmitted`: the person
 * tried to submit incomplete input.
 */
export type FieldsProps = {
  editor: Editor
  attrs: Answer | null
  isSubmitted: boolean
  onAnswer: (answer: Answer | null) => void
  onTake: (answer: Answer) => void
}

type Part = { article: 'a' | 'an'; named: string; Fields: ComponentType<FieldsProps>; isOneStep?: true }

const parts: Record<DialogBlock, Part> = {
  video: { article: 'a', named: 'video', Fields: VideoFields },
  categoryList: { article: 'a', named: 'list of articles', Fields: CategoryFields },
  include: { article: 'a', named: 'part of an article', Fields: IncludeFields },
  entry: { article: 'an', named: 'entry', Fields: EntryFields, isOneStep: true },
  inlineEntry: { article: 'an', named: 'inline entry', Fields: EntryFields, isOneStep: true },
}

export function BlockDialog({ editor, asked, onClose }: { editor: Editor; asked: BlockRequest; onClose: () => void }) {
  const { article, named, Fields, isOneStep } = parts[asked.name]
  const answer = useRef<Answer | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    // Prevents the submit of a form around the editor.
    event.stopPropagation()
    if (!answer.current) return setSubmitted(true)
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
            isSubmitted={isSubmitted}
            onTake={take}
            onAnswer={(next) => {
              answer.current = next
            }}
          />
        </DialogBody>
        <DialogFooter onCancel={onClose}>
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

function CategoryFields({ editor, attrs, isSubmitted, onAnswer }: FieldsProps) {
  const [id, setId] = useState(attrs?.reference?.id ?? '')
  const { categories = [] } = editor.storage.port.now()
  useLayoutEffect(() => onAnswer(id ? { reference: { kind: 'category', id } } : null))
  return (
    <Field
      label="Category"
      help={
        categories.length > 0
          ? 'The page always lists the current articles of this category.'
          : 'There are no categories yet. Create one first.'
      }
      error={isSubmitted && !id && 'Choose a category'}
    >
      <Select options={categories.map(({ id, name }) => ({ value: id, label: name }))} value={id} onChange={setId} />
    </Field>
  )
}

function EntryFields({ editor, onTake }: FieldsProps) {
  const { entries } = editor.storage.port.now()
  return entries && <entries.Search onChoose={(entry) => onTake({ entry })} />
}
