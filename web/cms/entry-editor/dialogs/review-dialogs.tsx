import { useState } from 'react'
import type { writeEntryComment } from '#contract/comments.ts'
import { MentionTextarea, type Written } from '#web/cms/entry-comments/comment-form.tsx'
import { mentionedIn } from '#web/cms/entry-comments/mentions.ts'
import { commentsPath } from '#web/cms/entry-comments/use-comments.ts'
import type { EntryDialogProps } from '#web/cms/entry-editor/page/entry-dialogs.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useOnce } from '#web/lib/write/once.ts'
import { useFault } from '#web/lib/write/use-faults.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'

/** Ends a review; why becomes a comment, of which the writer is mailed. */
export function GiveBackDialog({ entry, language, model, viewer, members, actions, comments }: EntryDialogProps) {
  const [text, setText] = useState('')
  const close = () => actions.setDialog(null)
  const writer = members.find(({ id, status }) => id === entry.updatedBy?.id && id !== viewer.id && status === 'active')
  const giveBack = () => {
    close()
    void actions.take({ to: 'reviewed' })
  }
  const mentions = [...new Set([...mentionedIn(text, members), ...(writer ? [writer.id] : [])])]
  const sendOnce = useOnce((written: Written, idempotencyKey) =>
    ask<typeof writeEntryComment>('POST', commentsPath, {
      ...{ params: { id: entry.id }, idempotencyKey },
      body: { ...written, ...(model.localized && { locale: language }) },
    }),
  )
  const writing = useWrite(sendOnce, {
    keepsPage: true,
    onAnswer(thread) {
      comments.take(thread)
      giveBack()
    },
  })
  const fault = useFault(writing.problem, writing.problem?.fields?.text ?? writing.problem?.detail)
  const submit = () => {
    if (writing.isPending) return
    if (text.trim()) writing.write({ text, mentions })
    else giveBack()
  }
  return (
    <Dialog open onClose={close} title="Give it back to its writer">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <DialogBody>
          <Field
            label="What has to change"
            hint="Optional"
            help={writer && `${entry.updatedBy!.name} gets it by mail, and finds it among the comments.`}
            {...fault}
          >
            <MentionTextarea {...{ text, members }} onChange={setText} onSubmit={submit} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button size="md" onClick={close}>
            Cancel
          </Button>
          <Button size="md" variant="primary" type="submit" busy={writing.isPending}>
            Give back
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
