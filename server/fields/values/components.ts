import type { Field } from '#contract/fields/fields.ts'
import { isLiving } from '#server/fields/kinds/component-names.ts'
import type { Component } from '#server/fields/kinds/field-kind.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'

export type Components = ReadonlyMap<string, Component>

export const componentsOf = (all: readonly Component[]): Components =>
  new Map(all.flatMap((one) => [[one.key, one] as const, [one.id, one] as const]))

export const isThere = ({ deletedAt }: Pick<Field, 'deletedAt'>) => deletedAt === null

export function fieldsByKey(fields: readonly Field[], now = Date.now()): Map<string, Field> {
  const there = fields.filter(isThere)
  const former = there.flatMap((field) => livingKeys(field, now).map((key) => [key, field] as const))
  return new Map([...former, ...there.map((field) => [field.key, field] as const)])
}

export const componentIdsIn = (fields: readonly Field[]): string[] =>
  fields.filter(isThere).flatMap((field) => {
    if (field.kind === 'group') return [field.component]
    return field.kind === 'blocks' ? field.components : []
  })

/** Returns the slots that can contain values of a field, including the slots from before a change of its kind. */
export const slotsOf = ({ slot, madeOf }: Pick<Field, 'slot' | 'madeOf'>): string[] => [
  slot,
  ...(madeOf ? slotsOf(madeOf) : []),
]

export const livingKeys = ({ formerKeys }: Pick<Field, 'formerKeys'>, now = Date.now()): string[] =>
  formerKeys.filter((one) => isLiving(one, now)).map(({ key }) => key)

const known = new WeakMap<Components, Components>()

export function withoutFormerKeys(components: Components): Components {
  const found = known.get(components)
  if (found) return found
  const made: Components = new Map(
    [...components].map(([name, one]) => [name, { ...one, formerKeys: [], fields: ofNow(one.fields) }]),
  )
  known.set(components, made)
  return made
}

export const ofNow = (fields: readonly Field[]): Field[] => fields.map((field) => ({ ...field, formerKeys: [] }))

export const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Whether a field has no value. In a JSON field an empty list or text is a value. */
export const isUnset = ({ kind }: Pick<Field, 'kind'>, value: unknown) =>
  kind === 'json' ? value === null || value === undefined : isEmpty(value)

export type RankedCell = 'letters' | 'text' | 'number' | 'boolean'

/** Returns how the index sorts the values of a field. Null if the values have no order or the field has no index. */
export function rankedCell(field: Field): RankedCell | null {
  if (!field.indexed) return null
  const { cell, isInLetters } = ruleOf(field)
  if (cell === 'keys') return field.kind === 'select' && !field.many ? 'letters' : null
  if (cell === 'text' && isInLetters) return 'letters'
  return cell === 'text' || cell === 'number' || cell === 'boolean' ? cell : null
}
