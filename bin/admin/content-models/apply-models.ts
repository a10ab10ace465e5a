import { count } from '#bin/admin/find-workspace.ts'
import type { changeContentModel } from '#contract/content/models.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { isSame } from '#contract/is-same.ts'
import {
  changeModel,
  createModel,
  deleteField,
  deleteModel,
  tryChange,
} from '#server/content/models/changes/change-model.ts'
import { countEntries, type Models, readModels } from '#server/content/models/find-models.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type WrittenField, type WrittenModel, writtenModels } from './read-models.ts'

type Change = BodyOf<typeof changeContentModel>
type Applying = { tx: WorkspaceTx; from: WrittenModel[]; pairs: Pairs; told: string[] }

const call = (tx: WorkspaceTx) => ({ tx, caller: { id: null } })

// Gives new models and fields the id from the source, so that a later rename in the source is recognised. Skips ids
// that are in use.
const withIds = (tx: WorkspaceTx, named: { id: string; key: string }[], taken: ReadonlySet<string>) => ({
  ...call(tx),
  idOf: (key: string) => named.find((one) => one.key === key && !taken.has(one.id))?.id,
})

const takenIn = ({ there, hidden }: Models) =>
  new Set([...there, ...hidden].flatMap(({ id, fields }) => [id, ...fields.map((field) => field.id)]))

/**
 * Changes the models of a workspace to the models in `from`: first new models, then fields that may reference them,
 * last deletions. Returns a line of text for each step.
 */
export async function applyModels(tx: WorkspaceTx, from: WrittenModel[]): Promise<string[]> {
  const to = writtenModels(await readModels(tx))
  const pairs = pairUp(from, to)
  const told: string[] = []
  const applying = { tx, from, pairs, told }
  const kept = new Set(pairs.models.values())
  const gone = to.filter((model) => !kept.has(model))
  await freeKeys(applying, gone)
  for (const source of from) await addOrRename(applying, source)
  for (const source of from) await changeFields(applying, source)
  for (const source of from) await changeNeighbours(applying, source)
  await deleteModels(applying, gone)
  return told
}

/** Renames a model in `gone` if a model in `from` needs its key, because `gone` is deleted only at the end. */
async function freeKeys({ tx, from }: Applying, gone: WrittenModel[]) {
  const wanted = new Set(
    from.flatMap(({ key, pluralKey }) => [`one ${key.toLowerCase()}`, `many ${pluralKey.toLowerCase()}`]),
  )
  for (const { id, key, pluralKey } of gone)
    if (wanted.has(`one ${key.toLowerCase()}`) || wanted.has(`many ${pluralKey.toLowerCase()}`)) {
      const spare = `gone${id.replaceAll('-', '')}`
      await changeModel(call(tx), id, changeOf({ key: spare, pluralKey: `${spare}s`, sunsetDays: 0 }))
    }
}

const changeOf = (change: Partial<Change>): Change => ({ sunsetDays: 30, ...change })

async function addOrRename({ tx, pairs, told }: Applying, source: WrittenModel) {
  const target = pairs.models.get(source)
  if (!target) {
    const taken = takenIn(await readModels(tx))
    await createModel(withIds(tx, [source], taken), { ...changedOf(source, {}), key: source.key, name: source.name })
    told.push(`Model ${source.key} is added.`)
    return
  }
  const changed = changedOf(source, target)
  if (Object.keys(changed).length === 0) return
  await changeModel(call(tx), target.id, changeOf(changed))
  if (changed.key) told.push(`Model ${target.key} becomes ${changed.key}; programs must use the new key.`)
  const others = Object.keys(changed).filter((name) => name !== 'key')
  if (others.length > 0) told.push(`Of model ${source.key} change: ${others.join(', ')}.`)
}

/** Changes the fields of a model. Runs after all models have their new keys. */
async function changeFields({ tx, pairs, told }: Applying, source: WrittenModel) {
  const models = await readModels(tx)
  const target = writtenModels(models).find(({ key }) => key === source.key)!
  const kept = new Map(source.fields.map((field) => [pairs.fields.get(field)?.id, field]))
  for (const { id, key } of target.fields.filter((field) => !kept.has(field.id))) {
    told.push(`Field ${key} of ${source.key} is deleted with its values; for 30 days it can be taken back.`)
    await deleteField(call(tx), target.id, id)
  }
  const here = new Map(target.fields.map((field) => [field.id, field]))
  const fields = source.fields.flatMap((field) => {
    const other = here.get(pairs.fields.get(field)?.id ?? '')
    return changeOfField(field, other, (words) => told.push(words(source.key)))
  })
  if (fields.length === 0) return
  const change = changeOf({ fields })
  told.push(...(await tellLosses(tx, target.id, change)))
  await changeModel(withIds(tx, source.fields, takenIn(models)), target.id, change)
}

type Words = (model: string) => string

function changeOfField(field: WrittenField, other: WrittenField | undefined, tell: (words: Words) => void) {
  const wanted = settingsOf(field)
  if (!other) {
    tell((model) => `Field ${field.key} of ${model} is added.`)
    return [wanted]
  }
  const is = settingsOf(other)
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(is)])].filter(
    (name) => !isSame(wanted[name], is[name]),
  )
  if (names.length === 0) return []
  if (wanted.key !== is.key)
    tell((model) => `Field ${is.key} of ${model} becomes ${wanted.key}; the old key answers for 30 days.`)
  if (wanted.kind !== is.kind)
    tell((model) => `Field ${wanted.key} of ${model} becomes ${wanted.kind} instead of ${is.kind}.`)
  const others = names.filter((name) => name !== 'key' && name !== 'kind')
  if (others.length > 0) tell((model) => `Of field ${wanted.key} of ${model} change: ${others.join(', ')}.`)
  const said = names.map((name) => [name, wanted[name] ?? null] as const)
  // A change of kind makes the old settings meaningless, so all settings of the new kind are sent.
  return [{ id: other.id, ...(wanted.kind === is.kind ? Object.fromEntries(said) : wanted) }]
}

async function tellLosses(tx: WorkspaceTx, id: string, change: Change): Promise<string[]> {
  const { fields } = await tryChange(call(tx), await readModels(tx), id, change)
  return fields
    .filter(({ failed, lossy }) => failed + lossy > 0)
    .map(({ key, lossy, failed }) => {
      const lost = lossy > 0 ? [`${count(lossy, 'value')} of ${key} lose something`] : []
      const kept = failed > 0 ? [`${count(failed, 'value')} of ${key} do not fit`] : []
      return `  ${[...lost, ...kept].join(', ')}.`
    })
}

// Changes the settings that name other fields: conditions, sources of slugs, the title and the order of fields. Runs
// after all fields exist.
async function changeNeighbours({ tx, told }: Applying, source: WrittenModel) {
  const target = writtenModels(await readModels(tx)).find(({ key }) => key === source.key)!
  const idOf = (key: string | null) => target.fields.find((field) => field.key === key)?.id ?? null
  const fields = source.fields.flatMap((field) => {
    const other = target.fields.find(({ key }) => key === field.key)!
    const wanted = neighboursOf(field, source.fields)
    const is = neighboursOf(other, target.fields)
    const { condition } = wanted
    const beside = condition && { field: idOf(condition.field), equals: condition.equals }
    const isOther = !isSame(wanted, is)
    return isOther
      ? [{ id: other.id, condition: beside, ...(field.kind === 'slug' && { from: idOf(wanted.from) }) }]
      : []
  })
  const order = source.fields.map(({ key }) => idOf(key)!)
  const isOrdered = isSame(
    order,
    target.fields.map(({ id }) => id),
  )
  const { titleField, slugField } = source
  const called = titleField !== target.titleField || slugField !== target.slugField
  if (fields.length === 0 && isOrdered && !called) return
  for (const { id } of fields) {
    const { key } = target.fields.find((one) => one.id === id)!
    told.push(`Of field ${key} of ${source.key} changes what it depends on.`)
  }
  if (!isOrdered) told.push(`Fields of ${source.key} are put in another order.`)
  if (called) told.push(`Of model ${source.key} changes by which fields its entries are called.`)
  await changeModel(call(tx), target.id, changeOf({ fields, order, ...(called && { titleField, slugField }) }))
}

async function deleteModels({ tx, told }: Applying, gone: WrittenModel[]) {
  const counts = await countEntries(tx)
  const uses = (model: WrittenModel, other: WrittenModel) =>
    model.fields.some(({ component, components }) => [component, components].flat().includes(other.key))
  const waiting = new Set(gone)
  while (waiting.size > 0) {
    const next = [...waiting].find((model) => ![...waiting].some((other) => other !== model && uses(other, model)))!
    waiting.delete(next)
    const entries = count(counts.get(next.id) ?? 0, 'entry', 'entries')
    told.push(`Model ${next.key} is deleted with ${entries}; for 30 days it can be taken back.`)
    await deleteModel(call(tx), next.id)
  }
}

/** Pairs of a model or field in the source and its counterpart in the target, matched by id or else by key. */
type Pairs = { models: Map<WrittenModel, WrittenModel>; fields: Map<WrittenField, WrittenField> }

function pairUp(from: WrittenModel[], to: WrittenModel[]): Pairs {
  const models = match(from, to)
  const fields = new Map([...models].flatMap(([source, target]) => [...match(source.fields, target.fields)]))
  return { models, fields }
}

function match<T extends { id: string; key: string }>(from: T[], to: T[]): Map<T, T> {
  const byId = new Map(to.map((one) => [one.id, one]))
  const taken = new Set(from.flatMap(({ id }) => byId.get(id) ?? []))
  const byKey = new Map(to.filter((one) => !taken.has(one)).map((one) => [one.key.toLowerCase(), one]))
  return new Map(
    from.flatMap((one) => {
      const other = byId.get(one.id) ?? byKey.get(one.key.toLowerCase())
      return other ? [[one, other] as const] : []
    }),
  )
}

const ofModel = [
  ...(['key', 'pluralKey', 'name', 'description', 'kind', 'icon', 'localized', 'previewUrl', 'reviewDays'] as const),
  ...(['defaultSort', 'isPublic', 'publishers', 'keepVersions'] as const),
] as const

type Settings = Partial<Pick<WrittenModel, (typeof ofModel)[number]>>

const changedOf = (source: WrittenModel, target: Settings): Settings =>
  Object.fromEntries(ofModel.filter((name) => !isSame(source[name], target[name])).map((name) => [name, source[name]]))

const ownNames = ['id', 'formerKeys', 'deletedAt', 'condition', 'from']

const settingsOf = (field: WrittenField): Record<string, unknown> =>
  Object.fromEntries(Object.entries(field).filter(([name, value]) => !ownNames.includes(name) && value !== undefined))

/** Returns the keys of the fields that a field depends on: the field of its condition and the source of its slug. */
function neighboursOf(field: WrittenField, fields: WrittenField[]) {
  const keyOf = (id: unknown) => fields.find((one) => one.id === id)?.key ?? null
  const { condition, from } = field
  const beside = condition && keyOf(condition.field)
  return { condition: beside ? { field: beside, equals: condition.equals } : null, from: from ? keyOf(from) : null }
}
