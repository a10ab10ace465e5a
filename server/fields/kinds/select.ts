import { checkKeys, idsIn, kept, listOf, rule, wrong } from '#server/fields/kinds/field-kind.ts'

export const select = rule({
  name: 'select',
  cell: 'keys',
  isInLetters: true,
  check: (value, field) =>
    checkKeys(value, { ...field, max: 200 }, (one) => {
      const isChoice = field.options.some(({ key }) => key === one)
      return isChoice ? kept(one) : wrong(`Choose one of: ${field.options.map(({ key }) => key).join(', ')}`)
    }),
  toText: (value) => listOf(value).join(', '),
  fromText: (text, { options, many }) => {
    const words = many ? text.split(',').map((word) => word.trim()) : [text.trim()]
    const keys = words.map((word) => options.find(({ key, label }) => key === word || label === word)?.key ?? word)
    return many ? keys : keys[0]
  },
  keys: idsIn,
  schema: ({ options }) => ({ type: 'string', enum: options.map(({ key }) => key) }),
})
