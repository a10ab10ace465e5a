import { checkLength, isBlankText, rule } from '#server/fields/kinds/field-kind.ts'

export const markdown = rule({
  name: 'markdown',
  cell: 'text',
  isInLetters: true,
  check: (value, field) => checkLength(value, field, 200_000),
  isBlank: isBlankText,
  toText: String,
  fromText: (words) => words,
  schema: () => ({ type: 'string', contentMediaType: 'text/markdown' }),
})
