import { useState } from 'react'
import { SuggestingInput } from '#web/lib/list/suggesting-input.tsx'
import type { Fault } from '#web/lib/write/use-faults.ts'
import {
  CustomerRow,
  customerAddress,
  type SuggestedCustomer,
  useSuggestedCustomers,
} from '#web/service/tickets/ticket/suggested-customers.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { emailInput, Input } from '#web/ui/form/input.tsx'

type Props = { email: string; onEmail: (email: string) => void; startName?: string; fault: Fault }

export function RequesterFields({ email, onEmail, startName = '', fault }: Props) {
  const [name, setName] = useState(startName)
  const suggestions = useSuggestedCustomers(email)

  function choose(customer: SuggestedCustomer) {
    onEmail(customerAddress(customer))
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
