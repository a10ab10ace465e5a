import type { undoCustomerMerge } from '#contract/overview/people.ts'
import { ask } from '#web/lib/write/ask.ts'

export const undoMerge = (id: string) =>
  ask<typeof undoCustomerMerge>('DELETE', '/api/v1/customers/:id/merge', { params: { id } })
