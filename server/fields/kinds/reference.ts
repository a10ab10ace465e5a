import { checkKeys, idSchema, idsIn, readId, rule } from '#server/fields/kinds/field-kind.ts'

export const reference = rule({
  name: 'reference',
  cell: 'keys',
  check: (value, field) => checkKeys(value, field, readId),
  uses: (value) => idsIn(value).map((id) => ({ kind: 'entry', id })),
  keys: idsIn,
  deliver: (value, { many }, { lead }) => lead('entry', many ? idsIn(value) : idsIn(value)[0]!),
  schema: ({ models }, { mode, entriesOf }) => (mode === 'written' ? idSchema : entriesOf(models ?? [])),
})
