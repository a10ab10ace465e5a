import type { z } from 'zod'
import type { InputOf } from '#contract/pages.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { listTickets, TicketRow } from '#contract/tickets/tickets.ts'
import { ask } from '#web/lib/write/ask.ts'
import { Chooser } from '#web/service/merging/chooser.tsx'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { StatusGlyph } from '#web/ui/mark/status-pill.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

export type ChosenTicket = z.output<typeof TicketRow>

type Props = {
  label: string
  ticket: Ticket
  isPossible: (ticket: ChosenTicket) => boolean
  onChoose: (ticket: ChosenTicket) => void
}

/** A search for another ticket by number or words. Without words, it offers other open tickets of the requester. */
export const TicketChooser = ({ label, ticket, isPossible, onChoose }: Props) => (
  <TicketSearch
    label={label}
    subject={ticket.id}
    queryOf={(words) => (words ? { q: words } : { requester: ticket.requester.id })}
    suggested="Other tickets of the requester"
    none="No other ticket found"
    isPossible={(one) => one.id !== ticket.id && isPossible(one)}
    onChoose={onChoose}
  />
)

type SearchProps = Omit<Props, 'ticket'> & {
  subject: string
  queryOf: (words: string) => NonNullable<InputOf<typeof listTickets>['query']>
  suggested: string
  none: string
}

const mostRead = 16

/** A search for a ticket. `suggested` names what is offered without words. */
export const TicketSearch = ({ label, subject, queryOf, suggested, none, isPossible, onChoose }: SearchProps) => (
  <Chooser
    label={label}
    placeholder="Number, subject or words"
    subject={subject}
    read={(words, signal) =>
      ask<typeof listTickets>('GET', '/api/v1/tickets', { query: { ...queryOf(words), limit: mostRead }, signal })
    }
    isPossible={isPossible}
    titles={{ found: 'Tickets found', suggested, none }}
    onChoose={onChoose}
  >
    {({ status, statusColor, statusLabel, number, subject, requester }) => (
      <>
        <StatusGlyph status={status} color={statusColor} />
        <VisuallyHidden>{statusLabel}: </VisuallyHidden>
        <span className="shrink-0 text-ink-3 tabular-nums">{number}</span>
        <span className="min-w-0 truncate">{subject}</span>
        <span className="ml-auto max-w-40 truncate pl-3 text-meta text-ink-3">
          {requester.name || shownAddress(requester.email)}
        </span>
      </>
    )}
  </Chooser>
)
