import { kept, rule, wrong } from '#server/fields/kinds/field-kind.ts'

export const time = rule({
  name: 'time',
  cell: 'text',
  isTime: true,
  check(value) {
    const isTime = typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value)
    return isTime ? kept(value.length === 5 ? `${value}:00` : value) : wrong('Enter a time like 09:30')
  },
  toText: String,
  fromText: (text) => text.trim(),
  schema: () => ({ type: 'string', description: 'As 09:30:00' }),
})
