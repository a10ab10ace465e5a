import { isEmailAddress } from '#contract/email-address.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { openBelow } from '#web/lib/list/suggesting-input.tsx'
import {
  CustomerRow,
  customerAddress,
  useSuggestedCustomers,
} from '#web/service/tickets/ticket/suggested-customers.tsx'
import { useListCursor } from '#web/ui/choice/use-list-cursor.ts'
import { classNames } from '#web/ui/class-names.ts'
import { TokenInput } from '#web/ui/form/token-input.tsx'
import { menuPanel, menuRow } from '#web/ui/overlay/menu.tsx'

type Props = {
  to: string[]
  onTo: (to: string[]) => void
  draft: string
  onDraft: (draft: string) => void
}

/** An input for the addresses of a message to people outside. It suggests the people that the workspace knows. */
export function RecipientsInput({ to, onTo, draft, onDraft }: Props) {
  const suggestions = useSuggestedCustomers(draft)
  const found = suggestions.found.filter((customer) => !to.includes(customerAddress(customer)))
  const cursor = useListCursor({
    label: 'People',
    count: suggestions.isSearching ? 0 : found.length,
    startsAt: -1,
    resetOn: draft,
    onChoose(index) {
      const customer = found[index]
      if (!customer) return
      onTo([...to, customerAddress(customer)])
      type('')
      suggestions.close()
    },
  })
  const isShown = found.length > 0

  function type(text: string) {
    onDraft(text)
    suggestions.open()
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
        list={{
          ...cursor.inputProps,
          'aria-expanded': isShown,
          'aria-controls': isShown ? cursor.inputProps['aria-controls'] : undefined,
          autoComplete: 'off',
          onKeyDown(event) {
            if (event.key !== 'Escape' || !isShown) return cursor.inputProps.onKeyDown(event)
            event.preventDefault()
            suggestions.close()
          },
        }}
      />
      {isShown && (
        <div
          {...cursor.listProps}
          popover="manual"
          ref={openBelow}
          className={classNames(menuPanel, 'fixed inset-auto m-0 border-0')}
        >
          {found.map((customer, index) => (
            <div
              key={customer.id}
              {...cursor.optionProps(index)}
              className={classNames(menuRow, index === cursor.active && 'bg-press')}
            >
              <CustomerRow customer={customer} />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
