import { type KeyboardEvent, useState } from 'react'
import { setSubject } from '#web/service/tickets/ticket/changes/changes.ts'
import type { TicketChanges } from '#web/service/tickets/ticket/changes/use-ticket-changes.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { Input } from '#web/ui/form/input.tsx'

type Props = { ticket: Ticket; changes: TicketChanges; canWrite: boolean }

/** Number and subject; pressing the subject changes it in place. */
export function SubjectTitle({ ticket, changes, canWrite }: Props) {
  const [isEditing, setEditing] = useState(false)
  const { number, subject } = ticket
  if (isEditing) return <SubjectField ticket={ticket} changes={changes} onDone={() => setEditing(false)} />
  return (
    <span className="flex min-w-0 items-baseline">
      <span className="mr-1.5 shrink-0 font-normal text-ink-3 tabular-nums">{number}</span>
      {canWrite && ticket.status !== 'closed' ? (
        <button
          type="button"
          title="Change the subject"
          onClick={() => setEditing(true)}
          className="min-w-0 truncate rounded-xs px-1 hover:bg-hover"
        >
          {subject}
        </button>
      ) : (
        <span className="truncate px-1">{subject}</span>
      )}
    </span>
  )
}

type FieldProps = { ticket: Ticket; changes: TicketChanges; onDone: () => void }

function SubjectField({ ticket, changes, onDone }: FieldProps) {
  const [text, setText] = useState(ticket.subject)

  function save() {
    onDone()
    const subject = text.trim()
    if (subject && subject !== ticket.subject) changes.run(setSubject(subject), [ticket])
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') onDone()
    if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault()
  }

  return (
    <Input
      size="sm"
      aria-label="Subject"
      autoFocus
      value={text}
      maxLength={255}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={save}
      onFocus={(event) => event.target.select()}
      className="w-[min(480px,46vw)]! text-base font-normal"
    />
  )
}
