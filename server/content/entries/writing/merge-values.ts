import type { Field } from '#contract/fields/fields.ts'
import { isSame } from '#contract/is-same.ts'
import {
  type Block,
  type Components as BlockComponents,
  type MergedField,
  mergeValue,
} from '#contract/writing/merging/merge-values.ts'
import { listBefore } from '#server/content/entries/queries/changes.ts'
import type { EntryState } from '#server/content/entries/queries/entries.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { type Components, isThere, ofNow, withoutFormerKeys } from '#server/fields/values/components.ts'
import { keepReserved, partOf, type ValueWriter } from '#server/fields/values/parts/keep-reserved.ts'
import { hasLocalizedParts, type Overlay, splitValue } from '#server/fields/values/parts/localized-parts.ts'
import { renderValues } from '#server/fields/values/render-values.ts'
import { joinValue } from '#server/fields/values/settle-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { invalid } from './refuse-values.ts'

type Writing = {
  entry: EntryState
  fields: readonly Field[]
  language: string
  theirs: Values
  yours: Values
  base: number
  writer: ValueWriter
}

/**
 * Merges the values of a save that is based on revision `base` with later changes of others: field by field, long texts
 * part by part. Parts that the writer is not allowed to write do not change. A conflict shows only fields that the
 * writer can read.
 */
export async function mergeValues(
  tx: WorkspaceTx,
  { entry, fields, language, theirs, yours: given, base, writer }: Writing,
): Promise<Values> {
  if (base >= entry.revision) return refuseReservedChanges(writer, { fields, given, before: theirs, now: theirs })
  if (base < entry.knownFrom) throw new Refusal('changed-meanwhile')
  const before = new Map(
    (await listBefore(tx, entry.id, base)).map((one) => [`${one.language} ${one.slot}`, one.before]),
  )
  const { components } = writer
  const placesOf = (field: Field): [string] | [string, string] => {
    const [shared, own] = [` ${field.slot}`, `${language} ${field.slot}`]
    if (hasLocalizedParts(field, components)) return [shared, own]
    return [field.localized ? own : shared]
  }
  const isChanged = (field: Field) => placesOf(field).some((place) => before.has(place))
  const written = fields.filter((field) => isThere(field) && field.slot in given)
  const was = Object.fromEntries(written.map((field) => [field.slot, valueBefore(field)]))
  const yours = refuseReservedChanges(writer, { fields, given, before: was, now: theirs })
  const merged: Values = {}
  const contested: Field[] = []
  for (const field of written) {
    const { slot } = field
    const own = (value: unknown) => (writer.isAdmin ? value : partOf(field, value, writer.writable))
    const sides = { base: was[slot], theirs: theirs[slot] ?? null, yours: yours[slot] }
    const result = isChanged(field) ? joinSides(field, sides, writer, own) : { value: sides.yours }
    if (result) merged[slot] = result.value
    else contested.push(field)
  }
  if (contested.length === 0) return merged
  const shown = (values: Values) => shownTo(writer, contested, values)
  throw new Refusal('conflict', {
    shown: { fields: contested.map(({ key }) => key), base: shown(was), theirs: shown(theirs), yours: shown(yours) },
  })

  function valueBefore(field: Field): unknown {
    const now = theirs[field.slot]
    if (!isChanged(field)) return now
    const [first, second] = placesOf(field)
    if (second === undefined) return before.get(first)
    const { shared, own } = splitValue(field, now, components)
    const kept = { shared: before.has(first) ? before.get(first) : shared, own: (before.get(second) as Overlay) ?? own }
    return joinValue(field, kept, components)
  }
}

type ReservedCheck = { fields: readonly Field[]; given: Values; before: Values; now: Values }

/** Refuses changes of forbidden parts. Returns the values with the current content of these parts. */
export function refuseReservedChanges(writer: ValueWriter, { fields, given, before, now }: ReservedCheck): Values {
  const { faults } = keepReserved(fields, given, before, writer)
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return keepReserved(fields, given, now, writer).values
}

const shownTo = ({ readable }: ValueWriter, fields: Field[], values: Values): Values =>
  renderValues(ofNow(fields), values, withoutFormerKeys(readable), (_, ids) => ids)

type MergeSides = { base: unknown; theirs: unknown; yours: unknown }

// Merges the current value and the saved value of a field. Returns undefined if they conflict. `own` returns the part
// that the writer is allowed to change.
function joinSides(
  field: Field,
  { base, theirs, yours }: MergeSides,
  { components }: ValueWriter,
  own: (value: unknown) => unknown,
): { value: unknown } | undefined {
  if (isSame(own(theirs), own(yours)) || isSame(own(base), own(yours))) return { value: theirs }
  if (isSame(own(base), own(theirs))) return { value: yours }
  const { value, conflicts } = mergeValue(mergedField(field), { base, theirs, yours }, keptIn(components))
  // A merged value that breaks a rule of the field, such as its maximum size, counts as a conflict.
  return conflicts.length > 0 || !isWhole(field, value) ? undefined : { value }
}

const mergedField = (field: Field): MergedField => ({
  ...{ kind: field.kind, name: field.slot, label: field.label },
  ...('component' in field && { component: field.component }),
})

/** Reads and replaces the values of a stored block during a merge. The values are by slot. */
const keptIn = (components: Components): BlockComponents => ({
  fieldsOf: (component) => (components.get(component)?.fields ?? []).filter(isThere).map(mergedField),
  valuesOf: ({ values }) => values as Values,
  withValues: (block, values): Block => ({ ...block, values }),
})

function isWhole(field: Field, value: unknown): boolean {
  if (field.kind === 'rich_text') return checkDocument(value).document !== undefined
  return !ruleOf(field).checkKept?.(value, field).faults
}
