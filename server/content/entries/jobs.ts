import { z } from 'zod'
import { aboutEntry } from '#contract/events.ts'
import { forgetSubjects } from '#server/bulk/batches/forget-subjects.ts'
import { replaceUses } from '#server/content/media/uses/uses.ts'
import { makeLater } from '#server/content/media-delivery/make-ahead.ts'
import { undoMs } from '#server/content/models/find-models.ts'
import { slotIn } from '#server/fields/values/parts/localized-parts.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { entryScheduleJob } from './publication/schedule.ts'
import { deleteSlots, listHolding, setShared, thinChanges } from './queries/changes.ts'
import {
  deleteEntries,
  deleteTrashedBefore,
  listOfDeletedModels,
  listTextRows,
  listTexts,
  lockEntryRow,
  updateText,
} from './queries/entries.ts'
import { listLiveMedia, listMediaOf, redirectCategoryUses } from './queries/uses.ts'

const mostAtOnce = 1000

// Deletes entries that were in the trash for 30 days, entries of models that were deleted 30 days ago, and former
// values that are too old for merges.
const pruneEntries = job('entries.prune', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    const trashed = await deleteTrashedBefore(tx, new Date(Date.now() - undoMs), mostAtOnce)
    await forgetSubjects(
      tx,
      trashed.map(({ id }) => id),
    )
    await deleteOfDeletedModels(tx)
    await thinChanges(tx)
  }),
)

async function deleteOfDeletedModels(tx: WorkspaceTx) {
  const ids = await listOfDeletedModels(tx, new Date(Date.now() - undoMs), mostAtOnce)
  if (ids.length === 0) return
  for (const id of new Set((await listMediaOf(tx, ids)).map(({ entryId }) => entryId)))
    await replaceUses(tx, { user: { kind: 'entry', id, label: '' }, media: [] })
  await forgetSubjects(tx, ids)
  await deleteEntries(tx, ids)
}

const piece = 200

/** Removes values of permanently deleted fields from drafts, one locked entry at a time. Safe to run twice. */
const forgetSlots = job(
  'entries.forget-slots',
  z.object({ slots: z.array(z.string()) }),
  async ({ slots }, { inWorkspace }) => {
    let ids = await inWorkspace((tx) => listHolding(tx, slots, undefined, piece))
    while (ids.length > 0) {
      for (const id of ids) await inWorkspace((tx) => forgetIn(tx, id, slots))
      const last = ids.at(-1)
      ids = await inWorkspace((tx) => listHolding(tx, slots, last, piece))
    }
  },
)

async function forgetIn(tx: WorkspaceTx, id: string, slots: string[]) {
  const entry = await lockEntryRow(tx, id)
  if (!entry) return
  const gone = new Set(slots)
  await setShared(tx, id, without(entry.shared, gone))
  for (const text of await listTexts(tx, id))
    await updateText(tx, text, { values: JSON.stringify(without(text.values, gone)) })
  await deleteSlots(tx, id, slots)
  await followMedia(tx, { subject: aboutEntry(id) })
}

/** Removes slots at any depth, because components in a value have their own slots. */
function without(value: unknown, gone: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((part) => without(part, gone))
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([name]) => !gone.has(slotIn(name)))
  return Object.fromEntries(kept.map(([name, part]) => [name, without(part, gone)]))
}

export async function forgetPurged(tx: WorkspaceTx, { subject, with: { purged } }: NewEvent<'content-model.changed'>) {
  if (purged.length === 0) return
  await enqueue(tx, forgetSlots, { slots: purged }, { key: `${forgetSlots.name}:${subject.id}:${purged[0]}` })
}

export const entryJobs = [entryScheduleJob, pruneEntries, forgetSlots]
export const entryTimetable = [{ cron: '41 * * * *', job: pruneEntries }]

export async function followMedia(tx: WorkspaceTx, { subject: { id: entryId } }: Pick<NewEvent, 'subject'>) {
  const [uses, [text]] = [await listMediaOf(tx, [entryId]), await listTextRows(tx, [entryId])]
  const media = uses.map(({ targetId, slot }) => ({ id: targetId, field: slot }))
  await replaceUses(tx, { user: { kind: 'entry', id: entryId, label: text?.title ?? '' }, media })
}

/** Queues the creation of the usual sizes of all pictures that a published entry uses. */
export async function makePicturesAhead(tx: WorkspaceTx, { subject }: Pick<NewEvent, 'subject'>) {
  await makeLater(tx, await listLiveMedia(tx, subject.id))
}

export const leaveInDrafts = (tx: WorkspaceTx, { with: { categoryId, to } }: NewEvent<'content-category.deleted'>) =>
  redirectCategoryUses(tx, categoryId, to)
