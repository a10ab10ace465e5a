import { kept, rule, wrong } from '#server/fields/kinds/field-kind.ts'

export const color = rule({
  name: 'color',
  cell: 'text',
  isNormalized: true,
  check: (value) =>
    typeof value === 'string' && /^#([0-9a-f]{6}|[0-9a-f]{8})$/i.test(value)
      ? kept(value.toLowerCase())
      : wrong('Enter a color like #1f6feb'),
  toText: String,
  fromText: (text) => text.trim().replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/i, '#$1$1$2$2$3$3'),
  schema: () => ({ type: 'string', description: 'As #1f6feb' }),
})
