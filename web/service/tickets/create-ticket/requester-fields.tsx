import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { listCustomers } from '#contract/workspace/customers.ts'
import { SuggestingInput } from '#web/lib/list/suggesting-input.tsx'
import { useFound } from '#web/lib/network/use-found.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { Field } from '#web/ui/form/field.tsx'
import { emailInput, Input } from '#web/ui/form/input.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'

const suggestedMost = 6

type Customer = AnswerOf<typeof listCustomers>['items'][number]
type Props = { email: string; onEmail: (email: string) => void; startName?: string; fault: Fault }

export function RequesterFields({ email, onEmail, startName = '', fault }: Props) {
  const [name, setName] = useState(startName)
  const suggestions = useSuggestions(email)

  function choose(customer: Customer) {
    onEmail(addressOf(customer))
    fault.onChanged()
    setName(customer.name)
    suggestions.close()
  }

  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Field label="Requester" help="Their e-mail address, or the name of a customer you know" {...fault}>
        <SuggestingInput
          {...emailInput}
          name="email"
          listLabel="Customers"
          maxLength={254}
          autoFocus
          value={email}
          onChange={(text) => {
            onEmail(text)
            suggestions.open()
          }}
          found={suggestions.found}
          isSearching={suggestions.isSearching}
          keyOf={({ id }) => id}
          onChoose={choose}
          onClose={suggestions.close}
        >
          {(customer) => <CustomerRow customer={customer} />}
        </SuggestingInput>
      </Field>
      <Field label="Name" hint="Optional">
        <Input
          name="name"
          autoComplete="off"
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </div>
  )
}

const CustomerRow = ({ customer }: { customer: Customer }) => (
  <>
    <Avatar name={customer.name || addressOf(customer)} hideName />
    <span className="truncate">{customer.name || addressOf(customer)}</span>
    {customer.name && <span className="truncate text-ink-3">{addressOf(customer)}</span>}
  </>
)

const addressOf = ({ emails }: Customer) =>
  shownAddress((emails.find(({ primary }) => primary) ?? emails[0])?.address ?? '')

function useSuggestions(text: string) {
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
  return (answer?.items ?? []).filter((customer) => addressOf(customer) !== q)
}
