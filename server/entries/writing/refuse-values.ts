import type { Field } from '#contract/fields.ts'
import type { EntryCall, Opened } from '#server/entries/entry-call.ts'
import { listKnownCategories, listKnownEntries } from '#server/entries/queries/uses.ts'
import type { Faults } from '#server/field-kinds/field-kind.ts'
import { checkValues, findFaults, type Values } from '#server/fields/check-values.ts'
import { fieldsByKey } from '#server/fields/components.ts'
import { usesOf } from '#server/fields/values-in-words.ts'
import { nameAssets } from '#server/media/assets/deliver-assets.ts'
import { Refusal } from '#server/platform/refusal.ts'

type OfModel = Pick<Opened, 'models' | 'model'>

/** What is written, by the keys of fields, as it is kept by slot; refused where the asker may not write it or it is wrong. */
export async function readValues(
  { tx, caller, platform }: EntryCall,
  { models, model }: OfModel,
  given: Values,
): Promise<Values> {
  const byKey = fieldsByKey(model.fields)
  const reserved = Object.keys(given).filter((key) => byKey.get(key)?.writtenBy === 'admins' && !caller.isAdmin)
  const { values, faults } = checkValues(model.fields, given, models.components)
  const refused = { ...Object.fromEntries(reserved.map((key) => [key, 'Only admins write this field'])), ...faults }
  if (!values || reserved.length > 0) throw invalid(refused)
  await refuseUnknownTargets({ tx, platform }, { models, model }, values)
  return values
}

/** Refuses values that lead to what is not there, or to what the field does not lead to. */
async function refuseUnknownTargets(
  { tx, platform }: Pick<EntryCall, 'tx' | 'platform'>,
  { models, model }: OfModel,
  values: Values,
) {
  const uses = usesOf(model.fields, values, models.components)
  const idsOf = (kind: string) => [...new Set(uses.filter((use) => use.kind === kind).map(({ id }) => id))]
  const entries = await listKnownEntries(tx, idsOf('entry'))
  const categories = await listKnownCategories(tx, idsOf('category'))
  const assets = await nameAssets({ tx, platform }, idsOf('media'))
  const faults: Faults = {}
  for (const { kind, id, field } of uses) {
    const modelId = entries.get(id)
    if (kind === 'entry' && !modelId) faults[field.key] = 'It leads to an entry that is not there'
    else if (kind === 'entry' && !mayLeadTo(field, modelId!))
      faults[field.key] = 'It does not lead to entries of this model'
    else if (kind === 'media' && !assets.has(id)) faults[field.key] = 'It leads to a file that is not in the library'
    else if (kind === 'media' && !takesKind(field, assets.get(id)!.kind))
      faults[field.key] = 'It does not take files of this kind'
    else if (kind === 'category' && !categories.has(id)) faults[field.key] = 'It names a category that is not there'
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

const takesKind = (field: Field, kind: string) =>
  field.kind !== 'media' || !field.kinds?.length || (field.kinds as string[]).includes(kind)

const mayLeadTo = (field: Field, modelId: string) =>
  field.kind !== 'reference' || !field.models || field.models.length === 0 || field.models.includes(modelId)

export const invalid = (faults: Faults) => {
  const [key, message] = Object.entries(faults)[0] ?? []
  return new Refusal('entry-invalid', { detail: `${key}: ${message}`, fields: faults })
}

/** What has to be put right before values are published, by the path of each. */
export const findProblems = (
  { models, model }: OfModel,
  values: Values,
  when: 'always' | 'on_publish' = 'on_publish',
): Faults => findFaults(model.fields, values, models.components, when)
