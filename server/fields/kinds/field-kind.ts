import type { Field, FieldKind } from '#contract/fields/fields.ts'
import { isUuid } from '#contract/uuid.ts'
import type { Document } from '#contract/writing/document.ts'
import type { Schema } from '#server/writing/documents/describe/document-schemas.ts'

/** The result of a check: the value to store, or faults by path. The empty path means the field itself. */
export type CheckResult<T = unknown> = { value: T; faults?: undefined } | { value?: undefined; faults: Faults }
export type Faults = Record<string, string>

/** How filters compare values of a field. */
type Cell = 'text' | 'number' | 'boolean' | 'place' | 'keys' | 'none'

export type ValueReference = { kind: 'entry' | 'media' | 'category'; id: string }

export type Component = {
  id: string
  key: string
  formerKeys?: { name: 'key' | 'pluralKey'; key: string; until: string; isType: boolean }[]
  fields: Field[]
}

export type CheckContext = {
  components: ReadonlyMap<string, Component>
  checkFields(fields: Field[], given: Record<string, unknown>): CheckResult<Record<string, unknown>>
}

export type DeliveryContext = {
  components: ReadonlyMap<string, Component>
  reference(kind: ValueReference['kind'], ids: string | string[]): unknown
  text?: ((document: Document) => unknown) | undefined
  fields(fields: Field[], values: Record<string, unknown>): Record<string, unknown>
}

// Changes the values of one component inside a value. `id` identifies the component, even after it was moved. Undefined
// if the component has no id.
type ChangeInner = (component: string, values: Record<string, unknown>, id?: string) => Record<string, unknown>

/** `Stored` is the type of a value that passed `check`. */
export type FieldKindRule<K extends FieldKind = FieldKind, Stored = unknown> = {
  cell: Cell
  check(value: unknown, field: Field<K>, around: CheckContext): CheckResult
  /** Whether a value is blank, such as a text of spaces. A required field refuses it. */
  isBlank?(value: Stored): boolean
  toText?(value: Stored, field: Field<K>): string
  /** Whether `toText` loses content, such as formatting. */
  isPoorAsText?: true
  fromText?(text: string, field: Field<K>): unknown
  uses?(value: Stored): ValueReference[]
  checkKept?(value: Stored, field: Field<K>): CheckResult
  /** Applies `change` to the values of each component in the value, in order. */
  inner?(value: Stored, field: Field<K>, change: ChangeInner): unknown
  keys?(value: Stored): string[]
  deliver?(value: Stored, field: Field<K>, delivery: DeliveryContext): unknown
  /** Returns the OpenAPI schema of a single value. Fields with `many` accept a list of such values. */
  schema(field: Field<K>, context: SchemaContext): Schema
  isInLetters?: true
  canBeTitle?: true
  isTime?: true
  /** Whether `check` normalizes values, such as URLs. Then filters must normalize the compared values, too. */
  isNormalized?: true
}

export type SchemaMode = 'whole' | 'some' | 'written'

export type SchemaContext = {
  mode: SchemaMode
  isHtml: boolean
  named(name: 'Document' | 'File' | 'SomeOfFile' | 'Category' | 'SomeOfCategory'): Schema
  /** Returns the schema of entries of these models. An empty list means any model. */
  entriesOf(models: string[]): Schema
  componentOf(component: string): Schema
  blocksOf(components: string[]): Schema
}

export const kept = <T>(value: T): CheckResult<T> => ({ value })
export const wrong = (message: string): CheckResult<never> => ({ faults: { '': message } })

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

export const textSchema = ({ minLength, maxLength }: Sized, mode: SchemaMode): Schema => ({
  type: 'string',
  ...(mode === 'written' && minLength !== undefined && { minLength }),
  ...(mode === 'written' && maxLength !== undefined && { maxLength }),
})

const id = { type: 'string', format: 'uuid' }
/** The schema of a written reference: an id, or the object that the delivery API returned for the reference. */
const idSchema: Schema = { anyOf: [id, { type: 'object', properties: { id }, required: ['id'] }] }

export const isBlankText = (value: unknown) => typeof value === 'string' && value.trim() === ''

function readText(value: unknown, most: number): string | { faults: Faults } {
  if (typeof value !== 'string') return { faults: { '': 'Enter a text' } }
  if (value.length > most) return { faults: { '': `Use at most ${most.toLocaleString('en')} characters` } }
  if (control.test(value)) return { faults: { '': 'Control characters are not allowed' } }
  return value
}

type Sized = { minLength?: number | undefined; maxLength?: number | undefined }

export function checkLength(value: unknown, { minLength = 0, maxLength }: Sized, most: number): CheckResult<string> {
  const text = readText(value, maxLength ?? most)
  if (typeof text !== 'string') return text
  return text.length < minLength ? wrong(`Use at least ${minLength} characters`) : kept(text)
}

/** Checks one value, or a list if `many` is set. Accepts a list of one value as a value, and vice versa. */
export function checkMany(
  value: unknown,
  { many, max = 100 }: Many,
  checkOne: (one: unknown) => CheckResult,
): CheckResult {
  if (!many) return checkOne(Array.isArray(value) && value.length === 1 ? value[0] : value)
  const all = listOf(value)
  if (all.length > max) return wrong(tooMany(max))
  const faults: Faults = {}
  const values = all.map((one, index) => {
    const checked = checkOne(one)
    for (const [path, message] of Object.entries(checked.faults ?? {})) faults[joinPath(String(index), path)] = message
    return checked.value
  })
  return Object.keys(faults).length > 0 ? { faults } : kept(values)
}

export function checkKeys(value: unknown, field: Many, checkOne: (one: unknown) => CheckResult): CheckResult {
  const checked = checkMany(value, field, checkOne)
  return checked.faults || !field.many ? checked : kept([...new Set(listOf(checked.value))])
}

export const tooMany = (max: number) => `Choose at most ${max}`
type Many = { many?: boolean | undefined; max?: number | undefined }

export const joinPath = (...parts: string[]) => parts.filter((part) => part !== '').join('.')

export const listOf = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

export const idsIn = (value: unknown): string[] => listOf(value).filter((one) => typeof one === 'string')

function readId(value: unknown): CheckResult {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  return isUuid(id) ? kept(id) : wrong('The referenced item does not exist')
}

export const referenceRule = <F extends Many>(
  kind: ValueReference['kind'],
  deliveredSchema: (field: F, context: SchemaContext) => Schema,
) => ({
  cell: 'keys' as const,
  check: (value: unknown, field: F) => checkKeys(value, field, readId),
  uses: (value: unknown) => idsIn(value).map((id) => ({ kind, id })),
  keys: idsIn,
  deliver: (value: unknown, { many }: F, { reference }: DeliveryContext) =>
    reference(kind, many ? idsIn(value) : idsIn(value)[0]!),
  schema: (field: F, context: SchemaContext) =>
    context.mode === 'written' ? idSchema : deliveredSchema(field, context),
})
