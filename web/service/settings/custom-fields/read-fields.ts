import type { listCompanyFields, listCustomerFields, listTicketFields } from '#contract/fields/custom-fields.ts'
import type { PageApi } from '#contract/pages.ts'

type ListFields = typeof listTicketFields | typeof listCustomerFields | typeof listCompanyFields

export async function readFields({ call }: PageApi, list: ListFields) {
  const [fields, archived] = await Promise.all([call(list, { query: {} }), call(list, { query: { archived: 'true' } })])
  return { fields: fields.items, archived: archived.items }
}
