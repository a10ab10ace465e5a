import { kept, rule, wrong } from '#server/fields/kinds/field-kind.ts'

const words: Record<string, boolean> = {
  true: true,
  yes: true,
  '1': true,
  on: true,
  false: false,
  no: false,
  '0': false,
  off: false,
}

export const boolean = rule({
  name: 'boolean',
  cell: 'boolean',
  check: (value) => (typeof value === 'boolean' ? kept(value) : wrong('Choose yes or no')),
  toText: String,
  fromText: (text) => words[text.trim().toLowerCase()] ?? text,
  schema: () => ({ type: 'boolean' }),
})
