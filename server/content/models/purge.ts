import type { Field } from '#contract/fields/fields.ts'
import { noteStep } from '#server/content/models/changes/change-model.ts'
import { uniqueChanges } from '#server/fields/values/unique-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { lockModels, type Model } from './find-models.ts'
import { deleteOldAsks } from './former-keys/queries.ts'
import { deleteEmptyModels, findModelsToPurge, updateModel } from './queries.ts'
import { undoMs } from './undo.ts'

/** A former key answers for a year at most. */
const longestAsksMs = 400 * 86_400_000

/**
 * Lets go of models and fields that were deleted longer ago than can be taken back. A model goes when its entries have gone. The
 * values of a field go from drafts and from what readers have. Versions keep them: they never change, since they prove what an
 * entry was, and nothing reads the slot of a field that is in no model; no other field ever gets it.
 */
export async function purgeModels(tx: WorkspaceTx) {
  const before = new Date(Date.now() - undoMs).toISOString()
  await deleteEmptyModels(tx, before)
  await deleteOldAsks(tx, new Date(Date.now() - longestAsksMs).toISOString())
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
    // What was shown only beside a value of it is shown always, as it is since that field was hidden.
    .map((field) => (field.condition && goneIds.has(field.condition.field) ? { ...field, condition: null } : field))
  await updateModel(tx, model.id, { fields: JSON.stringify(fields), step })
  await noteStep({ tx, by: null }, model, {
    number: step,
    change: { purged: gone.map(({ key }) => key) },
    unique: uniqueChanges(model.fields, fields),
    purged: gone.flatMap(slotsOf),
  })
}

/** Where values of a field stand, and where they stood before it became what it is. */
function slotsOf(field: Pick<Field, 'slot' | 'madeOf'>): string[] {
  return [field.slot, ...slotsBefore(field)]
}

const slotsBefore = ({ madeOf }: Pick<Field, 'madeOf'>): string[] =>
  madeOf ? [madeOf.slot, ...slotsBefore(madeOf)] : []
