import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { listTickets, TicketRow } from '#contract/tickets/tickets.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { useListCursor } from '#web/ui/choice/use-list-cursor.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { StatusGlyph } from '#web/ui/mark/status-pill.tsx'
import { menuRow } from '#web/ui/overlay/menu.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

export type ChosenTicket = z.output<typeof TicketRow>

type Props = {
  label: string
  ticket: Ticket
  isPossible: (ticket: ChosenTicket) => boolean
  onChoose: (ticket: ChosenTicket) => void
}

const mostShown = 8

/** A search for another ticket by number or words. Without words, it offers other open tickets of the requester. */
export function TicketChooser({ label, ticket, isPossible, onChoose }: Props) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const words = useDeferredValue(text.trim())
  const { answer, of, problem, isReading } = useAnswer(`${ticket.id} ${words}`, (signal) =>
    ask<typeof listTickets>('GET', '/api/v1/tickets', {
      query: words ? { q: words, limit: mostShown * 2 } : { requester: ticket.requester.id, limit: mostShown * 2 },
      signal,
    }),
  )
  const found = (answer?.items ?? []).filter((one) => one.id !== ticket.id && isPossible(one)).slice(0, mostShown)
  const isSearching = isReading || of !== `${ticket.id} ${text.trim()}`
  const choose = (index: number) => found[index] && onChoose(found[index])
  const cursor = useListCursor({ label, count: found.length, isSearching, onChoose: choose, resetOn: text })
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-2 rounded-sm border border-control px-2 focus-within:border-ring">
        <Icon of={Search} size={14} className="text-ink-3" />
        <input
          {...cursor.inputProps}
          aria-label={label}
          ref={input}
          placeholder="Number, subject or words"
          autoComplete="off"
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
          className="h-8 w-full bg-transparent outline-none"
        />
      </div>
      <p className="mt-3 mb-1 text-meta text-ink-3">{words ? 'Tickets found' : 'Other tickets of the requester'}</p>
      <div {...cursor.listProps} className="min-h-16">
        {found.map((one, index) => (
          <div
            key={one.id}
            {...cursor.optionProps(index)}
            className={classNames(menuRow, index === cursor.active && 'bg-press')}
          >
            <StatusGlyph status={one.status} color={one.statusColor} />
            <VisuallyHidden>{one.statusLabel}: </VisuallyHidden>
            <span className="shrink-0 text-ink-3 tabular-nums">{one.number}</span>
            <span className="min-w-0 truncate">{one.subject}</span>
            <span className="ml-auto max-w-40 truncate pl-3 text-meta text-ink-3">
              {one.requester.name || shownAddress(one.requester.email)}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className={classNames('px-2', problem ? 'text-red-ink' : 'text-ink-3')}>
        {problem || (!isSearching && found.length === 0 && 'No other ticket found')}
      </p>
    </div>
  )
}
