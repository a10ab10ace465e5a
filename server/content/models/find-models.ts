import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { undoDays } from '#contract/content/models.ts'
import type { Field } from '#contract/fields/fields.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { type Components, componentIdsIn, componentsOf, isThere } from '#server/fields/values/components.ts'
import { findOwnOrder } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findByFormerKey } from './former-keys/model-keys.ts'
import { findModelState, holdModelRow, listModelRows, type ModelRow, type ModelState, takeStep } from './queries.ts'

export type Model = ModelRow

export type Models = {
  step: number
  there: Model[]
  hidden: Model[]
  byId: ReadonlyMap<string, Model>
  byKey: ReadonlyMap<string, Model>
  byPluralKey: ReadonlyMap<string, Model>
  components: Components
  hiddenSlots: ReadonlySet<string>
  hiddenFields: ReadonlySet<string>
  isLimited?: true
}

// Cached models by workspace id. They are valid until `step` or the collation `order` changes.
const known = new LRUCache<string, { models: Models; state: ModelState }>({ max: 1000 })

export async function findModels(tx: WorkspaceTx): Promise<Models> {
  const state = await findModelState(tx)
  const before = known.get(tx.workspaceId)
  if (before && isSame(before.state, state)) return before.models
  const models = modelsOf(state.step, await listModelRows(tx, state.order))
  // Another change can commit between the two reads. The models are cached only if the state is still the same.
  if (isSame(await findModelState(tx), state)) known.set(tx.workspaceId, { models, state })
  return models
}

const isSame = (one: ModelState, other: ModelState) => one.step === other.step && one.order === other.order

/** Locks the models for a change and reads them without the cache. `step` is the number of this change. */
export async function lockModels(tx: WorkspaceTx): Promise<Models> {
  const step = await takeStep(tx)
  return modelsOf(step, await listModelRows(tx, await findOwnOrder(tx)))
}

/** Reads the models without the cache, so that changes of this transaction are included. */
export async function readModels(tx: WorkspaceTx): Promise<Models> {
  const { step, order } = await findModelState(tx)
  return modelsOf(step, await listModelRows(tx, order))
}

type OfModel = { models: Models; model: Model }

/** Locks a model against changes while values are written. Reads all models again if the model changed. */
export async function holdModel(tx: WorkspaceTx, { models, model }: OfModel): Promise<OfModel> {
  if ((await holdModelRow(tx, model.id)) === model.step) return { models, model }
  const now = await readModels(tx)
  return { models: now, model: modelIn(now, model.id) }
}

export function modelsOf(step: number, rows: Model[]): Models {
  const there = rows.filter(({ deletedAt }) => deletedAt === null)
  return {
    step,
    there,
    hidden: rows.filter(({ deletedAt }) => deletedAt !== null),
    ...indexed(there),
    components: componentsIn(there),
    hiddenSlots: new Set(),
    hiddenFields: new Set(),
  }
}

const componentsIn = (there: Model[]) => componentsOf(there.filter(({ kind }) => kind === 'component'))

const indexed = (there: Model[]) => ({
  byId: new Map(there.map((model) => [model.id, model])),
  byKey: new Map(there.map((model) => [model.key, model])),
  byPluralKey: new Map(there.map((model) => [model.pluralKey, model])),
})

export function modelIn(models: Models, idOrKey: string): Model {
  const model = models.byId.get(idOrKey) ?? models.byKey.get(idOrKey) ?? findByFormerKey(models.there, 'key', idOrKey)
  if (!model) throw noModel(models, idOrKey, names(models.there, 'key'))
  return model
}

export function collectionIn(models: Models, pluralKey: string, named: readonly Model[] = models.there): Model {
  const model = models.byPluralKey.get(pluralKey) ?? findByFormerKey(models.there, 'pluralKey', pluralKey)
  if (model && model.kind !== 'component') return model
  const collections = named.filter(({ kind }) => kind !== 'component')
  throw noModel(models, pluralKey, names(collections, 'pluralKey'))
}

const mostNamed = 20

const names = (models: readonly Model[], by: 'key' | 'pluralKey') => models.slice(0, mostNamed).map((one) => one[by])

function noModel({ isLimited }: Models, asked: string, there: string[]) {
  const written = asked.slice(0, 60)
  const known = there.join(', ')
  if (isLimited)
    return new Refusal('model-not-found', {
      detail: `There is no model ${written} that this key may use. It may use: ${known || 'none'}`,
    })
  return new Refusal('model-not-found', {
    detail: `There is no model ${written}${known ? `. There are: ${known}` : ''}`,
  })
}

export const titleFieldOf = ({ titleField, fields }: Pick<Model, 'titleField' | 'fields'>): Field | undefined =>
  fields.find((field) => field.id === titleField && isThere(field)) ??
  fields.find((field) => isThere(field) && ruleOf(field).canBeTitle)

export const slugFieldOf = ({ slugField, fields }: Pick<Model, 'slugField' | 'fields'>): Field<'slug'> | undefined => {
  const slugs = fields.filter((field): field is Field<'slug'> => isThere(field) && field.kind === 'slug')
  return slugs.find(({ id }) => id === slugField) ?? slugs[0]
}

export const mayPublish = (
  { publishers, publisherIds }: Pick<Model, 'publishers' | 'publisherIds'>,
  { id, isAdmin }: { id: string; isAdmin: boolean },
): boolean => isAdmin || publishers === 'members' || (publishers === 'named' && publisherIds.includes(id))

export function limitModels(models: Models, allowed: string[] | null): Models {
  if (!allowed) return models
  const isAllowed = ({ id, kind }: Model) => kind === 'component' || allowed.includes(id)
  const there = models.there.filter(isAllowed)
  return { ...models, ...indexed(there), there, hidden: models.hidden.filter(isAllowed), isLimited: true }
}

export function readableModels(models: Models, { isAdmin }: { isAdmin: boolean }): Models {
  if (isAdmin) return models
  const there = models.there.map((model) => ({
    ...model,
    fields: model.fields.filter(({ readBy }) => readBy === 'members'),
  }))
  const hiddenFields = new Set(
    models.there.flatMap(({ fields }) => fields.filter(({ readBy }) => readBy === 'admins').map(({ id }) => id)),
  )
  const hidden = { hiddenSlots: hiddenSlotsOf(models), hiddenFields }
  return { ...models, ...indexed(there), there, components: componentsIn(there), ...hidden }
}

export type ModelReader = {
  caller: Pick<Member, 'isAdmin'> & { key: Pick<NonNullable<Member['key']>, 'models'> | null }
}

export const modelsSeen = ({ caller }: ModelReader, models: Models): Models =>
  readableModels(limitModels(models, caller.key?.models ?? null), caller)

// Returns the slots with references that only admins can see. These are slots of admin-only fields, and of fields whose
// component contains such a field.
function hiddenSlotsOf({ there, components }: Models): Set<string> {
  const known = new Map<string, boolean>()
  const hides = (id: string): boolean => {
    if (!known.has(id)) known.set(id, (components.get(id)?.fields ?? []).some(isHidden))
    return known.get(id)!
  }
  const isHidden = (field: Field) =>
    (field.readBy === 'admins' && mayRefer(field)) || componentIdsIn([field]).some(hides)
  return new Set(there.flatMap(({ fields }) => fields.filter(isHidden).map(({ slot }) => slot)))
}

const mayRefer = (field: Field) => Boolean(ruleOf(field).uses ?? ruleOf(field).inner)

export const undoMs = undoDays * 86_400_000

export async function countEntries(tx: WorkspaceTx): Promise<Map<string, number>> {
  const { rows } = await sql<{ modelId: string; number: number }>`
    select model_id as "modelId", count(*)::int as number from content_entries
    where workspace_id = ${tx.workspaceId} and trashed_at is null group by model_id`.execute(tx)
  return new Map(rows.map(({ modelId, number }) => [modelId, number]))
}
