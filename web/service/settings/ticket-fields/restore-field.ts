import type { restoreTicketField } from '#contract/fields/custom-fields.ts'
import { ask } from '#web/lib/write/ask.ts'

export const restoreField = (id: string) =>
  ask<typeof restoreTicketField>('DELETE', '/api/v1/ticket-fields/:id/archive', { params: { id } })
