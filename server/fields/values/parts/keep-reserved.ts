import type { Field } from '#contract/fields/fields.ts'
import { isSame } from '#contract/is-same.ts'
import { type Faults, joinPath } from '#server/fields/kinds/field-kind.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { type Components, isEmpty, isThere } from '#server/fields/values/components.ts'
import { settleInner } from '#server/fields/values/settle-values.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { matchParts } from './name-parts.ts'

type Caller = Pick<Member, 'isAdmin'>

export const reservedWords = 'Only admins can edit this field'

/** Members cannot write fields that they cannot read. */
export const mayWrite = ({ readBy, writtenBy }: Field, { isAdmin }: Caller) =>
  isAdmin || (readBy === 'members' && writtenBy === 'members')

/** `readable` and `writable` are the components reduced to the fields that the member can read or write. */
export type ValueWriter = { isAdmin: boolean; components: Components; readable: Components; writable: Components }

export function writerFor(components: Components, { isAdmin }: Caller): ValueWriter {
  const readable = withFields(components, ({ readBy }) => isAdmin || readBy === 'members')
  return { isAdmin, components, readable, writable: withFields(readable, (field) => mayWrite(field, { isAdmin })) }
}

const withFields = (components: Components, isIn: (field: Field) => boolean): Components =>
  new Map([...components].map(([name, one]) => [name, { ...one, fields: one.fields.filter(isIn) }]))

/** Returns the value of a field, reduced to the fields in `components`. Null for an empty value. */
export const partOf = (field: Field, value: unknown, components: Components): unknown =>
  isEmpty(value) ? null : settleInner(field, value, components)

type MergeResult = { values: Values; faults: Faults }

/**
 * Merges written values with the previous values. Component values that the member cannot write stay as before. An
 * attempted change of such a value becomes a fault.
 */
export function keepReserved(
  fields: readonly Field[],
  written: Values,
  before: Values,
  writer: ValueWriter,
): MergeResult {
  if (writer.isAdmin) return { values: written, faults: {} }
  const values = { ...written }
  const faults: Faults = {}
  for (const field of fields.filter((one) => isThere(one) && one.slot in written)) {
    const kept = keepInParts(field, written[field.slot], before[field.slot], writer)
    values[field.slot] = kept.value
    for (const [path, message] of Object.entries(kept.faults)) faults[joinPath(field.key, path)] = message
  }
  return { values, faults }
}

function keepInParts(
  field: Field,
  value: unknown,
  before: unknown,
  writer: ValueWriter,
): { value: unknown; faults: Faults } {
  const { inner } = ruleOf(field)
  const faults: Faults = {}
  if (!inner || isEmpty(value)) return { value, faults }
  const views = [writer.readable, writer.writable].map((seen) => (one: unknown) => partOf(field, one, seen))
  const sources = matchParts(field, value, before, views)
  let place = 0
  const kept = inner(value, field, (component, values) => {
    const path = Array.isArray(value) ? String(place) : ''
    const found = keepInPart(
      writer.components.get(component)?.fields ?? [],
      values,
      sources[place]?.values ?? {},
      writer,
    )
    place += 1
    for (const [below, message] of Object.entries(found.faults)) faults[joinPath(path, below)] = message
    return found.values
  })
  return { value: kept, faults }
}

function keepInPart(fields: readonly Field[], written: Values, before: Values, writer: ValueWriter): MergeResult {
  const there = fields.filter(isThere)
  const { values, faults } = keepReserved(
    there.filter((field) => mayWrite(field, writer)),
    written,
    before,
    writer,
  )
  for (const field of there.filter((one) => !mayWrite(one, writer))) {
    const { slot, key } = field
    const [said, was] = [written[slot], before[slot]].map((one) => partOf(field, one, writer.readable))
    if (slot in written && !isSame(said, was)) faults[key] = reservedWords
    if (isEmpty(before[slot])) delete values[slot]
    else values[slot] = before[slot]
  }
  return { values, faults }
}
