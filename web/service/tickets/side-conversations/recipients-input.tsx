import { isEmailAddress } from '#contract/email-address.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { useSuggestions } from '#web/lib/list/suggesting-input.tsx'
import {
  CustomerRow,
  customerAddress,
  useSuggestedCustomers,
} from '#web/service/tickets/ticket/suggested-customers.tsx'
import { TokenInput } from '#web/ui/form/token-input.tsx'

type Props = {
  to: string[]
  onTo: (to: string[]) => void
  draft: string
  onDraft: (draft: string) => void
}

/** An input for the addresses of a message to people outside. It suggests the people that the workspace knows. */
export function RecipientsInput({ to, onTo, draft, onDraft }: Props) {
  const customers = useSuggestedCustomers(draft)
  const { inputProps, list } = useSuggestions({
    listLabel: 'People',
    value: draft,
    found: customers.found.filter((customer) => !to.includes(customerAddress(customer))),
    isSearching: customers.isSearching,
    startsAt: -1,
    keyOf: ({ id }) => id,
    onChoose(customer) {
      onTo([...to, customerAddress(customer)])
      type('')
      customers.close()
    },
    onClose: customers.close,
    children: (customer) => <CustomerRow customer={customer} />,
  })

  function type(text: string) {
    onDraft(text)
    customers.open()
  }

  return (
    <div className="min-w-0 flex-1">
      <TokenInput
        name="to"
        label="To"
        placeholder="name@company.com"
        isLine
        tokens={to.map(shownAddress)}
        draft={draft}
        isValid={isEmailAddress}
        onChange={onTo}
        onDraft={type}
        list={inputProps}
      />
      {list}
    </div>
  )
}
