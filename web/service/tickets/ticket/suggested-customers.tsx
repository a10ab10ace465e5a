import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { listCustomers } from '#contract/workspace/customers.ts'
import { useFound } from '#web/lib/network/use-found.ts'
import { ask } from '#web/lib/write/ask.ts'
import { Avatar } from '#web/ui/mark/avatar.tsx'

const suggestedMost = 6

export type SuggestedCustomer = AnswerOf<typeof listCustomers>['items'][number]

export const CustomerRow = ({ customer }: { customer: SuggestedCustomer }) => (
  <>
    <Avatar name={customer.name || customerAddress(customer)} hideName />
    <span className="truncate">{customer.name || customerAddress(customer)}</span>
    {customer.name && <span className="truncate text-ink-3">{customerAddress(customer)}</span>}
  </>
)

export const customerAddress = ({ emails }: SuggestedCustomer) =>
  shownAddress((emails.find(({ primary }) => primary) ?? emails[0])?.address ?? '')

export function useSuggestedCustomers(text: string) {
  const [isOpen, setOpen] = useState(false)
  const words = text.trim()
  return {
    ...useFound(isOpen && words.length >= 2 ? words : null, findCustomers),
    open: () => setOpen(true),
    close: () => setOpen(false),
  }
}

async function findCustomers(q: string, signal: AbortSignal) {
  const query = { q, limit: suggestedMost }
  const { answer } = await ask<typeof listCustomers>('GET', '/api/v1/customers', { query, signal })
  return (answer?.items ?? []).filter((customer) => customerAddress(customer) !== q)
}
