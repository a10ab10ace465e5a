import type { Field } from '#contract/fields/fields.ts'
import type { EntryCall, Opened } from '#server/content/entries/entry-call.ts'
import { holdKnownEntries, listKnownCategories } from '#server/content/entries/queries/uses.ts'
import type { DuplicateValue } from '#server/content/entries/unique-values/take-values.ts'
import { type AssetFacts, findFacts } from '#server/content/media/uses/uses.ts'
import {
  type ModelReader,
  type Models,
  modelIn,
  modelsSeen,
  readableModels,
} from '#server/content/models/find-models.ts'
import type { Faults } from '#server/fields/kinds/field-kind.ts'
import { checkValues, findFaults, isShown, type Values } from '#server/fields/values/check-values.ts'
import { type Components, fieldsByKey } from '#server/fields/values/components.ts'
import { mayWrite, reservedWords, writerFor } from '#server/fields/values/parts/keep-reserved.ts'
import { addComponentIds } from '#server/fields/values/parts/name-parts.ts'
import { usesOf } from '#server/fields/values/values-in-words.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

type OfModel = Pick<Opened, 'models' | 'model'>

/**
 * Checks written values (by key) and returns them by slot. Refuses invalid values and fields that the caller is not
 * allowed to write. `before` are the previous values by slot.
 */
export async function readValues(
  { tx, caller }: EntryCall,
  { models, model }: OfModel,
  given: Values,
  before: Values = {},
): Promise<Values> {
  const byKey = fieldsByKey(model.fields)
  const reserved = Object.keys(given).filter((key) => byKey.has(key) && !mayWrite(byKey.get(key)!, caller))
  const { values, faults } = checkValues(model.fields, given, componentsFor(models, caller))
  const refused = { ...Object.fromEntries(reserved.map((key) => [key, reservedWords])), ...faults }
  if (!values || reserved.length > 0) throw invalid(refused)
  await refuseUnknownTargets(tx, { models, model }, values)
  return addComponentIds(model.fields, values, before, writerFor(models.components, caller))
}

// For members, omits component fields that are for admins only, and makes the others optional. Required fields are
// checked later, together with the hidden values.
function componentsFor(models: Models, caller: EntryCall['caller']): Components {
  if (caller.isAdmin) return models.components
  const { components } = readableModels(models, caller)
  const optional = (field: Field): Field => ({ ...field, required: 'never' })
  return new Map([...components].map(([name, one]) => [name, { ...one, fields: one.fields.map(optional) }]))
}

/** Refuses references to missing targets, and to targets that the field does not allow. */
async function refuseUnknownTargets(tx: WorkspaceTx, { models, model }: OfModel, values: Values) {
  const uses = usesOf(model.fields, values, models.components)
  const idsOf = (kind: string) => [...new Set(uses.filter((use) => use.kind === kind).map(({ id }) => id))]
  const entries = await holdKnownEntries(tx, idsOf('entry'))
  const categories = await listKnownCategories(tx, idsOf('category'))
  const assets = await findFacts(tx, idsOf('media'))
  const faults: Faults = {}
  for (const { kind, id, field, own } of uses) {
    const modelId = entries.get(id)
    if (kind === 'entry' && !modelId) faults[field.key] = 'The referenced entry does not exist'
    else if (kind === 'entry' && !mayPointTo(own, modelId!))
      faults[field.key] = 'Entries of this model are not allowed here'
    else if (kind === 'media' && !assets.has(id)) faults[field.key] = 'The file is not in the media library'
    else if (kind === 'media') Object.assign(faults, namedFault(field, whyNotTaken(own, assets.get(id)!)))
    else if (kind === 'category' && !categories.has(id)) faults[field.key] = 'The category does not exist'
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

const namedFault = ({ key }: Field, why: string | undefined): Faults => (why ? { [key]: why } : {})

const mayPointTo = (field: Field, modelId: string) =>
  (field.kind !== 'reference' && field.kind !== 'rich_text') ||
  !field.models ||
  field.models.length === 0 ||
  field.models.includes(modelId)

export const invalid = (faults: Faults) => {
  const [key, message] = Object.entries(faults)[0] ?? []
  return new Refusal('entry-invalid', { detail: `${key}: ${message}`, fields: faults })
}

export const findProblems = (
  { models, model }: OfModel,
  values: Values,
  when: 'always' | 'on_publish' = 'on_publish',
): Faults => findFaults(model.fields, values, models.components, when)

/** Returns why a field does not accept a file. The field can replace the reason by its own error message. */
function whyNotTaken(field: Field, { name, kind, bytes, width, height }: AssetFacts): string | undefined {
  if (field.kind !== 'media') return undefined
  const { kinds, maxBytes, minWidth, minHeight } = field
  if (kinds?.length && !kinds.some((one) => one === kind)) return said(field, 'It does not take files of this kind')
  if (maxBytes && bytes > maxBytes)
    return said(field, `${name} has ${sizeOf(bytes)}. Choose a file of at most ${sizeOf(maxBytes)}.`)
  if (kind !== 'image' || (fits(width, minWidth) && fits(height, minHeight))) return undefined
  return said(field, `${name} has ${width ?? 0} × ${height ?? 0} pixels. Choose ${smallest(minWidth, minHeight)}.`)
}

const said = ({ message }: Field, words: string) => message || words

const fits = (edge: number | null, least: number | undefined) => !least || (edge ?? 0) >= least

const smallest = (width: number | undefined, height: number | undefined) => {
  if (width && height) return `one of at least ${width} × ${height}`
  return width ? `one that is at least ${width} wide` : `one that is at least ${height} high`
}

const steps = ['bytes', 'KB', 'MB', 'GB']

function sizeOf(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(bytes) / 3), steps.length - 1)
  return `${Number((bytes / 1000 ** step).toFixed(1))} ${steps[step]}`
}

export async function findMediaProblems(
  tx: WorkspaceTx,
  { models, model }: OfModel,
  values: Values,
  language: string,
): Promise<Faults> {
  const shown = model.fields.filter((field) => isShown(field, model.fields, values))
  const uses = usesOf(shown, values, models.components).filter(({ kind, own }) => kind === 'media' && asks(own))
  const assets = await findFacts(tx, [...new Set(uses.map(({ id }) => id))])
  const faults: Faults = {}
  for (const { id, field, own } of uses) {
    const asset = assets.get(id)
    const why = asset && (whyNotTaken(own, asset) ?? whyNotTold(own, asset, language))
    if (why) faults[field.key] ??= why
  }
  return faults
}

const asks = (field: Field) =>
  field.kind === 'media' && Boolean(field.needsAlt || field.maxBytes || field.minWidth || field.minHeight)

const whyNotTold = (field: Field, { name, kind, alt }: AssetFacts, language: string) =>
  field.kind === 'media' && field.needsAlt && kind === 'image' && !alt[language]
    ? `Write the alternative text of ${name} in ${languageName(language)}`
    : undefined

const languageName = (language: string) => new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language

export const hiddenWords = 'A field that only admins can see has an error. Ask an admin.'

/** Returns the refusal for taken values. Names only values in fields that the member can read. */
export function takenRefusal(
  member: ModelReader,
  { models, model }: Pick<Opened, 'models' | 'model'>,
  taken: DuplicateValue[],
) {
  const { fields } = modelIn(modelsSeen(member, models), model.id)
  const seen = taken.filter(({ slot }) => fields.some((field) => field.slot === slot))
  if (seen.length === 0) return new Refusal('entry-invalid', { detail: hiddenWords })
  const named = seen.map(({ slot, title }) => {
    const { key, label } = fields.find((field) => field.slot === slot)!
    return { key, words: `${title ? `“${title}”` : 'Another entry'} has this ${label} already` }
  })
  return new Refusal('value-taken', {
    detail: `${named[0]!.words}. Change it there or here.`,
    fields: Object.fromEntries(named.map(({ key, words }) => [key, words])),
  })
}
