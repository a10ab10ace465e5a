import { partFromTickets } from '#server/knowledge-base/feedback/queries/inbox.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** When a ticket is deleted permanently, its feedback can be turned into a ticket again. */
export const forgetTickets = (tx: WorkspaceTx, ids: string[]) => partFromTickets(tx, ids)
