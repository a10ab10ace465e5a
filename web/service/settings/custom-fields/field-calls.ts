import type { FieldOwner } from '#contract/fields/custom-field-values.ts'
import type * as contract from '#contract/fields/custom-fields.ts'
import { ask } from '#web/lib/write/ask.ts'

type Create =
  | typeof contract.createTicketField
  | typeof contract.createCustomerField
  | typeof contract.createCompanyField
type Change =
  | typeof contract.changeTicketField
  | typeof contract.changeCustomerField
  | typeof contract.changeCompanyField
type Archive =
  | typeof contract.archiveTicketField
  | typeof contract.archiveCustomerField
  | typeof contract.archiveCompanyField
type Restore =
  | typeof contract.restoreTicketField
  | typeof contract.restoreCustomerField
  | typeof contract.restoreCompanyField

export const createField = (owner: FieldOwner, body: contract.NewCustomField) =>
  ask<Create>('POST', `/api/v1/${owner}-fields`, { body })

export const changeField = (owner: FieldOwner, id: string, body: Parameters<typeof ask<Change>>[2]['body']) =>
  ask<Change>('PATCH', `/api/v1/${owner}-fields/:id`, { params: { id }, body })

export const archiveField = (owner: FieldOwner, id: string) =>
  ask<Archive>('PUT', `/api/v1/${owner}-fields/:id/archive`, { params: { id } })

export const restoreField = (owner: FieldOwner, id: string) =>
  ask<Restore>('DELETE', `/api/v1/${owner}-fields/:id/archive`, { params: { id } })
