import { z } from 'zod'
import { findModels, type Models, readModels } from '#server/content/models/find-models.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { projectEntry } from './project-entry.ts'
import { findLostLanguages, holdEntries, listPublishedAfter, listStale, swapKey } from './queries.ts'
import { stepOf } from './render-entry.ts'

const piece = 100

// Renders the entries that a model change made outdated. Until the job has rendered an entry, the entry is rendered on
// each read. The job can run at any time.
const reproject = job('content-projection.reproject', z.object({}), async (_, { inWorkspace }) => {
  while (await inWorkspace(renderPiece));
})

async function renderPiece(tx: WorkspaceTx): Promise<boolean> {
  const models = await findModels(tx)
  for (const model of models.there) {
    const ids = await listStale(tx, model.id, stepOf(models, model), piece)
    await projectAtOnce(tx, ids)
    if (ids.length > 0) return true
  }
  return false
}

const reprojectStale = job('content-projection.reproject-stale', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    if (await hasStale(tx)) await enqueue(tx, reproject, {}, { key: `${reproject.name}:${tx.workspaceId}` })
  }),
)

async function hasStale(tx: WorkspaceTx): Promise<boolean> {
  const models = await findModels(tx)
  for (const model of models.there)
    if ((await listStale(tx, model.id, stepOf(models, model), 1)).length > 0) return true
  return false
}

/** Renders all published entries again, after a change of languages or when a former key ends. */
export const projectAll = job('content-projection.project-all', z.object({}), async (_, { inWorkspace }) => {
  let after: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (after !== undefined) {
    const from: string = after
    after = await inWorkspace(async (tx) => {
      const ids = await listPublishedAfter(tx, from, piece)
      await projectAtOnce(tx, ids)
      return ids.at(-1)
    })
  }
})

/** Locks the entries before the content revision. Writers use the same order, so this cannot deadlock. */
async function projectAtOnce(tx: WorkspaceTx, ids: string[]) {
  if (ids.length === 0) return
  await holdEntries(tx, ids)
  for (const id of ids) await projectEntry(tx, id)
}

/** Queues the rendering after a model change: now, and at the end of each former key. */
export async function followModel(tx: WorkspaceTx, { subject }: NewEvent<'content-model.changed'>) {
  await enqueue(tx, reproject, {}, { key: `${reproject.name}:${tx.workspaceId}` })
  // Reads without the cache, because the models changed in this transaction.
  const models = await readModels(tx)
  for (const until of formerKeyEnds(models, subject.id))
    await enqueue(tx, projectAll, {}, { key: `${projectAll.name}:${subject.id}:${until}`, runAt: new Date(until) })
}

/**
 * Queues the rendering of all entries after a change of languages or fallbacks. Refuses to remove a language with
 * entries.
 */
export async function followLanguages(tx: WorkspaceTx) {
  const lost = await findLostLanguages(tx)
  if (lost.length > 0) throw new Refusal('language-in-use', { detail: `There are entries in ${lost.join(', ')}` })
  await enqueue(tx, projectAll, {}, { key: `${projectAll.name}:${tx.workspaceId}:languages` })
}

function formerKeyEnds({ byId }: Models, modelId: string): string[] {
  const model = byId.get(modelId)
  if (!model) return []
  return [...new Set([model, ...model.fields].flatMap(({ formerKeys }) => formerKeys.map(({ until }) => until)))]
}

/** Replaces or removes a deleted category in the index for filters, so that filtered lists change at once. */
export const leaveCategory = (tx: WorkspaceTx, { with: { categoryId, to } }: NewEvent<'content-category.deleted'>) =>
  swapKey(tx, categoryId, to)

export const projectionJobs = [reproject, reprojectStale, projectAll]
export const projectionTimetable = [{ cron: '7 * * * *', job: reprojectStale }]
