import { kept, rule, wrong } from '#server/fields/kinds/field-kind.ts'

export const url = rule({
  name: 'url',
  cell: 'text',
  isNormalized: true,
  check(value) {
    const parsed = typeof value === 'string' && value.length <= 2048 && !/\s/.test(value) ? URL.parse(value) : null
    const isWeb =
      parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === ''
    return isWeb ? kept(parsed.href) : wrong('Write an address that begins with https:// or http://')
  },
  toText: String,
  fromText: (text) => text.trim(),
  schema: () => ({ type: 'string', format: 'uri' }),
})
