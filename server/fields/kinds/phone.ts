import { kept, rule, wrong } from '#server/fields/kinds/field-kind.ts'

export const phone = rule({
  name: 'phone',
  cell: 'text',
  check(value) {
    const plain =
      typeof value === 'string' && value.length <= 40 ? value.replace(/[\s()./-]/g, '').replace(/^00/, '+') : ''
    return /^\+[1-9]\d{4,14}$/.test(plain)
      ? kept(plain)
      : wrong('Enter a number with its country code, like +49 30 123456')
  },
  toText: String,
  fromText: (text) => text.trim(),
  schema: () => ({ type: 'string', description: 'As +4930123456' }),
})
