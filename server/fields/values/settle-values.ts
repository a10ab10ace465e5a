import type { Field } from '#contract/fields/fields.ts'
import { takesMany } from '#contract/fields/kinds.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import type { Values } from './check-values.ts'
import { type Components, isEmpty, isThere, isUnset } from './components.ts'
import { convertValue } from './convert-value.ts'
import { hasLocalizedParts, idAt, type Overlay, overlaySlot, type SplitValue } from './parts/localized-parts.ts'

export type Snapshot = { shared: Values; languages: Record<string, Values> }
export type LanguageContext = { language: string; first: string }

/**
 * The values of an entry in a language for its current fields, by slot. Values from before a field changed its kind or
 * became localized are read from their old place and converted, so that changing a model rewrites no entries.
 */
export function settleValues(
  fields: readonly Field[],
  snapshot: Snapshot,
  place: LanguageContext,
  components: Components,
): Values {
  const settled: Values = {}
  for (const field of fields.filter(isThere)) {
    const value = readValue(field, snapshot, { place, isCommon: !field.localized, components })
    if (!isUnset(field, value)) settled[field.slot] = settleInner(field, value, components)
  }
  return settled
}

/** `isCommon`: the value is read for all languages. */
type ReadContext = { place: LanguageContext; isCommon: boolean; components: Components }

function readValue(field: Field, snapshot: Snapshot, reading: ReadContext): unknown {
  const own = valuesOf(field, snapshot, placeOf(field, reading))
  if (field.slot in own) return fitMany(field, withOverlay(field, own[field.slot], snapshot, reading))
  if (!field.madeOf) return null
  const before = findSame(field, snapshot, reading)
  const value = before && readFrom(before, field, snapshot, reading)
  return fitMany(field, value ?? readFrom(asField(field, field.madeOf), field, snapshot, reading))
}

function readFrom(former: Field, field: Field, snapshot: Snapshot, reading: ReadContext): unknown {
  const before = readValue(former, snapshot, reading)
  return convertValue(before, former, field, reading.components).value ?? null
}

/**
 * The last time that the field had its current kind before it had another one, if nothing was written in between. Its
 * values from then are valid again, including those that could not be converted.
 */
function findSame(field: Field, snapshot: Snapshot, reading: ReadContext): Field | undefined {
  let same: Field | undefined
  let isOther = false
  for (let one = field; one.madeOf && !(one.slot in valuesOf(one, snapshot, placeOf(one, reading))); ) {
    one = asField(one, one.madeOf)
    isOther ||= one.kind !== field.kind
    if (isOther && one.kind === field.kind) same = one
  }
  return same
}

/**
 * A field that became shared takes the value of the main language. If it becomes localized again, each language gets
 * its own value back.
 */
const placeOf = ({ localized }: Field, { place, isCommon }: ReadContext): LanguageContext =>
  localized && isCommon ? { ...place, language: place.first } : place

const asField = (field: Field, { settings, ...before }: NonNullable<Field['madeOf']>): Field =>
  ({ ...field, ...settings, ...before }) as Field

const valuesOf = ({ localized }: Field, { shared, languages }: Snapshot, { language }: LanguageContext): Values =>
  localized ? (languages[language] ?? {}) : shared

/** Converts between a single value and a list: the first of a list, or a list of one. */
function fitMany(field: Field, value: unknown): unknown {
  if (isEmpty(value) || !takesMany(field.kind)) return value
  const isMany = (field as { many?: boolean }).many === true
  if (isMany) return Array.isArray(value) ? value : [value]
  return Array.isArray(value) ? value[0] : value
}

/** The shared value, with the values of the language's overlay. */
function withOverlay(
  field: Field,
  value: unknown,
  { languages }: Snapshot,
  { place, components }: ReadContext,
): unknown {
  const slot = overlaySlot(field.slot)
  if (field.localized || isEmpty(value) || !Object.values(languages).some((values) => slot in values)) return value
  const overlays = mapEntries(languages, (values) => values[slot] as Overlay | undefined)
  return settleInner(field, value, components, { place, overlays })
}

type PartsContext = { place: LanguageContext; overlays: Record<string, Overlay | undefined> }
const alone: PartsContext = { place: { language: '', first: '' }, overlays: {} }

export function settleInner(field: Field, value: unknown, components: Components, inside = alone): unknown {
  const { inner } = ruleOf(field)
  if (!inner) return value
  const { place, overlays } = inside
  let at = 0
  const settled = inner(value, field, (component, values, given) => {
    const id = given ?? idAt(at)
    at += 1
    const fields = components.get(component)?.fields ?? []
    // A field that became localized starts with the shared value in each language.
    const inLanguage = (overlay: Overlay | undefined) => ({ ...values, ...overlay?.[id] })
    const languages = {
      ...{ [place.language]: values, [place.first]: values },
      ...mapEntries(overlays, inLanguage),
    }
    return settleValues(fields, { shared: values, languages }, place, components)
  })
  return field.kind === 'group' && hasLocalizedParts(field, components) ? withIds(settled) : settled
}

/** The items of a repeated group with ids, which overlays use. */
const withIds = (value: unknown) =>
  Array.isArray(value) ? value.map((part, at) => ({ id: idAt(at), ...part })) : value

const mapEntries = <T, U>(record: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

/** The value of a language without an overlay. */
export function commonValue(field: Field, snapshot: Snapshot, first: string, components: Components): unknown {
  const slot = overlaySlot(field.slot)
  const languages = mapEntries(snapshot.languages, ({ [slot]: _, ...values }) => values)
  return settleValues([field], { ...snapshot, languages }, { language: first, first }, components)[field.slot]
}

export const joinValue = (field: Field, { shared, own }: SplitValue, components: Components): unknown =>
  isEmpty(shared) ? null : settleInner(field, shared, components, { ...alone, overlays: { '': own } })
