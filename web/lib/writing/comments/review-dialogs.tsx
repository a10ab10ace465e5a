import { useState } from 'react'
import type { Thread } from '#contract/writing/comments.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { useOnce } from '#web/lib/write/once.ts'
import { useFault } from '#web/lib/write/use-faults.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { type CommentText, MentionTextarea } from './comment-form.tsx'
import { type Colleague, mentionedIn } from './mentions.ts'

const none = ''

type SendForReviewProps = {
  people: Colleague[]
  before: string | undefined
  viewerId: string
  onSend: (reviewer: string | null) => void
  onClose: () => void
}

export function SendForReviewDialog({ people, before, viewerId, onSend, onClose }: SendForReviewProps) {
  const first = people.find(({ id }) => id === before) ?? people.find(({ id }) => id !== viewerId)
  const [reviewer, setReviewer] = useState(first?.id ?? none)
  const send = () => {
    onClose()
    onSend(reviewer || null)
  }
  return (
    <Dialog open onClose={onClose} title="Send for review">
      <DialogForm label="Send for review" onClose={onClose} onSubmit={send}>
        <Field
          label="Reviewer"
          help="The reviewer gets a mail, then publishes the text or returns it to the author. Only people who may publish are listed."
        >
          <Select
            options={[
              ...people.map((member) => ({ value: member.id, label: fullName(member) })),
              { value: none, label: 'No reviewer' },
            ]}
            value={reviewer}
            onChange={setReviewer}
          />
        </Field>
      </DialogForm>
    </Dialog>
  )
}

type GiveBackProps<T extends Thread> = {
  mentionable: Colleague[]
  say: (written: CommentText, idempotencyKey: string) => Promise<Outcome<T>>
  onSaid: (thread: T) => void
  onGiveBack: () => void
  onClose: () => void
}

/** Dialog that ends a review and returns the text to its author. A reason becomes a comment, also in the mail. */
export function GiveBackDialog<T extends Thread>(props: GiveBackProps<T>) {
  const { mentionable, say, onSaid, onGiveBack, onClose } = props
  const [text, setText] = useState('')
  const giveBack = () => {
    onClose()
    onGiveBack()
  }
  const writing = useWrite(useOnce(say), {
    keepsPage: true,
    onAnswer(thread) {
      onSaid(thread)
      giveBack()
    },
  })
  const fault = useFault(writing.problem, writing.problem?.fields?.text ?? writing.problem?.detail)
  const submit = () => {
    if (writing.isPending) return
    if (text.trim()) writing.write({ text, mentions: mentionedIn(text, mentionable) })
    else giveBack()
  }
  return (
    <Dialog open onClose={onClose} title="Return to author">
      <DialogForm label="Return to author" busy={writing.isPending} onClose={onClose} onSubmit={submit}>
        <Field
          label="What has to change"
          hint="Optional"
          help="The author gets this text by mail and as a comment."
          {...fault}
        >
          <MentionTextarea {...{ text, members: mentionable }} onChange={setText} onSubmit={submit} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
