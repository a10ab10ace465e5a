import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { deleteOldChanges, forgetSnippetsBefore } from './queries.ts'

/** An undo must not restore words that were redacted. */
export const forgetSnippets = (tx: WorkspaceTx, { subject }: NewEvent<'message.redacted'>) =>
  forgetSnippetsBefore(tx, subject.id)

/** Removes what can no longer be undone. */
export const pruneChanges = (tx: WorkspaceTx) => deleteOldChanges(tx)
