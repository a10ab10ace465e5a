import { partFromTickets } from '#server/knowledge-base/feedback/queries/inbox.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Tickets that go for good leave what readers said, of which another one can be made. */
export const forgetTickets = (tx: WorkspaceTx, ids: string[]) => partFromTickets(tx, ids)
