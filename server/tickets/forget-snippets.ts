import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { forgetSnippetsBefore } from './queries/changes.ts'

/** No undo brings back words that were removed for good. */
export const forgetSnippets = (tx: WorkspaceTx, { subject }: NewEvent<'message.redacted'>) =>
  forgetSnippetsBefore(tx, subject.id)
