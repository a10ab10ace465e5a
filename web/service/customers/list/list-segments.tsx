import { companiesPath, customersPath } from '#web/service/customers/customer-href.ts'
import { LinkSegments } from '#web/ui/choice/segments.tsx'

export const ListSegments = ({ current }: { current: 'customers' | 'companies' }) => (
  <LinkSegments
    label="Lists"
    items={[
      { href: customersPath, label: 'Customers', current: current === 'customers' },
      { href: companiesPath, label: 'Companies', current: current === 'companies' },
    ]}
  />
)
