import { replaceUses } from '#server/media/uses/uses.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { listTextRows } from './queries/entries.ts'
import { listMediaOf } from './queries/uses.ts'

/** Tells the media library what an entry shows now, in its drafts and live. */
export async function followMedia(tx: WorkspaceTx, { subject: { id: entryId } }: Pick<NewEvent, 'subject'>) {
  const [uses, [text]] = [await listMediaOf(tx, [entryId]), await listTextRows(tx, [entryId])]
  const media = uses.map(({ targetId, slot }) => ({ id: targetId, field: slot }))
  await replaceUses(tx, { user: { kind: 'entry', id: entryId, label: text?.title ?? '' }, media })
}
