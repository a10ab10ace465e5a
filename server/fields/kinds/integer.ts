import { kept, rule, wrong } from '#server/fields/kinds/field-kind.ts'

export const integer = rule({
  name: 'integer',
  cell: 'number',
  check(value, { min, max }) {
    if (!Number.isSafeInteger(value)) return wrong('Enter a whole number')
    if (min !== undefined && (value as number) < min) return wrong(`The minimum is ${min}`)
    if (max !== undefined && (value as number) > max) return wrong(`The maximum is ${max}`)
    return kept(Object.is(value, -0) ? 0 : value)
  },
  toText: String,
  fromText: (words) => (/^[+-]?\d{1,16}(\.0+)?$/.test(words.trim()) ? Number(words) : words),
  schema: ({ min, max }, { mode }) => ({
    type: 'integer',
    ...(mode === 'written' && min !== undefined && { minimum: min }),
    ...(mode === 'written' && max !== undefined && { maximum: max }),
  }),
})
