import { useNavigate } from 'react-router'
import type { findTicketByNumber } from '#contract/tickets/tickets.ts'
import { ListSearch } from '#web/lib/list/list-search.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { type ListQuery, listHref } from '#web/service/tickets/ticket/views.ts'

const findByNumber = async (number: string) =>
  (await ask<typeof findTicketByNumber>('GET', '/api/v1/ticket-numbers/:number', { params: { number } })).answer

/** Finds as one types. A bare number and Enter opens that ticket. */
export function SearchBox({ query, label }: { query: ListQuery; label: string }) {
  const navigate = useNavigate()

  async function openByNumber(words: string) {
    const number = /^#?(\d{1,10})$/.exec(words)?.[1]
    const found = number && (await findByNumber(number))
    if (found) navigate(`/service/tickets/${found.id}`)
    return Boolean(found)
  }

  return (
    <ListSearch
      label={label}
      q={query.q}
      hrefOf={(q) => listHref({ ...query, q, cursor: null })}
      group="Ticket list"
      keyLabel="Search tickets"
      onEnter={openByNumber}
    />
  )
}
