import type { FieldOwner } from '#contract/fields/custom-field-values.ts'

type OwnerWords = {
  title: string
  /** What the fields are for. */
  about: string
  readers: string
  /** What keeps the values of an archived field. */
  kept: string
}

export const ownerWords: Record<FieldOwner, OwnerWords> = {
  ticket: {
    title: 'Ticket fields',
    about: 'A field stores what your team needs to know about each ticket, for example a product or an order number.',
    readers: 'The team and customers see them in this order.',
    kept: 'Tickets',
  },
  customer: {
    title: 'Customer fields',
    about: 'A field stores what your team needs to know about each customer, for example a plan or a customer number.',
    readers: 'The team sees them in this order. Customers do not see them.',
    kept: 'Customers',
  },
  company: {
    title: 'Company fields',
    about: 'A field stores what your team needs to know about each company, for example a contract or a region.',
    readers: 'The team sees them in this order. Customers do not see them.',
    kept: 'Companies',
  },
}
