import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { swapTarget } from './queries/uses.ts'

/** Drafts that name a category which is deleted are counted to the other one. */
export const leaveInDrafts = (tx: WorkspaceTx, { with: { categoryId, to } }: NewEvent<'content-category.deleted'>) =>
  swapTarget(tx, categoryId, to)
