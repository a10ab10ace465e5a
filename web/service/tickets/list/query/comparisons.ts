import type { Condition } from '#contract/search/query.ts'
import type { QueryKey } from '#contract/search/query-keys.ts'

/** A way to compare in the filter dialog. `input` is what the dialog asks for. */
export type Comparison = {
  id: string
  label: string
  operator: Condition['operator']
  isNot?: boolean
  /** `empty` and `filled` need no value. */
  input: 'values' | 'span' | 'empty' | 'filled'
}

const is: Comparison = { id: 'is', label: 'is', operator: ':', input: 'values' }
const isNot: Comparison = { id: 'is-not', label: 'is not', operator: ':', isNot: true, input: 'values' }
const ranked: Comparison[] = [
  { id: 'below', label: 'is below', operator: '<', input: 'values' },
  { id: 'up-to', label: 'is at most', operator: '<=', input: 'values' },
  { id: 'above', label: 'is above', operator: '>', input: 'values' },
  { id: 'from', label: 'is at least', operator: '>=', input: 'values' },
]
const texts: Comparison[] = [
  { ...is, label: 'contains' },
  { ...isNot, label: 'does not contain' },
  { id: 'exactly', label: 'is exactly', operator: '=', input: 'values' },
]
const times = (isFuture: boolean): Comparison[] => [
  { ...is, label: 'is on' },
  { id: 'before', label: 'is before', operator: '<', input: 'values' },
  { id: 'after', label: 'is after', operator: '>', input: 'values' },
  { id: 'less', label: isFuture ? 'is in less than' : 'is less than … ago', operator: '<', input: 'span' },
  { id: 'more', label: isFuture ? 'is in more than' : 'is more than … ago', operator: '>', input: 'span' },
]
const emptiness: Comparison[] = [
  { id: 'empty', label: 'is empty', operator: ':', input: 'empty' },
  { id: 'filled', label: 'is not empty', operator: ':', input: 'filled' },
]

export function comparisonsOf(key: QueryKey): Comparison[] {
  const own =
    key.type === 'text'
      ? texts
      : key.type === 'time'
        ? times(key.isFuture ?? false)
        : key.type === 'number' || key.type === 'decimal' || (key.type === 'choice' && key.isOrdered)
          ? [is, isNot, ...ranked]
          : [is, isNot]
  return key.hasNone ? [...own, ...emptiness] : own
}

const needsQuotes = /[\s(),"“”„]|^$/

/** Writes a condition as text. Quotes values that contain spaces, or that would mean `none` or `any`. */
export function writeCondition(name: string, { operator, isNot, input }: Comparison, values: string[]): string {
  const written =
    input === 'empty'
      ? ['none']
      : input === 'filled'
        ? ['any']
        : values.map((value) =>
            needsQuotes.test(value) || /^(none|any)$/i.test(value) ? `"${value.replace(/["\\“”]/g, '\\$&')}"` : value,
          )
  return `${isNot ? '-' : ''}${name}${operator}${written.join(',')}`
}
