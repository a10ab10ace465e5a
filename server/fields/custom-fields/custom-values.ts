import { type FieldOwner, mostCustomValueBytes } from '#contract/fields/custom-field-values.ts'
import type { Field } from '#contract/fields/fields.ts'
import { isSameValue } from '#contract/is-same.ts'
import { checkValue, findFaults, type Values } from '#server/fields/values/check-values.ts'
import { isEmpty } from '#server/fields/values/components.ts'
import { renderValues } from '#server/fields/values/render-values.ts'
import { settleValues } from '#server/fields/values/settle-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { asField, type CustomField, isReadBy, isWrittenBy } from './custom-field.ts'
import { findFields } from './find-fields.ts'

type Person = Pick<Caller, 'kind'>

const noComponents = new Map()
const anyLanguage = { language: '', first: '' }

/** Returns the values by key that the reader can see. A field without a value is null. */
export const renderCustomValues = (fields: readonly CustomField[], values: Values, reader: Person): Values =>
  render(readFieldsOf(fields, reader), values)

/** Returns the values by key that the reader can see, without fields that have no value. */
export const renderSetValues = (fields: readonly CustomField[], values: Values, reader: Person): Values =>
  render(
    readFieldsOf(fields, reader).filter(({ slot }) => slot in values),
    values,
  )

const readFields = { team: new WeakMap<object, Field[]>(), customer: new WeakMap<object, Field[]>() }

function readFieldsOf(fields: readonly CustomField[], reader: Person): Field[] {
  const known = readFields[reader.kind === 'customer' ? 'customer' : 'team']
  const found = known.get(fields)
  if (found) return found
  const read = fields.filter((field) => isReadBy(field, reader)).map((field) => asField(field))
  known.set(fields, read)
  return read
}

const render = (read: readonly Field[], values: Values): Values =>
  renderValues(
    read,
    settleValues(read, { shared: values, languages: {} }, anyLanguage, noComponents),
    noComponents,
    () => null,
  )

/**
 * Returns the stored values after a change. Refuses values that do not fit, and keys that the caller cannot write.
 *
 * @param given values by key
 */
export async function changeCustomValues(
  tx: WorkspaceTx,
  owner: FieldOwner,
  { values, given, caller }: { values: Values; given: Values; caller: Person },
): Promise<Values> {
  const fields = await findFields(tx, owner)
  const { after, faults } = change(fields, { values, given, caller })
  refuseFaults(fields, faults)
  return after
}

/**
 * Returns the values of something new: the given ones and the defaults. Refuses missing values of required fields.
 *
 * @param asked ids of the fields that a form asks for. Only these are required, and customers can write only these.
 */
export async function newCustomValues(
  tx: WorkspaceTx,
  owner: FieldOwner,
  { given, caller, asked }: { given: Values; caller: Person; asked?: readonly string[] | undefined },
): Promise<Values> {
  const fields = await findFields(tx, owner)
  const isAsked = ({ id }: CustomField) => asked === undefined || asked.includes(id)
  const offered = caller.kind === 'customer' ? fields.filter(isAsked) : fields
  const { after, faults } = change(offered, { values: defaultsOf(fields), given, caller })
  const isRequired = (field: CustomField) => field.required === 'on_create' && isWrittenBy(field, caller)
  const missed = missing(fields, after, (field) => isAsked(field) && isRequired(field))
  refuseFaults(fields, { ...missed, ...faults })
  return after
}

/** Returns the values of something that is created without a form, such as a ticket from a mail. */
export const defaultCustomValues = async (tx: WorkspaceTx, owner: FieldOwner): Promise<Values> =>
  defaultsOf(await findFields(tx, owner))

/** Refuses to solve a ticket while a field that this requires has no value. */
export async function refuseMissingValues(tx: WorkspaceTx, owner: FieldOwner, values: Values) {
  const refusal = refusalToSolve(await findFields(tx, owner), values)
  if (refusal) throw refusal
}

/** Returns why a ticket with these values cannot be solved. */
export function refusalToSolve(fields: readonly CustomField[], values: Values): Refusal | null {
  const faults = missing(fields, values, ({ required }) => required === 'on_solve')
  const keys = Object.keys(faults)
  if (keys.length === 0) return null
  const labels = fields.filter(({ key }) => keys.includes(key)).map(({ label }) => label)
  const detail = `Fill in ${labels.join(', ')} before you solve the ticket.`
  return new Refusal('fields-missing', { detail, fields: placed(faults), shown: { keys } })
}

/** Returns a stored value, and its words for people. */
export function describeCustomValue(field: CustomField, value: unknown) {
  return { value: value ?? null, text: isEmpty(value) ? '' : wordsOf(field, value) }
}

function wordsOf({ kind, settings: { options = [], unit } }: CustomField, value: unknown): string {
  const labelOf = (key: unknown) => options.find((option) => option.key === key)?.label ?? String(key)
  if (kind === 'select') return [value].flat().map(labelOf).join(', ')
  if (kind === 'boolean') return value ? 'Yes' : 'No'
  if (kind === 'datetime') return `${new Date(String(value)).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return unit ? `${value} ${unit}` : String(value)
}

const defaultsOf = (fields: readonly CustomField[]): Values =>
  Object.fromEntries(fields.flatMap(({ id, settings }) => (isEmpty(settings.default) ? [] : [[id, settings.default]])))

function missing(fields: readonly CustomField[], values: Values, isRequired: (field: CustomField) => boolean) {
  const checked = fields.map((field) => asField(field, isRequired(field)))
  return findFaults(checked, values, noComponents, 'always')
}

type Change = { values: Values; given: Values; caller: Person }

/** Returns the values after a change, and what is wrong with the given ones by key. */
function change(fields: readonly CustomField[], { values, given, caller }: Change) {
  refuseUnwritable(fields, given, caller)
  const changed = fields.filter(
    (field) => Object.hasOwn(given, field.key) && !isSameValue(given[field.key], values[field.id]),
  )
  const checked = changed.map((field) => {
    const { value, faults } = checkValue(asField(withOptionsOf(field, values)), given[field.key], noComponents)
    return { ...field, value, fault: faults && Object.values(faults)[0]! }
  })
  const read = Object.fromEntries(checked.map(({ id, value }) => [id, value]))
  const after = Object.fromEntries(Object.entries({ ...values, ...read }).filter(([, value]) => !isEmpty(value)))
  if (Buffer.byteLength(JSON.stringify(after)) > mostCustomValueBytes) throw new Refusal('custom-values-too-large')
  const faults = Object.fromEntries(checked.flatMap(({ key, fault }) => (fault === undefined ? [] : [[key, fault]])))
  return { after, faults }
}

function refuseUnwritable(fields: readonly CustomField[], given: Values, caller: Person) {
  const readable = fields.filter((field) => isReadBy(field, caller))
  const faults = Object.keys(given).flatMap((key) => {
    const field = readable.find((one) => one.key === key)
    if (!field) return [[key, `There is no field "${key.slice(0, 60)}". ${listed(readable)}`]]
    return isWrittenBy(field, caller) ? [] : [[key, 'Only the team can change this field']]
  })
  refuseFaults(fields, Object.fromEntries(faults))
}

const listed = (fields: readonly CustomField[]) =>
  fields.length === 0 ? 'There are no custom fields.' : `The fields are: ${fields.map(({ key }) => key).join(', ')}`

/** An archived option can only be kept. */
function withOptionsOf(field: CustomField, values: Values): CustomField {
  const { options } = field.settings
  if (!options) return field
  const kept = [values[field.id]].flat()
  const choosable = options.filter(({ key, isArchived }) => !isArchived || kept.includes(key))
  return { ...field, settings: { ...field.settings, options: choosable } }
}

/** The detail says what is wrong, because the failures of a change of many tickets have no fields. */
function refuseFaults(fields: readonly CustomField[], faults: Record<string, string>) {
  if (Object.keys(faults).length === 0) return
  const detail = Object.entries(faults)
    .slice(0, 3)
    .map(([key, fault]) => `${fields.find((field) => field.key === key)?.label ?? key}: ${fault}`)
    .join('. ')
  throw new Refusal('invalid', { detail, fields: placed(faults) })
}

const placed = (faults: Record<string, string>) =>
  Object.fromEntries(Object.entries(faults).map(([key, fault]) => [`customFields.${key}`, fault]))
