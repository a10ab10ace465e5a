import { checkLength, isBlankText, rule } from '#server/fields/kinds/field-kind.ts'

export const longText = rule({
  name: 'long_text',
  cell: 'text',
  check: (value, field) => checkLength(value, field, 100_000),
  isBlank: isBlankText,
  toText: String,
  fromText: (words) => words,
})
