import { checkLength, isBlankText, rule, textSchema } from '#server/fields/kinds/field-kind.ts'

export const longText = rule({
  name: 'long_text',
  cell: 'text',
  isInLetters: true,
  canBeTitle: true,
  check: (value, field) => checkLength(value, field, 100_000),
  isBlank: isBlankText,
  toText: String,
  fromText: (words) => words,
  schema: (field, { mode }) => textSchema(field, mode),
})
