import type { Field, FieldKind } from '#contract/fields/fields.ts'
import { isUuid } from '#contract/uuid.ts'
import type { Document } from '#contract/writing/document.ts'
import type { Schema } from '#server/writing/documents/describe/document-schemas.ts'

/** What is kept of a value, or what is wrong with it: by the path below the field, the field itself by an empty one. */
export type Checked = { value: unknown; faults?: undefined } | { value?: undefined; faults: Faults }
export type Faults = Record<string, string>

/** By which comparisons lists are filtered by values of a kind; a cell is what of a value they compare. */
type Cell = 'text' | 'number' | 'boolean' | 'place' | 'keys' | 'none'

/** Something else of the workspace that a value leads to. */
export type Use = { kind: 'entry' | 'media' | 'category'; id: string }

export type Component = {
  id: string
  key: string
  /** Keys that it had and that still answer until their time. */
  formerKeys?: { name: 'key' | 'pluralKey'; key: string; until: string; isType: boolean }[]
  fields: Field[]
}

/** What a kind is told beside the value; `components` are found by id and by key. */
export type Around = {
  components: ReadonlyMap<string, Component>
  /** Checks values by the keys of fields, and answers them by slot. */
  checkFields(fields: Field[], given: Record<string, unknown>): Checked
}

/** What delivering a value takes: the things it leads to are filled in when it is read, where they stand then. */
export type Delivery = {
  components: ReadonlyMap<string, Component>
  lead(kind: Use['kind'], ids: string | string[]): unknown
  /** A long text, where it is no document with what it leads to in it. */
  text?: ((document: Document) => unknown) | undefined
  /** Values by slot, as an object by key. */
  fields(fields: Field[], values: Record<string, unknown>): Record<string, unknown>
}

/** `id` is that of a component that has one, wherever it is moved. */
type ChangeInner = (component: string, values: Record<string, unknown>, id?: string) => Record<string, unknown>

/** A kind of field on the server. Whatever is absent does not apply to it. */
export type FieldKindRule<K extends FieldKind = FieldKind> = {
  name: K
  cell: Cell
  /** Of a value that is there: neither null nor empty. */
  check(value: unknown, field: Field<K>, around: Around): Checked
  /** Whether a value that is there says nothing, so that it is as good as none where the field needs one. */
  isBlank?(value: unknown): boolean
  /** The value in words, for searches and for becoming a value of another kind. */
  toText?(value: unknown, field: Field<K>): string
  /** Whether more is lost in those words than a format. */
  isPoorAsText?: true
  /** From the words of another kind; its `check` follows. */
  fromText?(text: string, field: Field<K>): unknown
  uses?(value: unknown): Use[]
  /** What is wrong with the components of a value as it is kept, whatever their values. */
  checkKept?(value: unknown, field: Field<K>): Checked
  /** The same value with the values of each component in it changed, in their order. */
  inner?(value: unknown, field: Field<K>, change: ChangeInner): unknown
  /** What filters look for; of a kind whose cell is `keys`. */
  keys?(value: unknown): string[]
  deliver?(value: unknown, field: Field<K>, delivery: Delivery): unknown
  /** OpenAPI schema of one value; a field with `many` takes a list of them. */
  schema(field: Field<K>, context: SchemaContext): Schema
  /** Values are ordered by the alphabet of their language. */
  isInLetters?: true
  /** A field of this kind can be the title of an entry. */
  canBeTitle?: true
  /** Values are a date, a time or both. */
  isTime?: true
  /** `check` gives the same address or color always the same form, so filters use it too. */
  isNormalized?: true
}

/** How values are described: as delivered in whole, as delivered with chosen fields, or as written. */
export type SchemaMode = 'whole' | 'some' | 'written'

export type SchemaContext = {
  mode: SchemaMode
  /** Texts are delivered as HTML. */
  isHtml: boolean
  named(name: 'Document' | 'File' | 'SomeOfFile' | 'Category' | 'SomeOfCategory'): Schema
  /** Entries of these models; of any model if there are none. */
  entriesOf(models: string[]): Schema
  componentOf(component: string): Schema
  blocksOf(components: string[]): Schema
}

export const rule = <K extends FieldKind>(declared: FieldKindRule<K>): FieldKindRule<K> => declared

export const kept = (value: unknown): Checked => ({ value })
export const wrong = (message: string): Checked => ({ faults: { '': message } })

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

export const textSchema = ({ minLength, maxLength }: Sized, mode: SchemaMode): Schema => ({
  type: 'string',
  ...(mode === 'written' && minLength !== undefined && { minLength }),
  ...(mode === 'written' && maxLength !== undefined && { maxLength }),
})

const id = { type: 'string', format: 'uuid' }
/** A reference is written as an id, or as the object that delivery returned. */
export const idSchema: Schema = { anyOf: [id, { type: 'object', properties: { id }, required: ['id'] }] }

export const isBlankText = (value: unknown) => typeof value === 'string' && value.trim() === ''

/** A text of at most so many letters, without control characters. */
function readText(value: unknown, most: number): string | { faults: Faults } {
  if (typeof value !== 'string') return { faults: { '': 'Write a text' } }
  if (value.length > most) return { faults: { '': `Use at most ${most.toLocaleString('en')} characters` } }
  if (control.test(value)) return { faults: { '': 'Control characters are not allowed' } }
  return value
}

type Sized = { minLength?: number | undefined; maxLength?: number | undefined }

/** As `readText`, held to what the field says of its length. */
export function checkLength(value: unknown, { minLength = 0, maxLength }: Sized, most: number): Checked {
  const text = readText(value, maxLength ?? most)
  if (typeof text !== 'string') return text
  return text.length < minLength ? wrong(`Use at least ${minLength} characters`) : kept(text)
}

/** One or several values, as the field has them; a single one counts as a list of one. */
export function checkMany(value: unknown, { many, max = 100 }: Many, checkOne: (one: unknown) => Checked): Checked {
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

/** The same of keys, of which each is chosen once. */
export function checkKeys(value: unknown, field: Many, checkOne: (one: unknown) => Checked): Checked {
  const checked = checkMany(value, field, checkOne)
  return checked.faults || !field.many ? checked : kept([...new Set(checked.value as unknown[])])
}

export const tooMany = (max: number) => `Choose at most ${max}`
type Many = { many?: boolean | undefined; max?: number | undefined }

export const joinPath = (...parts: string[]) => parts.filter((part) => part !== '').join('.')

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

export const idsIn = (value: unknown): string[] => listOf(value).filter((one) => typeof one === 'string')

/** The id of something, given alone or as what delivery answers of it. */
export function readId(value: unknown): Checked {
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value
  return isUuid(id) ? kept(id) : wrong('This leads to nothing')
}
