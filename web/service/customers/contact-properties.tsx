import { Link } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { showCustomer } from '#contract/workspace/customers.ts'
import { Property } from '#web/ui/page/side-panel.tsx'
import { companyHref } from './customer-href.ts'

type Props = { customer: Pick<AnswerOf<typeof showCustomer>, 'phones' | 'companies'> }

/** The phone numbers and the companies of a customer, as rows of a side panel. */
export const ContactProperties = ({ customer: { phones, companies } }: Props) => (
  <>
    {phones.length > 0 && (
      <Property label="Phone">
        {phones.map((phone) => (
          <a key={phone} href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="w-full truncate hover:underline">
            {phone}
          </a>
        ))}
      </Property>
    )}
    {companies.length > 0 && (
      <Property label={companies.length > 1 ? 'Companies' : 'Company'}>
        {companies.map(({ id, name }) => (
          <Link key={id} to={companyHref(id)} className="w-full truncate hover:underline">
            {name}
          </Link>
        ))}
      </Property>
    )}
  </>
)
