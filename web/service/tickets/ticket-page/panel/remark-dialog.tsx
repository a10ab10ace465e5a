import { type FormEvent, useState } from 'react'
import type { remarkOnArticle } from '#contract/knowledge-base/comments.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useOnce } from '#web/lib/write/once.ts'
import { useFault } from '#web/lib/write/use-faults.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'

export type RemarkedArticle = { id: string; title: string; language: string }
type Props = { article: RemarkedArticle; ticketId: string; onClose: () => void }

const mostLetters = 4000

export function RemarkDialog({ article, ticketId, onClose }: Props) {
  const [text, setText] = useState('')
  const sendOnce = useOnce((written: { text: string }, idempotencyKey) =>
    ask<typeof remarkOnArticle>('POST', '/api/v1/knowledge-base/articles/:id/remarks', {
      ...{ params: { id: article.id }, idempotencyKey },
      body: { ...written, language: article.language, ticket: ticketId },
    }),
  )
  const sending = useWrite(sendOnce, {
    keepsPage: true,
    done: () => 'The owner of the article is informed',
    onAnswer: onClose,
  })
  const fault = useFault(sending.problem, sending.problem?.fields?.text ?? sending.problem?.detail)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!sending.isPending) sending.write({ text })
  }

  return (
    <Dialog open onClose={onClose} title="What is wrong with this article?">
      <form data-asks-before-closing onSubmit={submit} noValidate>
        <DialogBody>
          <Field
            label={article.title}
            help="The owner gets a mail with a link to this ticket. Customers do not see it."
            {...fault}
          >
            <Textarea rows={4} maxLength={mostLetters} value={text} onChange={({ target }) => setText(target.value)} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button size="md" onClick={onClose}>
            Cancel
          </Button>
          <Button size="md" variant="primary" type="submit" busy={sending.isPending}>
            Tell the owner
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
