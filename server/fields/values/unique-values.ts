import { hash } from 'node:crypto'
import type { Field } from '#contract/fields/fields.ts'
import type { Values } from './check-values.ts'
import { isThere, isUnset } from './components.ts'
import { wordsOf } from './values-in-words.ts'

/** Whether no two entries of a model have the same value of a field; an address never is that of two. */
export const isUnique = (field: Field) => isThere(field) && (field.unique || field.kind === 'slug')

/** Where a model of which there is one entry keeps its place, as a value that only one may have. */
export const onlySlot = 'single'

const mostWords = 2000

/** What is compared of a value that only one entry may have; null where there is none. What has no words is told by its parts. */
export function uniqueWords(field: Field, value: unknown): string | null {
  if (isUnset(field, value)) return null
  return wordsOf(field, value).slice(0, mostWords) || hash('sha256', JSON.stringify(inOrder(value)), 'base64url')
}

/** The values in a language that only one entry may have, each where it stands alone; null where there is none. */
export const uniqueIn = (fields: readonly Field[], values: Values, language: string) =>
  fields.filter(isUnique).map((field) => ({
    ...{ slot: field.slot, language: field.localized ? language : '' },
    value: uniqueWords(field, values[field.slot]),
  }))

/** PostgreSQL keeps no order of names in what it holds as jsonb. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const named = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(named.map(([name, part]) => [name, inOrder(part)]))
}

/**
 * What a change of fields means for values that only one entry may have: the fields whose values are to be registered anew, and
 * the slots whose values are free. A field that is new has no values yet.
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
