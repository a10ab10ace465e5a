import { z } from 'zod'
import { kept, rule, wrong } from '#server/fields/kinds/field-kind.ts'

const Day = z.iso.date()

export const date = rule({
  name: 'date',
  cell: 'text',
  isTime: true,
  check(value, { min, max }) {
    const { data, error } = Day.safeParse(value)
    if (error || data.startsWith('0000')) return wrong('Enter a date like 2026-11-23')
    if (min && data < min) return wrong(`The earliest date is ${min}`)
    if (max && data > max) return wrong(`The latest date is ${max}`)
    return kept(data)
  },
  toText: String,
  fromText: (text) => /^\d{4}-\d\d-\d\d/.exec(text.trim())?.[0] ?? text,
  schema: () => ({ type: 'string', format: 'date' }),
})
