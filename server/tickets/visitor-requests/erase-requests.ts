import type { WorkspaceTx } from '#server/platform/database.ts'
import { deleteRequestsOf } from './queries.ts'

/** Deletes what customers sent before signing in. */
export const eraseVisitorRequests = (tx: WorkspaceTx, customerIds: string[]) => deleteRequestsOf(tx, customerIds)
