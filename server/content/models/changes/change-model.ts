import { type changeContentModel, type createContentModel, mostModels } from '#contract/content/models.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { aboutContentModel, systemActor } from '#contract/events.ts'
import type { Field } from '#contract/fields/fields.ts'
import {
  lockModels,
  type Model,
  type Models,
  modelIn,
  slugFieldOf,
  titleFieldOf,
  undoMs,
} from '#server/content/models/find-models.ts'
import {
  livingIn,
  refuseFormerOfModels,
  settleFormerOfFields,
} from '#server/content/models/former-keys/list-former-keys.ts'
import { awaitEnds } from '#server/content/models/former-keys/mails.ts'
import { type FormerModelKey, formerAfter, renamesOf } from '#server/content/models/former-keys/model-keys.ts'
import { insertModel, insertStep, lockModelRow, updateModel } from '#server/content/models/queries.ts'
import { etagOf, shapeModel } from '#server/content/models/shape-model.ts'
import { refuseUnsorted, sortAfter } from '#server/content/models/sorting.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { componentIdsIn, isThere } from '#server/fields/values/components.ts'
import { onlySlot, uniqueChanges } from '#server/fields/values/unique-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { refuseStale } from '#server/platform/http/input/refuse-input.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { listActiveMembers } from '#server/workspace/team/find-members.ts'
import { readFields, refuseCircles } from './read-fields.ts'
import { refuseLoss, reportChange } from './report-change.ts'

export type AdminCall = {
  tx: WorkspaceTx
  caller: { id: string | null }
  ifMatch?: string | undefined
  /** Returns the id that another workspace has for this key, if any. The new model or field gets the same id. */
  idOf?: (key: string) => string | undefined
}

export async function createModel(call: AdminCall, body: BodyOf<typeof createContentModel>): Promise<string> {
  const { tx } = call
  const models = await lockModels(tx)
  if (models.there.length >= mostModels) throw new Refusal('too-many-models')
  const { fields = [], titleField, slugField, key, pluralKey = pluralOf(key), kind = 'collection', ...rest } = body
  refuseTaken(models, { key, pluralKey })
  await refuseUnknownPublishers(tx, rest.publisherIds)
  const named = call.idOf?.(key)
  const { id } = await insertModel(tx, {
    ...rest,
    ...(named && { id: named }),
    ...{ key, pluralKey, kind, step: models.step },
  })
  // Adds the model before its fields are parsed, because fields may reference their own model.
  const formerKeys: FormerModelKey[] = []
  const withOwn = including(models, { ...rest, id, key, pluralKey, kind, formerKeys } as Model)
  const read = readFields(withOwn, [], { isComponent: kind === 'component', changes: fields, sunsetDays: 0 })
  refuseCircles(models, { id, kind, fields: read })
  if (rest.defaultSort !== undefined) refuseUnsorted(rest.defaultSort, { fields: read, components: models.components })
  const chosen = namedFields(read, { titleField, slugField })
  refuseHiddenNames(fields, { kind, titleField: null, slugField: null, ...chosen, fields: read })
  await updateModel(tx, id, { fields: JSON.stringify(read), ...chosen })
  await noteStep(call, { id, key }, { number: models.step, change: body })
  return id
}

/** Locks the model and then the list of all models. Saves of entries of this model wait, too. */
async function openModel({ tx, ifMatch }: AdminCall, idOrKey: string) {
  await lockModelRow(tx, idOrKey)
  const models = await lockModels(tx)
  const model = modelIn(models, idOrKey)
  refuseStale(ifMatch, etagOf(model))
  return { models, model }
}

type ModelChanges = BodyOf<typeof changeContentModel>

export async function changeModel(call: AdminCall, idOrKey: string, body: ModelChanges): Promise<string> {
  const { tx } = call
  const { models, model } = await openModel(call, idOrKey)
  const { base, ...change } = body
  const { fields = [], order, sunsetDays, titleField, slugField, ...rest } = change
  refuseOverwriting({
    base,
    current: shapeModel(model, { models, counts: new Map(), isAdmin: true }),
    wanted: { ...rest, ...(titleField !== undefined && { titleField }), ...(slugField !== undefined && { slugField }) },
  })
  refuseTaken(models, rest, model.id)
  await refuseUnknownPublishers(tx, rest.publisherIds)
  refuseOtherKind(model, rest.kind)
  const read = readFields(models, model.fields, {
    isComponent: model.kind === 'component',
    changes: fields,
    order,
    sunsetDays,
    idOf: call.idOf,
  })
  const settled = await settleFormerOfFields(tx, model.fields, read)
  const formerKeys = formerAfter(model, rest, sunsetDays)
  refuseCircles(models, { ...model, fields: settled })
  refuseOtherSort(models, model, { fields: settled, wanted: rest.defaultSort })
  const [first] = await findLanguages(tx)
  await refuseLoss(tx, model, { wanted: rest, first: first! })
  const named = namedFields(settled, { titleField, slugField })
  refuseHiddenNames(fields, { ...model, ...named, fields: settled }, model)
  const changed = changedFields(model, {
    defaultSort: sortAfter(model.defaultSort, model.fields, settled),
    ...rest,
    ...named,
    fields: JSON.parse(JSON.stringify(settled)),
    formerKeys: JSON.parse(JSON.stringify(formerKeys)),
  })
  if (isNothing(changed)) return model.id
  await updateModel(tx, model.id, {
    ...changed,
    fields: JSON.stringify(settled),
    formerKeys: JSON.stringify(formerKeys),
    step: models.step,
  })
  await awaitEnds(tx, model, { formerKeys, fields: settled })
  const unique = uniqueChanges(model.fields, settled)
  const isOnly = model.kind !== 'single' && rest.kind === 'single'
  if (model.kind === 'single' && rest.kind === 'collection') unique.frees.push(onlySlot)
  await noteStep(call, model, { number: models.step, change, unique, isOnly })
  return model.id
}

export async function tryChange({ tx, ifMatch }: AdminCall, models: Models, idOrKey: string, body: ModelChanges) {
  const model = modelIn(models, idOrKey)
  refuseStale(ifMatch, etagOf(model))
  const { fields = [], order, sunsetDays, kind, localized, defaultSort, key, pluralKey } = body
  refuseTaken(models, { key, pluralKey }, model.id)
  refuseOtherKind(model, kind)
  const after = readFields(models, model.fields, {
    isComponent: model.kind === 'component',
    changes: fields,
    order,
    sunsetDays,
  })
  await settleFormerOfFields(tx, model.fields, after)
  refuseCircles(models, { ...model, fields: after })
  refuseOtherSort(models, model, { fields: after, wanted: defaultSort })
  const [first] = await findLanguages(tx)
  const report = await reportChange(tx, models, model, { after, first: first!, wanted: { kind, localized } })
  return { ...report, renames: renamesOf(model, { after, wanted: { key, pluralKey }, sunsetDays }) }
}

export async function tryDelete({ tx, ifMatch }: AdminCall, models: Models, idOrKey: string, fieldId: string) {
  const model = modelIn(models, idOrKey)
  refuseStale(ifMatch, etagOf(model))
  const field = model.fields.find(({ id }) => id === fieldId)
  if (!field || !isThere(field)) throw new Refusal('field-not-found')
  const [first] = await findLanguages(tx)
  const after = model.fields.filter((one) => one !== field)
  return { ...(await reportChange(tx, models, model, { after, first: first! })), renames: [] }
}

/** Deletes a model with its entries. It can be restored for 30 days. Readers lose access at once. */
export async function deleteModel(call: AdminCall, idOrKey: string) {
  const models = await lockModels(call.tx)
  const model = modelIn(models, idOrKey)
  refuseStale(call.ifMatch, etagOf(model))
  const users = models.there.filter(({ id, fields }) => id !== model.id && componentIdsIn(fields).includes(model.id))
  if (users.length > 0)
    throw new Refusal('model-in-use', { detail: `It is used by ${users.map(({ name }) => name).join(', ')}` })
  await updateModel(call.tx, model.id, { deletedAt: new Date().toISOString(), step: models.step })
  await noteStep(call, model, { number: models.step, change: { deleted: true } })
}

export async function undeleteModel(call: AdminCall, id: string): Promise<string> {
  const models = await lockModels(call.tx)
  const model = models.hidden.find((one) => one.id === id)
  if (!model) throw new Refusal('model-not-found')
  refuseStale(call.ifMatch, etagOf(model))
  refuseTaken(models, model)
  // Former keys that another model uses now are removed.
  const isFree = ({ name, key }: FormerModelKey) => models.there.every((one) => one[name] !== key)
  const formerKeys = JSON.stringify(model.formerKeys.filter(isFree))
  await updateModel(call.tx, model.id, { deletedAt: null, formerKeys, step: models.step })
  await noteStep(call, model, { number: models.step, change: { deleted: false }, isBack: true })
  return model.id
}

/** Deletes a field. It can be restored for 30 days, because its values stay stored. */
export const deleteField = (call: AdminCall, idOrKey: string, fieldId: string) =>
  setDeleted(call, idOrKey, fieldId, new Date().toISOString())

export const undeleteField = (call: AdminCall, idOrKey: string, fieldId: string) =>
  setDeleted(call, idOrKey, fieldId, null)

async function setDeleted(call: AdminCall, idOrKey: string, fieldId: string, deletedAt: string | null) {
  const { tx } = call
  const { models, model } = await openModel(call, idOrKey)
  const field = model.fields.find(({ id }) => id === fieldId)
  const isGone = field?.deletedAt && Date.parse(field.deletedAt) < Date.now() - undoMs
  if (!field || isGone) throw new Refusal('field-not-found')
  if (deletedAt === null && model.fields.some((one) => isThere(one) && one.id !== fieldId && one.key === field.key))
    throw new Refusal('field-key-taken')
  const changed = model.fields.map((one) => (one.id === fieldId ? { ...one, deletedAt } : one))
  const fields = await settleFormerOfFields(tx, model.fields, changed)
  await updateModel(tx, model.id, { fields: JSON.stringify(fields), step: models.step })
  const unique = uniqueChanges(model.fields, fields)
  const change = { field: field.key, deleted: deletedAt !== null }
  await noteStep(call, model, { number: models.step, change, unique })
  return model.id
}

export async function endFormerKey(call: AdminCall, idOrKey: string, formerKey: string) {
  const { tx } = call
  const { models, model } = await openModel(call, idOrKey)
  if (!livingIn(model).some((one) => one.formerKey === formerKey)) throw new Refusal('former-key-not-found')
  const without = <T extends { key: string }>(keys: T[]) => keys.filter(({ key }) => key !== formerKey)
  const fields = model.fields.map((field) => ({ ...field, formerKeys: without(field.formerKeys) }))
  await updateModel(tx, model.id, {
    fields: JSON.stringify(fields),
    formerKeys: JSON.stringify(without(model.formerKeys)),
    step: models.step,
  })
  await noteStep(call, model, { number: models.step, change: { endedFormerKey: formerKey } })
}

type HistoryStep = {
  number: number
  change: unknown
  unique?: ReturnType<typeof uniqueChanges>
  isOnly?: boolean
  purged?: string[]
  isBack?: boolean
}

export async function noteStep(
  { tx, caller: { id: createdBy } }: Pick<AdminCall, 'tx' | 'caller'>,
  { id, key }: Pick<Model, 'id' | 'key'>,
  { number, change, unique = uniqueChanges([], []), isOnly = false, purged = [], isBack = false }: HistoryStep,
) {
  await insertStep(tx, { modelId: id, number, change, createdBy })
  const actor = createdBy === null ? systemActor : ({ type: 'agent', id: createdBy } as const)
  await record(tx, {
    type: 'content-model.changed',
    subject: aboutContentModel(id),
    by: { actor },
    audience: 'team',
    new: { key, step: number },
    with: { unique, isOnly, purged, isBack },
  })
}

const including = (models: Models, model: Model): Models => ({
  ...models,
  byId: new Map([...models.byId, [model.id, model]]),
  byKey: new Map([...models.byKey, [model.key, model]]),
})

const pluralOf = (key: string) => (/[^aeiou]y$/.test(key) ? `${key.slice(0, -1)}ies` : `${key}s`)

function refuseTaken(
  { there }: Models,
  wanted: { key?: string | undefined; pluralKey?: string | undefined },
  own?: string,
) {
  const isLike = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase()
  const others = there.filter((model) => model.id !== own)
  refuseFormerOfModels(others, wanted)
  for (const { key, pluralKey } of others) {
    if (isLike(key, wanted.key)) throw new Refusal('model-key-taken', { fields: { key: 'Another model has this key' } })
    if (isLike(pluralKey, wanted.pluralKey))
      throw new Refusal('model-key-taken', { fields: { pluralKey: 'Another model has this key' } })
  }
}

async function refuseUnknownPublishers(tx: WorkspaceTx, ids: string[] = []) {
  const known = await listActiveMembers(tx, ids)
  if (known.length < new Set(ids).size)
    throw new Refusal('publisher-not-active', { fields: { publisherIds: 'Choose people who are on the team' } })
}

function refuseOtherKind({ kind }: Model, wanted: Model['kind'] | undefined) {
  if (wanted !== undefined && (wanted === 'component') !== (kind === 'component')) throw new Refusal('model-kind-unfit')
}

type SortInput = { fields: Field[]; wanted: string | undefined }

// Refuses a new default order that is not possible. The existing order can name a deleted field, because the field can
// be restored.
function refuseOtherSort({ components }: Models, { defaultSort }: Model, { fields, wanted }: SortInput) {
  if (wanted !== undefined && wanted !== defaultSort) refuseUnsorted(wanted, { fields, components })
}

type NamedModel = Pick<Model, 'kind' | 'titleField' | 'slugField' | 'fields'>

// Refuses a title or slug field that only admins can read, because everyone who sees an entry sees its title and slug.
// A field that was for admins only before can stay.
function refuseHiddenNames(changes: readonly object[], after: NamedModel, before?: NamedModel) {
  if (after.kind === 'component') return
  for (const [name, find] of [['title', titleFieldOf] as const, ['address', slugFieldOf] as const]) {
    const field = find(after)
    const former = before && find(before)
    const wasSo = former?.id === field?.id && former?.readBy === 'admins'
    if (field?.readBy !== 'admins' || wasSo) continue
    const index = changes.findIndex((change) => ('id' in change ? change.id === field.id : isNamed(change, field.key)))
    const message = `The field ${field.key} is the ${name} of the entries, so it cannot be for admins only. Choose another field as the ${name} first`
    throw new Refusal('invalid', { fields: { [index < 0 ? 'fields' : `fields.${index}.readBy`]: message } })
  }
}

const isNamed = (change: object, key: string) => 'key' in change && change.key === key

type ChosenNames = { titleField?: string | null | undefined; slugField?: string | null | undefined }

function namedFields(fields: Field[], { titleField, slugField }: ChosenNames) {
  const idOf = (key: string | null, fits: (field: Field) => boolean) => {
    if (key === null) return null
    const field = fields.find((one) => one.key === key && isThere(one) && fits(one))
    if (!field) throw new Refusal('field-not-found')
    return field.id
  }
  return {
    ...(titleField !== undefined && { titleField: idOf(titleField, (field) => ruleOf(field).canBeTitle === true) }),
    ...(slugField !== undefined && { slugField: idOf(slugField, ({ kind }) => kind === 'slug') }),
  }
}
