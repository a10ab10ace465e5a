import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import type { findTicketByNumber } from '#contract/tickets.ts'
import { ask } from '#web/lib/write/ask.ts'
import { type ListQuery, listHref } from '#web/service/tickets/views.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Spinner } from '#web/ui/mark/spinner.tsx'

const typingMs = 200

const findByNumber = async (number: string) =>
  (await ask<typeof findTicketByNumber>('GET', '/api/v1/ticket-numbers/:number', { params: { number } })).answer

/** Finds as one types. A bare number and Enter opens that ticket. */
export function SearchBox({ query, label }: { query: ListQuery; label: string }) {
  const navigate = useNavigate()
  const isLoading = useNavigation().state === 'loading'
  const input = useRef<HTMLInputElement>(null)
  const searched = useRef(query.q)
  const [text, setText] = useState(query.q)
  const words = text.trim()

  // Somebody may clear the search elsewhere, or go back.
  useEffect(() => {
    if (query.q !== searched.current) setText(query.q)
    searched.current = query.q
  }, [query.q])

  useEffect(() => {
    if (words === searched.current) return
    const timer = setTimeout(() => {
      if (words !== searched.current) search(words)
    }, typingMs)
    return () => clearTimeout(timer)
  })

  function search(wanted: string) {
    // One entry of the history for a whole search, however it was typed.
    const replace = searched.current !== ''
    searched.current = wanted
    navigate(listHref({ ...query, q: wanted, cursor: null }), { replace, preventScrollReset: true })
  }

  async function submit() {
    input.current?.blur()
    const number = /^#?(\d{1,10})$/.exec(words)?.[1]
    const found = number && (await findByNumber(number))
    if (found) {
      // What was typed is answered: a search that still waits would lead away from the ticket.
      searched.current = words
      return navigate(`/service/tickets/${found.id}`)
    }
    if (words !== searched.current) search(words)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') submit()
    if (event.key === 'Escape') {
      if (text) setText('')
      else input.current?.blur()
    }
  }

  useShortcuts({ '/': { label: 'Search tickets', run: () => input.current?.focus() } }, { group: 'Ticket list' })

  return (
    <SearchInput
      ref={input}
      label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      maxLength={256}
      className="w-70! max-md:w-full! [&_input::-webkit-search-cancel-button]:hidden"
      suffix={
        words !== query.q && isLoading ? (
          <Spinner />
        ) : text ? (
          <IconButton size="sm" icon={X} label="Clear the search" onClick={() => setText('')} className="-mr-1.5" />
        ) : (
          <Kbd keys="/" className="max-md:hidden" />
        )
      }
    />
  )
}
