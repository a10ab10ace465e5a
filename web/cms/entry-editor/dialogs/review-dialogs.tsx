import { type FormEvent, useState } from 'react'
import type { writeEntryComment } from '#contract/comments.ts'
import { MentionTextarea, type Written } from '#web/cms/entry-comments/comment-form.tsx'
import { mentionedIn } from '#web/cms/entry-comments/mentions.ts'
import { commentsPath } from '#web/cms/entry-comments/use-comments.ts'
import type { EntryDialogProps } from '#web/cms/entry-editor/page/entry-dialogs.tsx'
import { publishersOf } from '#web/cms/entry-writing/entry-data.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useOnce } from '#web/lib/write/once.ts'
import { useFault } from '#web/lib/write/use-faults.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'

const none = ''

/** Who is to look at it before it is published: somebody who may publish it, and hears of it by mail. */
export function SendForReviewDialog({ entry, model, members, viewer, actions }: EntryDialogProps) {
  const people = publishersOf(model, members)
  const before = people.find(({ id }) => id === entry.reviewer?.id) ?? people.find(({ id }) => id !== viewer.id)
  const [reviewer, setReviewer] = useState(before?.id ?? none)
  const close = () => actions.setDialog(null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    close()
    void actions.take({ to: 'review', reviewer: reviewer || null })
  }
  return (
    <Dialog open onClose={close} title="Send for review">
      <form noValidate onSubmit={send}>
        <DialogBody>
          <Field
            label="Reviewer"
            help="They get a mail, publish it or give it back. Only who may publish it is named here."
          >
            <Select
              options={[
                ...people.map((member) => ({ value: member.id, label: fullName(member) })),
                { value: none, label: 'Nobody in particular' },
              ]}
              value={reviewer}
              onChange={setReviewer}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button size="md" onClick={close}>
            Cancel
          </Button>
          <Button size="md" variant="primary" type="submit">
            Send for review
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

/** Ends a review; why becomes a comment, which stands in the mail to whoever sent it. */
export function GiveBackDialog({ entry, language, model, members, actions, comments }: EntryDialogProps) {
  const [text, setText] = useState('')
  const close = () => actions.setDialog(null)
  const giveBack = () => {
    close()
    void actions.take({ to: 'reviewed' })
  }
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
    if (text.trim()) writing.write({ text, mentions: mentionedIn(text, members) })
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
            help="Whoever sent it gets it by mail, and finds it among the comments."
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
