import { RE2JS } from 're2js'
import { asLine, withoutHidden } from '#contract/letters/as-line.ts'
import { checkLength, isBlankText, rule, textSchema, wrong } from '#server/fields/kinds/field-kind.ts'

const most = 500

export const text = rule({
  name: 'text',
  cell: 'text',
  isInLetters: true,
  canBeTitle: true,
  check(value, field) {
    const checked = checkLength(typeof value === 'string' ? withoutHidden(value) : value, field, most)
    if (checked.faults) return checked
    const written = checked.value as string
    if (/[\n\r\t]/.test(written)) return wrong('Enter a single line')
    if (field.oneOf && !field.oneOf.includes(written)) return wrong(`Enter one of: ${field.oneOf.join(', ')}`)
    // RE2 is linear in the length of the text, whatever the pattern, so a pattern cannot block the server.
    if (field.pattern && !RE2JS.compile(field.pattern).matches(written))
      return wrong('This does not match the required pattern')
    return checked
  },
  isBlank: isBlankText,
  toText: String,
  fromText: asLine,
  schema: (field, { mode }) => ({
    ...textSchema(field, mode),
    ...(mode === 'written' && field.oneOf && { enum: field.oneOf }),
  }),
})
