import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { listMessages, splitMessage, undoSplit } from '#contract/tickets/messages.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { Time } from '#web/lib/time/time.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { Message } from '#web/service/tickets/ticket/types.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Spinner } from '#web/ui/mark/spinner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'

type Props = { message: Message; onClose: () => void }

const mostMessages = 100

/** Chooses which messages of a customer become a new ticket. */
export function SplitDialog({ message, onClose }: Props) {
  const { ticketId } = message
  const [chosen, setChosen] = useState([message.id])
  const navigate = useNavigate()
  const { answer, problem } = useAnswer(ticketId, (signal) =>
    ask<typeof listMessages>('GET', '/api/v1/tickets/:id/messages', {
      params: { id: ticketId },
      query: { limit: mostMessages },
      signal,
    }),
  )
  const others = (answer?.items ?? []).filter(
    ({ id, author, originTicketId }) => id === message.id || (author.id === message.author.id && !originTicketId),
  )
  const splitting = useWrite(
    () =>
      ask<typeof splitMessage>('POST', '/api/v1/tickets/:id/messages/:messageId/ticket', {
        params: { id: ticketId, messageId: message.id },
        body: { messages: chosen.filter((id) => id !== message.id) },
      }),
    {
      done: ({ number }) => `Ticket ${number} created`,
      undo: async ({ id }) => {
        const { problem } = await ask<typeof undoSplit>('DELETE', '/api/v1/tickets/:id/split', { params: { id } })
        if (problem) return { problem }
        await navigate(ticketHref(ticketId))
        return {}
      },
      onAnswer: ({ id }) => {
        onClose()
        navigate(ticketHref(id))
      },
    },
  )
  const choose = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <Dialog open onClose={onClose} title="Split into a new ticket" size="md">
      <DialogForm
        label="Create the ticket"
        busy={splitting.isPending}
        onClose={onClose}
        onSubmit={() => splitting.isPending || splitting.write()}
      >
        <p className="text-ink-2">
          The messages move to a new ticket of {message.author.name}, which is linked to this one. Replies stay here.
        </p>
        {!answer && !problem && <Spinner />}
        <div className="grid max-h-72 grid-cols-[minmax(0,1fr)] gap-2 overflow-y-auto p-0.5">
          {others.map(({ id, bodyText, sentAt, createdAt }) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              disabled={id === message.id}
              onChange={({ target: { checked } }) => choose(id, checked)}
              label={<span className="line-clamp-2 wrap-anywhere">{bodyText.slice(0, 300) || 'No text'}</span>}
              description={<Time at={sentAt ?? createdAt} style="moment" />}
            />
          ))}
        </div>
        {(problem || splitting.problem) && (
          <p role="alert" className="text-red-ink">
            {problem || splitting.problem?.detail}
          </p>
        )}
      </DialogForm>
    </Dialog>
  )
}
