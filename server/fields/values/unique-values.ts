import { hash } from 'node:crypto'
import type { Field } from '#contract/fields/fields.ts'
import type { Values } from './check-values.ts'
import { isThere, isUnset } from './components.ts'
import { wordsOf } from './values-in-words.ts'

/** Whether a field must be unique. Slugs always are. */
export const isUnique = (field: Field) => isThere(field) && (field.unique || field.kind === 'slug')

/** The slot that reserves the place of the only entry of a single-entry model. */
export const onlySlot = 'single'

const mostWords = 2000

/**
 * The text by which unique values are compared; null if there is no value. A value without text is compared by its
 * hash.
 */
export function uniqueWords(field: Field, value: unknown): string | null {
  if (isUnset(field, value)) return null
  return wordsOf(field, value).slice(0, mostWords) || hash('sha256', JSON.stringify(inOrder(value)), 'base64url')
}

export const uniqueIn = (fields: readonly Field[], values: Values, language: string) =>
  fields.filter(isUnique).map((field) => ({
    ...{ slot: field.slot, language: field.localized ? language : '' },
    value: uniqueWords(field, values[field.slot]),
  }))

/** PostgreSQL does not keep the order of names in jsonb. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const named = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(named.map(([name, part]) => [name, inOrder(part)]))
}

/**
 * The effect of a change of fields on unique values: the fields to register again, and the slots to release. New fields
 * have no values yet.
 */
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
