import { DecimalText } from '#contract/fields/kinds/decimal.ts'
import { kept, rule, wrong } from '#server/fields/kinds/field-kind.ts'

export const decimal = rule({
  name: 'decimal',
  cell: 'number',
  check(value, { min, max, scale }) {
    // A long JSON number has already lost its last digits.
    const [, whole, fraction] = (typeof value === 'string' && grouped.exec(value)) || []
    if (whole) return wrong(`${value} can mean ${whole}${fraction} or ${whole}.${fraction}. Enter one of them.`)
    const { data, error } = DecimalText.safeParse(Number.isSafeInteger(value) ? String(value) : value)
    if (error)
      return wrong(
        typeof value === 'number' ? 'Send decimals as text, so that no digits are lost' : error.issues[0]!.message,
      )
    if (scale !== undefined && (data.split('.')[1]?.length ?? 0) > scale)
      return wrong(`Use at most ${scale} decimal places`)
    if (min !== undefined && compareDecimals(data, min) < 0) return wrong(`The minimum is ${min}`)
    if (max !== undefined && compareDecimals(data, max) > 0) return wrong(`The maximum is ${max}`)
    return kept(data)
  },
  toText: String,
  fromText: (words) => words.trim().replace(/^\+/, ''),
  schema: (_, { mode }) =>
    mode === 'written'
      ? { anyOf: [{ type: 'string' }, { type: 'integer' }] }
      : { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' },
})

/** A comma can be a thousands separator or a decimal separator. */
const grouped = /^(-?[1-9]\d{0,2}),(\d{3})$/

/** Less than, equal to or greater than 0, without floating point. */
function compareDecimals(one: string, other: string): number {
  const [left, right] = [scaled(one), scaled(other)]
  return left < right ? -1 : Number(left > right)
}

function scaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const digits = BigInt(whole + fraction.padEnd(20, '0'))
  return decimal.startsWith('-') ? -digits : digits
}
