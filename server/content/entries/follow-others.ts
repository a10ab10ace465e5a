import { replaceUses } from '#server/content/media/uses/uses.ts'
import { makeLater } from '#server/content/media-delivery/make-ahead.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { listTextRows } from './queries/entries.ts'
import { listLiveMedia, listMediaOf, swapTarget } from './queries/uses.ts'

/** Updates the uses in the media library for the drafts and live texts of an entry. */
export async function followMedia(tx: WorkspaceTx, { subject: { id: entryId } }: Pick<NewEvent, 'subject'>) {
  const [uses, [text]] = [await listMediaOf(tx, [entryId]), await listTextRows(tx, [entryId])]
  const media = uses.map(({ targetId, slot }) => ({ id: targetId, field: slot }))
  await replaceUses(tx, { user: { kind: 'entry', id: entryId, label: text?.title ?? '' }, media })
}

/** Queues the pictures of an entry in the sizes that sites request. */
export async function makePicturesAhead(tx: WorkspaceTx, { subject }: Pick<NewEvent, 'subject'>) {
  await makeLater(tx, await listLiveMedia(tx, subject.id))
}

/** Moves drafts of a deleted category to the category that takes its place. */
export const leaveInDrafts = (tx: WorkspaceTx, { with: { categoryId, to } }: NewEvent<'content-category.deleted'>) =>
  swapTarget(tx, categoryId, to)
