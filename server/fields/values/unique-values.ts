import { hash } from 'node:crypto'
import type { Field } from '#contract/fields/fields.ts'
import type { Values } from './check-values.ts'
import { isThere, isUnset } from './components.ts'
import { wordsOf } from './values-in-words.ts'

export const isUnique = (field: Field) => isThere(field) && (field.unique || field.kind === 'slug')

/** The entry of a single-entry model reserves this slot as a unique value, so that no second entry can exist. */
export const onlySlot = 'single'

const mostWords = 2000

/** Returns the text to compare unique values by; null for an empty value. Values without a text use a hash. */
export function uniqueWords(field: Field, value: unknown): string | null {
  if (isUnset(field, value)) return null
  return wordsOf(field, value).slice(0, mostWords) || hash('sha256', JSON.stringify(inOrder(value)), 'base64url')
}

export const uniqueIn = (fields: readonly Field[], values: Values, language: string) =>
  fields.filter(isUnique).map((field) => ({
    ...{ slot: field.slot, language: field.localized ? language : '' },
    value: uniqueWords(field, values[field.slot]),
  }))

/** Sorts the properties of objects, because jsonb does not keep their order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const named = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(named.map(([name, part]) => [name, inOrder(part)]))
}

/** Returns the fields whose unique values must be reserved again, and the slots whose reserved values are released. */
export function uniqueChanges(before: readonly Field[], after: readonly Field[]) {
  const was = new Map(before.map((field) => [field.id, field]))
  const registers = after.filter((field) => {
    const old = was.get(field.id)
    return old && isUnique(field) && !(isUnique(old) && old.slot === field.slot)
  })
  const slots = new Set(after.filter(isUnique).map(({ slot }) => slot))
  const frees = before.filter((field) => isUnique(field) && !slots.has(field.slot)).map(({ slot }) => slot)
  return { registers: registers.map(({ id }) => id), frees }
}
