import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { listCustomers } from '#contract/workspace/customers.ts'
import { useFound } from '#web/lib/network/use-found.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { useListCursor } from '#web/ui/choice/use-list-cursor.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { EmailInput, Input } from '#web/ui/form/input.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { menuPanel, menuRow } from '#web/ui/overlay/menu.tsx'

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
        <SuggestingInput value={email} onChange={onEmail} suggestions={suggestions} onChoose={choose} />
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

type InputProps = {
  value: string
  onChange: (text: string) => void
  suggestions: ReturnType<typeof useSuggestions>
  onChoose: (customer: Customer) => void
}

function SuggestingInput({ value, onChange, suggestions: { found, isSearching, open, close }, onChoose }: InputProps) {
  const cursor = useListCursor({
    label: 'Customers',
    count: isSearching ? 0 : found.length,
    resetOn: value,
    onChoose: (index) => found[index] && onChoose(found[index]),
  })
  const { inputProps } = cursor
  return (
    <div className="relative">
      <EmailInput
        {...inputProps}
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? inputProps['aria-controls'] : undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return inputProps.onKeyDown(event)
          if (found.length > 0) event.preventDefault()
          close()
        }}
        name="email"
        autoComplete="off"
        maxLength={254}
        autoFocus
        onBlur={close}
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
          open()
        }}
      />
      {found.length > 0 && (
        <div {...cursor.listProps} className={classNames(menuPanel, 'absolute inset-x-0 top-full mt-1')}>
          {found.map((customer, index) => (
            <div
              key={customer.id}
              {...cursor.optionProps(index)}
              className={classNames(menuRow, isSearching ? 'opacity-50' : index === cursor.active && 'bg-press')}
            >
              <Avatar name={customer.name || addressOf(customer)} hideName />
              <span className="truncate">{customer.name || addressOf(customer)}</span>
              {customer.name && <span className="truncate text-ink-3">{addressOf(customer)}</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

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
