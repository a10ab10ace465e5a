import type { Field } from '#contract/fields/fields.ts'
import { type CheckContext, type CheckResult, type Faults, joinPath } from '#server/fields/kinds/field-kind.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { type Components, fieldsByKey, isEmpty, isThere, isUnset } from './components.ts'

export type Values = Record<string, unknown>
export type CheckedValues = { values: Values; faults?: undefined } | { values?: undefined; faults: Faults }

const mostDepth = 8

/** Checks values, which are named by field key, and returns them by slot. Empty values become null. */
export function checkValues(fields: readonly Field[], given: Values, components: Components, depth = 0): CheckedValues {
  const byKey = fieldsByKey(fields)
  const values: Values = {}
  const faults: Faults = {}
  for (const [key, value] of Object.entries(given)) {
    const field = byKey.get(key)
    if (!field) faults[key] = `This field does not exist. The fields are: ${[...byKey.keys()].join(', ')}`
    else {
      const checked = checkValue(field, value, components, depth)
      if (!checked.faults) values[field.slot] = checked.value
      for (const [path, message] of Object.entries(checked.faults ?? {}))
        faults[path ? `${key}.${path}` : key] = message
    }
  }
  return Object.keys(faults).length > 0 ? { faults } : { values }
}

/** Checks one value. The error message of the field, if set, replaces the message about the whole value. */
export function checkValue(field: Field, value: unknown, components: Components, depth = 0): CheckResult {
  if (isUnset(field, value)) return { value: null }
  if (depth > mostDepth) return { faults: { '': 'This is nested too deeply' } }
  const checkFields: CheckContext['checkFields'] = (inner, given) => {
    const checked = checkValues(inner, given, components, depth + 1)
    if (checked.faults) return { faults: checked.faults }
    const missing = findMissing(inner, checked.values, 'always')
    return Object.keys(missing).length > 0 ? { faults: missing } : { value: checked.values }
  }
  const checked = ruleOf(field).check(value, field, { components, checkFields })
  if (checked.faults?.[''] && field.message) return { faults: { ...checked.faults, '': field.message } }
  return checked
}

function findMissing(fields: readonly Field[], values: Values, when: 'always' | 'on_publish'): Faults {
  const needed = fields.filter(
    (field) =>
      field.deletedAt === null &&
      (field.required === 'always' || field.required === when) &&
      isShown(field, fields, values) &&
      saysNothing(field, values[field.slot]),
  )
  return Object.fromEntries(needed.map(({ key, label }) => [key, `Fill in ${label}`]))
}

const saysNothing = (field: Field, value: unknown) => isUnset(field, value) || ruleOf(field).isBlank?.(value) === true

/**
 * Returns missing required values by path, and before publication also invalid values. Includes components at any
 * depth. Ignores fields that are hidden by their condition.
 */
export function findFaults(
  fields: readonly Field[],
  values: Values,
  components: Components,
  when: 'always' | 'on_publish',
): Faults {
  const faults = findMissing(fields, values, when)
  for (const field of fields.filter(isThere)) {
    const value = values[field.slot]
    if (isUnset(field, value) || !isShown(field, fields, values)) continue
    const found = ruleOf(field).inner
      ? findWithin(field, value, components, when)
      : when === 'on_publish' && checkValue(field, value, components).faults
    for (const [path, message] of Object.entries(found || {})) faults[joinPath(field.key, path)] ??= message
  }
  return faults
}

function findWithin(field: Field, value: unknown, components: Components, when: 'always' | 'on_publish'): Faults {
  const { inner, checkKept } = ruleOf(field)
  const faults: Faults = { ...(when === 'on_publish' && checkKept?.(value, field).faults) }
  let place = 0
  inner!(value, field, (name, within) => {
    const path = Array.isArray(value) ? String(place) : ''
    place += 1
    const found = findFaults(components.get(name)?.fields ?? [], within, components, when)
    for (const [below, message] of Object.entries(found)) faults[joinPath(path, below)] = message
    return within
  })
  return faults
}

export function isShown({ condition }: Field, fields: readonly Field[], values: Values): boolean {
  const other = condition && fields.find(({ id }) => id === condition.field)
  if (!other || other.deletedAt !== null) return true
  const value = values[other.slot]
  if (Array.isArray(value)) return value.includes(condition.equals)
  return value === condition.equals || (condition.equals === false && isEmpty(value))
}
