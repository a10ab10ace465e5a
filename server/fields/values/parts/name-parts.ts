import { randomUUID } from 'node:crypto'
import type { Field } from '#contract/fields/fields.ts'
import { isSame } from '#contract/is-same.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { type Components, isEmpty, isThere } from '#server/fields/values/components.ts'
import { partOf, type ValueWriter } from './keep-reserved.ts'
import { hasLocalizedParts, splitValue } from './localized-parts.ts'

/**
 * Adds missing ids to blocks and to items of repeated localized groups, so that programs can write lists without ids.
 */
export function addComponentIds(
  fields: readonly Field[],
  values: Values,
  before: Values,
  writer: VisibleComponents,
): Values {
  const named = { ...values }
  for (const field of fields.filter(isThere)) {
    const value = values[field.slot]
    if (!isEmpty(value) && ruleOf(field).inner)
      named[field.slot] = addIdsIn(field, value, before[field.slot] ?? null, writer)
  }
  return named
}

type VisibleComponents = Pick<ValueWriter, 'components' | 'readable'>

function addIdsIn(field: Field, value: unknown, before: unknown, writer: VisibleComponents): unknown {
  const { components, readable } = writer
  const seen = (one: unknown) => partOf(field, withoutIds(field, one, components), readable)
  const found = matchParts(field, value, before, [seen, (one) => splitValue(field, seen(one), components).shared])
  const ids = new Set<string>()
  const names: (string | undefined)[] = []
  const named = ruleOf(field).inner!(value, field, (name, values, id) => {
    const was = found[names.length]
    names.push(Array.isArray(value) ? freeId(id ?? was?.id, ids) : was?.id)
    return addComponentIds(components.get(name)?.fields ?? [], values, was?.values ?? {}, writer)
  })
  const isNamed = field.kind === 'blocks' || hasLocalizedParts(field, components)
  if (!isNamed) return named
  const withId = (part: unknown, at: number) =>
    names[at] === undefined ? part : Object.assign({}, part, { id: names[at] })
  return Array.isArray(named) ? named.map(withId) : withId(named, 0)
}

function freeId(wanted: string | undefined, taken: Set<string>): string {
  const free = wanted === undefined || taken.has(wanted) ? randomUUID() : wanted
  taken.add(free)
  return free
}

function withoutIds(field: Field, value: unknown, components: Components): unknown {
  if (isEmpty(value)) return value
  const strip = (inner: Field, one: unknown) => {
    const stripped = withoutIds(inner, one, components)
    return Array.isArray(stripped) ? stripped.map(({ id: _, ...part }) => part) : stripped
  }
  return ruleOf(field).inner!(value, field, (name, values) => {
    const holders = (components.get(name)?.fields ?? []).filter(
      (one) => isThere(one) && ruleOf(one).inner && !isEmpty(values[one.slot]),
    )
    return { ...values, ...Object.fromEntries(holders.map((one) => [one.slot, strip(one, values[one.slot])])) }
  })
}

type ComponentPart = { at: number; id: string | undefined; component: string; values: Values }

export function partsOf(field: Field, value: unknown): ComponentPart[] {
  const parts: ComponentPart[] = []
  ruleOf(field).inner?.(value, field, (component, values, id) => {
    parts.push({ at: parts.length, id, component, values })
    return values
  })
  return parts
}

/**
 * Finds the previous state of each component: by id, then by equal visible values, then by position. If any component
 * has an id, components without an id are new.
 */
export function matchParts(
  field: Field,
  value: unknown,
  before: unknown,
  views: readonly ((value: unknown) => unknown)[],
): (ComponentPart | undefined)[] {
  if (isEmpty(before)) return []
  const [parts, was] = [partsOf(field, value), partsOf(field, before)]
  const found: (ComponentPart | undefined)[] = parts.map(() => undefined)
  const free = new Set(was.keys())
  function take(isOf: (at: number, from: number) => boolean) {
    for (const [at, { component }] of parts.entries()) {
      const from = found[at] ? undefined : [...free].find((one) => was[one]!.component === component && isOf(at, one))
      if (from === undefined) continue
      free.delete(from)
      found[at] = was[from]
    }
  }
  take((at, from) => parts[at]!.id !== undefined && parts[at]!.id === was[from]!.id)
  if (parts.some(({ id }) => id !== undefined)) return found
  for (const view of views) {
    const [now, then] = [value, before].map((one) => partsOf(field, view(one)))
    const isAlike = (at: number, from: number) => isSame(now![at]!.values, then![from]!.values)
    take((at, from) => at === from && isAlike(at, from))
    take(isAlike)
  }
  take((at, from) => at === from)
  return found
}
