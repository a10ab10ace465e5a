import { randomBytes, randomUUID } from 'node:crypto'
import { RE2JS } from 're2js'
import { mostComponentDepth, mostFields } from '#contract/content/models.ts'
import { fieldDefaults } from '#contract/fields/defaults.ts'
import { addressKey, type Field, NewField } from '#contract/fields/fields.ts'
import { type Model, type Models, modelIn } from '#server/content/models/find-models.ts'
import { endAfter } from '#server/content/models/former-keys/model-keys.ts'
import { isLiving } from '#server/fields/kinds/component-names.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { checkValue } from '#server/fields/values/check-values.ts'
import { componentIdsIn, isThere, rankedCell } from '#server/fields/values/components.ts'
import { canBecome } from '#server/fields/values/convert-value.ts'
import { Refusal } from '#server/platform/refusal.ts'

export type FieldsRequest = {
  isComponent: boolean
  changes: readonly ({ id?: string | undefined } & Record<string, unknown>)[]
  order?: string[] | undefined
  sunsetDays: number
  /** Returns the id of the same field in another workspace, if it exists there. The new field gets this id. */
  idOf?: ((key: string) => string | undefined) | undefined
}

/**
 * Returns the fields of a model after a change. Fields that the change does not name stay. New fields come last, unless
 * `order` says otherwise.
 */
export function readFields(
  models: Models,
  before: readonly Field[],
  { isComponent, changes, order, sunsetDays, idOf }: FieldsRequest,
): Field[] {
  const fields = new Map(before.map((field) => [field.id, field]))
  const indexes = new Map<string, number>()
  for (const [index, change] of changes.entries()) {
    const { id } = change
    const field =
      id === undefined
        ? newField(models, change, { index, idOf })
        : changeField(models, fields, change, { id, index, sunsetDays })
    if (!isComponent) refuseAddress(field, fields.get(field.id), index)
    refuseWithoutEffect(field, { before: fields.get(field.id), index, isComponent })
    fields.set(field.id, field)
    indexes.set(field.id, index)
  }
  const named = [...fields.values()]
  refuseTwins(named)
  const resolved = named.map((field) => withFieldIds(named, field, { before, index: indexes.get(field.id) }))
  const all = inOrder(resolved, order)
  refuseUnknownConditions(all)
  if (all.filter(isThere).length > mostFields) throw new Refusal('too-many-fields')
  return all
}

const wrong = (index: number, setting: string, message: string) =>
  new Refusal('invalid', { fields: { [`fields.${index}.${setting}`]: message } })

function refuseAddress({ key, kind }: Field, before: Field | undefined, index: number) {
  if (key !== addressKey || kind === 'slug' || (before?.key === key && before.kind === kind)) return
  throw wrong(
    index,
    'key',
    'This name is reserved for the slug of an entry. Only a field of the kind slug can have it.',
  )
}

type FieldPlacement = { before: Field | undefined; index: number; isComponent: boolean }

/** Refuses a setting that has no effect. A setting that the field already has can stay. */
function refuseWithoutEffect(field: Field, { before, index, isComponent }: FieldPlacement) {
  const isNew = (name: 'unique' | 'indexed' | 'searchable') => field[name] && !before?.[name]
  for (const name of ['unique', 'indexed'] as const)
    if (isComponent && isNew(name))
      throw wrong(index, name, `A field of a component cannot be ${name}: its values are in entries`)
  if (isNew('indexed') && rankedCell(field) === null && ruleOf(field).cell !== 'keys')
    throw wrong(index, 'indexed', 'Fields of this kind have no order, so an index has no effect')
  if (isNew('searchable') && !ruleOf(field).toText)
    throw wrong(index, 'searchable', 'Fields of this kind have no words, so a search finds nothing in them')
}

type AddedField = Pick<FieldsRequest, 'idOf'> & { index: number }

function newField(models: Models, said: Record<string, unknown>, { index, idOf }: AddedField): Field {
  const read = parseField(said, index)
  const field = {
    ...fieldDefaults,
    label: labelOf(read.key),
    ...withoutUndefined(read),
    id: idOf?.(read.key) ?? randomUUID(),
    slot: newSlot(),
    madeOf: null,
    formerKeys: [],
    deletedAt: null,
  }
  return checkSettings(models, field, index)
}

type FieldChange = { id: string; index: number; sunsetDays: number }

function changeField(
  models: Models,
  fields: ReadonlyMap<string, Field>,
  said: Record<string, unknown>,
  { id, index, sunsetDays }: FieldChange,
): Field {
  const before = fields.get(id)
  if (!before || !isThere(before)) throw new Refusal('field-not-found')
  const { id: _, ...change } = said
  const isOtherKind = change.kind !== undefined && change.kind !== before.kind
  const known = isOtherKind ? { ...commonOf(before), default: undefined } : publicOf(before)
  const read = parseField(withoutNull({ ...known, ...change }), index)
  const settled = { ...fieldDefaults, ...keptOf(before), label: labelOf(read.key), ...withoutUndefined(read) } as Field
  if (change.localized !== undefined) delete settled.awaitsLocalized
  const field = checkSettings(models, settled, index)
  if (isOtherKind && !canBecome(before, field)) throw new Refusal('kind-unfit')
  return keepFormerKindAndKey(field, before, sunsetDays)
}

// Stores the former kind of a field, which is needed to read older values. After a rename, keeps the former key for
// `sunsetDays`.
function keepFormerKindAndKey(field: Field, before: Field, sunsetDays: number): Field {
  const isMoving = field.kind !== before.kind || field.localized !== before.localized
  const { slot, kind, localized, madeOf } = before
  const formerKeys = before.formerKeys.filter((one) => one.key !== field.key && isLiving(one))
  const since = new Date().toISOString()
  const until = endAfter(sunsetDays)
  const isRenamed = field.key !== before.key && until !== null
  return {
    ...field,
    formerKeys: isRenamed ? [...formerKeys, { key: before.key, until, since }] : formerKeys,
    ...(isMoving && { slot: newSlot(), madeOf: { slot, kind, localized, settings: settingsOf(before), madeOf } }),
  }
}

function parseField(said: Record<string, unknown>, index: number): NewField {
  const { data, error } = NewField.safeParse(said)
  if (data) return data
  const fields = Object.fromEntries(
    error.issues.map(({ path, message }) => [['fields', index, ...path].join('.'), message]),
  )
  throw new Refusal('invalid', { fields })
}

function checkSettings(models: Models, field: Field, index: number): Field {
  if (field.kind === 'text' && field.pattern && !isPattern(field.pattern))
    throw wrong(index, 'pattern', 'This is not a valid regular expression (RE2)')
  const resolved = resolveModels(models, field)
  const { faults } = checkValue(resolved, field.default ?? null, models.components)
  if (faults) throw wrong(index, 'default', Object.values(faults)[0]!)
  return resolved
}

function isPattern(pattern: string): boolean {
  try {
    return RE2JS.compile(pattern) !== undefined
  } catch {
    return false
  }
}

function resolveModels(models: Models, field: Field): Field {
  if ((field.kind === 'reference' || field.kind === 'rich_text') && field.models)
    return { ...field, models: field.models.map((one) => collection(models, one)) }
  if (field.kind === 'group') return { ...field, component: component(models, field.component) }
  if (field.kind === 'blocks') return { ...field, components: field.components.map((one) => component(models, one)) }
  return field
}

function component(models: Models, idOrKey: string): string {
  const model = modelIn(models, idOrKey)
  if (model.kind !== 'component') throw new Refusal('invalid', { detail: `${model.key} is no component` })
  return model.id
}

function collection(models: Models, idOrKey: string): string {
  const model = modelIn(models, idOrKey)
  if (model.kind === 'component')
    throw new Refusal('invalid', { detail: `${model.key} is a component and cannot be referenced` })
  return model.id
}

function inOrder(fields: Field[], order: string[] | undefined): Field[] {
  if (!order) return fields
  const place = new Map(order.map((id, index) => [id, index]))
  return fields.toSorted((one, other) => (place.get(one.id) ?? order.length) - (place.get(other.id) ?? order.length))
}

function refuseTwins(fields: Field[]) {
  const keys = fields.filter(isThere).map(({ key }) => key)
  const twin = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twin) throw new Refusal('field-key-taken', { detail: `Two fields are called ${twin}` })
}

type FieldPosition = { before: readonly Field[]; index: number | undefined }

function withFieldIds(fields: Field[], field: Field, { before, index }: FieldPosition): Field {
  if (index === undefined) return field
  const idOf = (name: string) => fields.find((one) => one.id === name || (isThere(one) && one.key === name))?.id ?? name
  const { condition } = field
  const settled = condition ? { ...field, condition: { ...condition, field: idOf(condition.field) } } : field
  if (settled.kind !== 'slug' || settled.from === undefined) return settled
  const from = idOf(settled.from)
  const source = fields.find((one) => one.id === from)
  const wasSo = before.some((one) => one.id === field.id && one.kind === 'slug' && one.from === from)
  if (!wasSo && !(source && isThere(source) && ruleOf(source).canBeTitle))
    throw wrong(index, 'from', `This model has no text field ${settled.from}`)
  return { ...settled, from }
}

function refuseUnknownConditions(fields: Field[]) {
  for (const { key, condition, id } of fields.filter(isThere)) {
    const isKnown = !condition || fields.some((field) => field.id === condition.field && field.id !== id)
    if (!isKnown)
      throw new Refusal('field-not-found', { detail: `The condition of ${key} names a field that is not there` })
  }
}

const newSlot = () => randomBytes(6).toString('base64url')

/** seoTitle and seo_title become "Seo title". */
const labelOf = (key: string) => {
  const words = key
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const common = [
  ...(['key', 'label', 'help', 'required', 'unique', 'localized', 'default', 'condition', 'tab', 'width'] as const),
  ...(['searchable', 'indexed', 'message', 'readBy', 'writtenBy'] as const),
] as const
const ownNames = ['id', 'slot', 'madeOf', 'formerKeys', 'deletedAt', 'awaitsLocalized'] as const

const pick = (field: Field, names: readonly string[]) =>
  Object.fromEntries(Object.entries(field).filter(([name]) => names.includes(name)))
const omit = (field: Field, names: readonly string[]) =>
  Object.fromEntries(Object.entries(field).filter(([name]) => !names.includes(name)))

const commonOf = (field: Field) => pick(field, common)
const keptOf = (field: Field) => pick(field, [...ownNames])
const publicOf = (field: Field) => omit(field, ownNames)
const settingsOf = (field: Field) => omit(field, [...ownNames, ...common, 'kind'])

const withoutNull = (said: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))

const withoutUndefined = <T extends object>(said: T) =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as T

export function refuseCircles({ there }: Pick<Models, 'there'>, changed: Pick<Model, 'id' | 'fields' | 'kind'>) {
  const components = new Map(
    [...there, changed].filter(({ kind }) => kind === 'component').map(({ id, fields }) => [id, fields]),
  )
  const walk = (id: string, path: string[]) => {
    if (path.includes(id)) throw new Refusal('component-circle')
    if (path.length >= mostComponentDepth) throw new Refusal('component-too-deep')
    for (const inner of componentIdsIn(components.get(id) ?? [])) walk(inner, [...path, id])
  }
  for (const id of components.keys()) walk(id, [])
}
