import { giveMessages } from '#server/conversation/queries/messages.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'

/** Once it is known who wrote, the messages of the unknown sender are theirs. */
export async function followRequester(tx: WorkspaceTx, { subject, ...event }: NewEvent<'requester.changed'>) {
  if (event.with.wasUnknown) await giveMessages(tx, subject.id, { from: event.old.id, to: event.new.id })
}
