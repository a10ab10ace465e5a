import { z } from 'zod'
import type { Field } from '#contract/fields/fields.ts'
import { noteStep } from '#server/content/models/changes/change-model.ts'
import { slotsOf } from '#server/fields/values/components.ts'
import { uniqueChanges } from '#server/fields/values/unique-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { job } from '#server/platform/jobs.ts'
import { lockModels, type Model, undoMs } from './find-models.ts'
import { formerKeyJobs } from './former-keys/mails.ts'
import { deleteOldFormerKeyUse } from './former-keys/queries.ts'
import { deleteEmptyModels, findModelsToPurge, updateModel } from './queries.ts'

const purgeDeleted = job('content-models.purge', z.object({}), (_, { inEach }) => inEach(purgeModels))

export const contentModelJobs = [purgeDeleted, ...formerKeyJobs]
export const contentModelTimetable = [{ cron: '47 * * * *', job: purgeDeleted }]

// Uses of former keys are deleted after this time. It is longer than the longest life of a former key, which is one
// year.
const keepUsesMs = 400 * 86_400_000

// Permanently deletes models and fields whose restore period is over. A model is not deleted while it has entries.
// Versions keep the values of deleted fields, because versions never change.
async function purgeModels(tx: WorkspaceTx) {
  const before = new Date(Date.now() - undoMs).toISOString()
  await deleteEmptyModels(tx, before)
  await deleteOldFormerKeyUse(tx, new Date(Date.now() - keepUsesMs).toISOString())
  const ids = await findModelsToPurge(tx, before)
  if (ids.length === 0) return
  const { step, there } = await lockModels(tx)
  for (const model of there.filter(({ id }) => ids.includes(id))) await purgeFields(tx, model, { step, before })
}

async function purgeFields(tx: WorkspaceTx, model: Model, { step, before }: { step: number; before: string }) {
  const isGone = ({ deletedAt }: Field) => deletedAt !== null && Date.parse(deletedAt) < Date.parse(before)
  const gone = model.fields.filter(isGone)
  if (gone.length === 0) return
  const goneIds = new Set(gone.map(({ id }) => id))
  const fields = model.fields
    .filter(({ id }) => !goneIds.has(id))
    // A condition on a deleted field had no effect since the deletion, so it is removed.
    .map((field) => (field.condition && goneIds.has(field.condition.field) ? { ...field, condition: null } : field))
  await updateModel(tx, model.id, { fields: JSON.stringify(fields), step })
  await noteStep({ tx, caller: { id: null } }, model, {
    number: step,
    change: { purged: gone.map(({ key }) => key) },
    unique: uniqueChanges(model.fields, fields),
    purged: gone.flatMap(slotsOf),
  })
}
