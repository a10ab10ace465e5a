import type { TicketField } from '#contract/fields/custom-fields.ts'
import { momentsOf } from '#web/lib/time/zoned.ts'
import { formatFull, isTimeZone } from '#web/lib/words/format.ts'

export type CustomValues = Record<string, unknown>

export const isEmptyValue = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Returns whether a field is shown, according to its condition. The server uses the same rule. */
export function isShown({ condition }: TicketField, fields: readonly TicketField[], values: CustomValues): boolean {
  if (!condition || !fields.some(({ key }) => key === condition.field)) return true
  const value = values[condition.field]
  if (Array.isArray(value)) return value.includes(condition.equals)
  return value === condition.equals || (condition.equals === false && isEmptyValue(value))
}

/** Returns the fields that are empty, although solving the ticket requires them. */
export const missingToSolve = (fields: readonly TicketField[], values: CustomValues) =>
  fields.filter(
    (field) => field.required === 'on_solve' && isShown(field, fields, values) && isEmptyValue(values[field.key]),
  )

/** Returns the options that can be chosen. An archived option can only be kept. */
export const choosableOptions = ({ options = [] }: TicketField, value: unknown) =>
  options
    .filter(({ key, isArchived }) => !isArchived || [value].flat().includes(key))
    .map(({ key, label }) => ({ value: key, label: label ?? key }))

export const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** Returns a value in words, in one line. */
export function customValueInWords(field: TicketField, value: unknown, timeZone: string): string {
  if (isEmptyValue(value)) return ''
  const { kind, unit, options = [] } = field
  const labelOf = (key: unknown) => options.find((option) => option.key === key)?.label ?? String(key)
  if (kind === 'select') return [value].flat().map(labelOf).join(', ')
  if (kind === 'boolean') return value === true ? 'Yes' : 'No'
  if (kind === 'date') return days.format(new Date(String(value)))
  if (kind === 'datetime') return formatFull(String(value), field.timeZone ?? timeZone)
  return unit ? `${value} ${unit}` : String(value)
}

export const inputName = ({ key }: Pick<TicketField, 'key'>) => `field.${key}`
export const zoneName = 'fieldTimeZone'

/** Returns the values of the inputs of a form by key. The server checks a text that is no number. */
export const readCustomValues = (form: FormData, fields: readonly TicketField[]): CustomValues =>
  Object.fromEntries(fields.map((field) => [field.key, readValue(form, field)]))

function readValue(form: FormData, field: TicketField): unknown {
  const all = form.getAll(inputName(field)).map(String)
  if (field.many) return all.filter(Boolean)
  const text = (all[0] ?? '').trim()
  if (text === '') return null
  if (field.kind === 'boolean') return text === 'true'
  if (field.kind === 'integer') return /^[+-]?\d{1,16}$/.test(text) ? Number(text) : text
  if (field.kind === 'datetime') return momentsOf(text, zoneOf(form, field)).moments[0] ?? null
  return field.kind === 'long_text' ? (all[0] ?? '').replaceAll('\r\n', '\n') : text
}

function zoneOf(form: FormData, { timeZone }: TicketField): string {
  const zone = timeZone ?? String(form.get(zoneName) ?? '')
  return isTimeZone(zone) ? zone : 'UTC'
}

/** Names of the inputs of custom fields, for a form that is kept in the browser. */
export const customNames = (fields: readonly TicketField[]) =>
  fields.length === 0 ? [] : [...fields.map(inputName), zoneName]

/** Returns the values of a form that was kept in the browser; null if it has none. */
export function readKeptValues(kept: Record<string, string[]>, fields: readonly TicketField[]): CustomValues | null {
  if (!fields.some((field) => kept[inputName(field)]?.some(Boolean))) return null
  const form = new FormData()
  for (const name of customNames(fields)) for (const text of kept[name] ?? []) form.append(name, text)
  return readCustomValues(form, fields)
}

/** Returns the values of a new ticket at first. */
export const defaultValues = (fields: readonly TicketField[]): CustomValues =>
  Object.fromEntries(fields.map((field) => [field.key, field.default ?? null]))
