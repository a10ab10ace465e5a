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
 * Returns the values of an entry in one language by slot. Values from before a change of the model are converted on
 * read, so that a model change rewrites no entries.
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

// If `isCommon` is set, all languages share one value. A localized field then has its value in the main language.
type ReadContext = { place: LanguageContext; isCommon: boolean; components: Components }

function readValue(field: Field, snapshot: Snapshot, reading: ReadContext): unknown {
  const own = valuesOf(field, snapshot, placeOf(field, reading))
  if (field.slot in own) return fitMany(field, withOverlay(field, own[field.slot], snapshot, reading))
  if (!field.madeOf) return null
  const before = findLastSameKind(field, snapshot, reading)
  const value = before && readFrom(before, field, snapshot, reading)
  return fitMany(field, value ?? readFrom(asField(field, field.madeOf), field, snapshot, reading))
}

function readFrom(former: Field, field: Field, snapshot: Snapshot, reading: ReadContext): unknown {
  const before = readValue(former, snapshot, reading)
  return convertValue(before, former, field, reading.components).value ?? null
}

// If a field changed its kind and changed back, finds the oldest state with the current kind. The values of that state
// are valid again, even values that could not be converted.
function findLastSameKind(field: Field, snapshot: Snapshot, reading: ReadContext): Field | undefined {
  let same: Field | undefined
  let isOther = false
  for (let one = field; one.madeOf && !(one.slot in valuesOf(one, snapshot, placeOf(one, reading))); ) {
    one = asField(one, one.madeOf)
    isOther ||= one.kind !== field.kind
    if (isOther && one.kind === field.kind) same = one
  }
  return same
}

// A field that became shared uses the value of the main language. The values of the other languages stay stored and are
// used again if the field becomes localized again.
const placeOf = ({ localized }: Field, { place, isCommon }: ReadContext): LanguageContext =>
  localized && isCommon ? { ...place, language: place.first } : place

const asField = (field: Field, { settings, ...before }: NonNullable<Field['madeOf']>): Field =>
  ({ ...field, ...settings, ...before }) as Field

const valuesOf = ({ localized }: Field, { shared, languages }: Snapshot, { language }: LanguageContext): Values =>
  localized ? (languages[language] ?? {}) : shared

function fitMany(field: Field, value: unknown): unknown {
  if (isEmpty(value) || !takesMany(field.kind)) return value
  const isMany = 'many' in field && field.many === true
  if (isMany) return Array.isArray(value) ? value : [value]
  return Array.isArray(value) ? value[0] : value
}

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
    // A field that became localized starts with the shared value in every language.
    const inLanguage = (overlay: Overlay | undefined) => ({ ...values, ...overlay?.[id] })
    const languages = {
      ...{ [place.language]: values, [place.first]: values },
      ...mapEntries(overlays, inLanguage),
    }
    return settleValues(fields, { shared: values, languages }, place, components)
  })
  return field.kind === 'group' && hasLocalizedParts(field, components) ? withIds(settled) : settled
}

/** Adds ids to the items of a repeated group, because overlays refer to ids. */
const withIds = (value: unknown) =>
  Array.isArray(value) ? value.map((part, at) => ({ id: idAt(at), ...part })) : value

const mapEntries = <T, U>(record: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

/** Returns the value of a field for languages that have no overlay. */
export function commonValue(field: Field, snapshot: Snapshot, first: string, components: Components): unknown {
  const slot = overlaySlot(field.slot)
  const languages = mapEntries(snapshot.languages, ({ [slot]: _, ...values }) => values)
  return settleValues([field], { ...snapshot, languages }, { language: first, first }, components)[field.slot]
}

export const joinValue = (field: Field, { shared, own }: SplitValue, components: Components): unknown =>
  isEmpty(shared) ? null : settleInner(field, shared, components, { ...alone, overlays: { '': own } })
