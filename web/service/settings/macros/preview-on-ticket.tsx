import { useState } from 'react'
import type { Macro } from '#contract/tickets/macros.ts'
import type { findTicketByNumber, listTickets, showTicket } from '#contract/tickets/tickets.ts'
import type { showCustomer } from '#contract/workspace/customers.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { ask } from '#web/lib/write/ask.ts'
import { FilledPreview } from '#web/service/tickets/composer/macros/macro-view.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { MacroDraft } from './macro-dialog.tsx'
import type { MacrosPage } from './macros.tsx'

type Props = { draft: MacroDraft; attachments: Macro['attachments']; page: MacrosPage }

/** Shows what the macro would write and change on a ticket, at first the latest one. Nothing is changed. */
export function PreviewOnTicket({ draft, attachments, page }: Props) {
  const [number, setNumber] = useState('')
  const { answer: found, problem } = useAnswer(number, (signal) => readTicket(number, signal))
  const error = number && problem ? 'There is no ticket with this number' : undefined
  return (
    <section aria-label="Preview" className="grid content-start gap-4 lg:border-l lg:border-line lg:pl-5">
      <Field label="Preview on ticket" error={error}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          placeholder={found ? String(found.ticket.number) : 'Number'}
          maxLength={10}
          value={number}
          onText={(text) => setNumber(text.replace(/\D/g, ''))}
        />
      </Field>
      {found && <FilledPreview macro={{ ...draft, attachments, missing: null }} page={{ ...page, ...found }} />}
    </section>
  )
}

async function readTicket(number: string, signal: AbortSignal) {
  const { id, problem } = await findId(number, signal)
  if (!id) return { problem }
  const { answer: ticket, ...refused } = await ask<typeof showTicket>('GET', '/api/v1/tickets/:id', {
    params: { id },
    signal,
  })
  if (!ticket) return refused
  const { answer: customer, ...missing } = await ask<typeof showCustomer>('GET', '/api/v1/customers/:id', {
    params: { id: ticket.requester.id },
    signal,
  })
  return customer ? { answer: { ticket, customer } } : missing
}

async function findId(number: string, signal: AbortSignal) {
  if (number) {
    const params = { number: Number(number) }
    const path = '/api/v1/ticket-numbers/:number'
    const { answer, problem } = await ask<typeof findTicketByNumber>('GET', path, { params, signal })
    return { id: answer?.id, problem }
  }
  const query = { limit: 1, order: 'updated' } as const
  const { answer, problem } = await ask<typeof listTickets>('GET', '/api/v1/tickets', { query, signal })
  return { id: answer?.items[0]?.id, problem }
}
