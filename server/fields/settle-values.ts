import type { Field } from '#contract/fields.ts'
import type { Values } from './check-values.ts'
import { type Components, isEmpty, isThere, isUnset } from './components.ts'
import { convertValue } from './convert-value.ts'
import { ruleOf } from './kinds.ts'

/** All values of an entry: those that are the same in all languages, and those of each. */
export type Snapshot = { shared: Values; languages: Record<string, Values> }
export type Place = { language: string; first: string }

/**
 * The values of an entry in a language as its fields are today, by slot. What was written while a field was of another kind,
 * or for all languages, is read from where it was then, so that a change of a model touches no entry.
 */
export function settleValues(
  fields: readonly Field[],
  snapshot: Snapshot,
  place: Place,
  components: Components,
): Values {
  const settled: Values = {}
  for (const field of fields.filter(isThere)) {
    const value = readValue(field, snapshot, { place, isCommon: !field.localized, components })
    if (!isUnset(field, value)) settled[field.slot] = settleInner(field, value, components)
  }
  return settled
}

/** `isCommon`: whether what is read for is the same in all languages. */
type Reading = { place: Place; isCommon: boolean; components: Components }

function readValue(field: Field, snapshot: Snapshot, reading: Reading): unknown {
  const own = valuesOf(field, snapshot, placeOf(field, reading))
  if (field.slot in own) return fitMany(field, own[field.slot])
  if (!field.madeOf) return null
  const before = findSame(field, snapshot, reading)
  const value = before && readFrom(before, field, snapshot, reading)
  return fitMany(field, value ?? readFrom(asField(field, field.madeOf), field, snapshot, reading))
}

function readFrom(former: Field, field: Field, snapshot: Snapshot, reading: Reading): unknown {
  const before = readValue(former, snapshot, reading)
  return convertValue(before, former, field, reading.components).value ?? null
}

/**
 * The field at the last time that it was of this kind before it was another, as long as nothing was written in between: what it
 * had then is what it has again, also what could not become the other.
 */
function findSame(field: Field, snapshot: Snapshot, reading: Reading): Field | undefined {
  let same: Field | undefined
  let isOther = false
  for (let one = field; one.madeOf && !(one.slot in valuesOf(one, snapshot, placeOf(one, reading))); ) {
    one = asField(one, one.madeOf)
    isOther ||= one.kind !== field.kind
    if (isOther && one.kind === field.kind) same = one
  }
  return same
}

/** What became common to all languages is what the first one said; where it is of each again, what each said is back. */
const placeOf = ({ localized }: Field, { place, isCommon }: Reading): Place =>
  localized && isCommon ? { ...place, language: place.first } : place

/** What was one field before a change, as a field of its own. */
export const asField = (field: Field, { settings, ...before }: NonNullable<Field['madeOf']>): Field =>
  ({ ...field, ...settings, ...before }) as Field

const valuesOf = ({ localized }: Field, { shared, languages }: Snapshot, { language }: Place): Values =>
  localized ? (languages[language] ?? {}) : shared

/** A field that takes one now and took several before has the first of them, and the other way round. */
function fitMany(field: Field, value: unknown): unknown {
  if (isEmpty(value) || !('many' in field || manyKinds.has(field.kind))) return value
  const isMany = (field as { many?: boolean }).many === true
  if (isMany) return Array.isArray(value) ? value : [value]
  return Array.isArray(value) ? value[0] : value
}
const manyKinds: ReadonlySet<string> = new Set(['select', 'media', 'reference', 'group', 'category'])

/** A value with the values of its components as their fields are today. */
export function settleInner(field: Field, value: unknown, components: Components): unknown {
  const { inner } = ruleOf(field)
  if (!inner) return value
  return inner(value, field, (component, values) => {
    const fields = components.get(component)?.fields ?? []
    const snapshot = { shared: values, languages: { '': values } }
    return settleValues(fields, snapshot, { language: '', first: '' }, components)
  })
}
