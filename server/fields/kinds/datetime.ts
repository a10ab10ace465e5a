import { z } from 'zod'
import { kept, rule, wrong } from '#server/fields/kinds/field-kind.ts'

const Moment = z.iso.datetime({ offset: true })

export const datetime = rule({
  name: 'datetime',
  cell: 'text',
  isTime: true,
  check(value) {
    const { data, error } = Moment.safeParse(value)
    const time = error ? Number.NaN : Date.parse(data)
    const isFarOff =
      Number.isNaN(time) || time < Date.parse('0001-01-02T00:00:00Z') || time > Date.parse('9999-12-30T00:00:00Z')
    return isFarOff ? wrong('Enter a time like 2026-11-23T09:30:00Z') : kept(new Date(time).toISOString())
  },
  toText: String,
  fromText: (text) => (/^\d{4}-\d\d-\d\d$/.test(text.trim()) ? `${text.trim()}T00:00:00Z` : text.trim()),
  schema: () => ({ type: 'string', format: 'date-time' }),
})
