import type { FieldOwner } from '#contract/fields/custom-field-values.ts'
import type * as contract from '#contract/fields/custom-fields.ts'
import { ask } from '#web/lib/write/ask.ts'

/** The endpoints of all owners that do the same. */
type FieldEndpoint<Act extends 'create' | 'change' | 'archive' | 'restore'> =
  (typeof contract)[`${Act}${'Ticket' | 'Customer' | 'Company'}Field`]

export const createField = (owner: FieldOwner, body: contract.NewCustomField) =>
  ask<FieldEndpoint<'create'>>('POST', `/api/v1/${owner}-fields`, { body })

export const changeField = (
  owner: FieldOwner,
  id: string,
  body: Parameters<typeof ask<FieldEndpoint<'change'>>>[2]['body'],
) => ask<FieldEndpoint<'change'>>('PATCH', `/api/v1/${owner}-fields/:id`, { params: { id }, body })

export const archiveField = (owner: FieldOwner, id: string) =>
  ask<FieldEndpoint<'archive'>>('PUT', `/api/v1/${owner}-fields/:id/archive`, { params: { id } })

export const restoreField = (owner: FieldOwner, id: string) =>
  ask<FieldEndpoint<'restore'>>('DELETE', `/api/v1/${owner}-fields/:id/archive`, { params: { id } })
