import type { Field } from '#contract/fields/fields.ts'
import { takesMany } from '#contract/fields/kinds.ts'
import { ruleOf } from '#server/fields/kinds.ts'
import type { Values } from './check-values.ts'
import { type Components, isEmpty, isThere, isUnset } from './components.ts'
import { convertValue } from './convert-value.ts'
import { hasLocalizedParts, idAt, type Overlay, overlaySlot, type SplitValue } from './parts/localized-parts.ts'

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
  if (field.slot in own) return fitMany(field, withOverlay(field, own[field.slot], snapshot, reading))
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
const asField = (field: Field, { settings, ...before }: NonNullable<Field['madeOf']>): Field =>
  ({ ...field, ...settings, ...before }) as Field

const valuesOf = ({ localized }: Field, { shared, languages }: Snapshot, { language }: Place): Values =>
  localized ? (languages[language] ?? {}) : shared

/** A field that takes one now and took several before has the first of them, and the other way round. */
function fitMany(field: Field, value: unknown): unknown {
  if (isEmpty(value) || !takesMany(field.kind)) return value
  const isMany = (field as { many?: boolean }).many === true
  if (isMany) return Array.isArray(value) ? value : [value]
  return Array.isArray(value) ? value[0] : value
}

/** What all languages share of a value, with what the language says in it. */
function withOverlay(field: Field, value: unknown, { languages }: Snapshot, { place, components }: Reading): unknown {
  const slot = overlaySlot(field.slot)
  if (field.localized || isEmpty(value) || !Object.values(languages).some((values) => slot in values)) return value
  const overlays = mapEntries(languages, (values) => values[slot] as Overlay | undefined)
  return settleInner(field, value, components, { place, overlays })
}

type Inside = { place: Place; overlays: Record<string, Overlay | undefined> }
const alone: Inside = { place: { language: '', first: '' }, overlays: {} }

/** A value with the values of its components as their fields are today. */
export function settleInner(field: Field, value: unknown, components: Components, inside = alone): unknown {
  const { inner } = ruleOf(field)
  if (!inner) return value
  const { place, overlays } = inside
  let at = 0
  const settled = inner(value, field, (component, values, given) => {
    const id = given ?? idAt(at)
    at += 1
    const fields = components.get(component)?.fields ?? []
    // A field that became localized says in each language what it said in all.
    const inLanguage = (overlay: Overlay | undefined) => ({ ...values, ...overlay?.[id] })
    const languages = {
      ...{ [place.language]: values, [place.first]: values },
      ...mapEntries(overlays, inLanguage),
    }
    return settleValues(fields, { shared: values, languages }, place, components)
  })
  return field.kind === 'group' && hasLocalizedParts(field, components) ? withIds(settled) : settled
}

/** The items of a repeated group, each with an id by which languages say something in it. */
const withIds = (value: unknown) =>
  Array.isArray(value) ? value.map((part, at) => ({ id: idAt(at), ...part })) : value

const mapEntries = <T, U>(record: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

/** What a language has of a value that has said nothing in its components. */
export function commonValue(field: Field, snapshot: Snapshot, first: string, components: Components): unknown {
  const slot = overlaySlot(field.slot)
  const languages = mapEntries(snapshot.languages, ({ [slot]: _, ...values }) => values)
  return settleValues([field], { ...snapshot, languages }, { language: first, first }, components)[field.slot]
}

/** The value in a language of what `splitValue` made two of. */
export const joinValue = (field: Field, { shared, own }: SplitValue, components: Components): unknown =>
  isEmpty(shared) ? null : settleInner(field, shared, components, { ...alone, overlays: { '': own } })
