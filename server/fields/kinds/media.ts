import { checkKeys, idSchema, idsIn, readId, rule } from '#server/fields/kinds/field-kind.ts'

export const media = rule({
  name: 'media',
  cell: 'keys',
  check: (value, field) => checkKeys(value, field, readId),
  uses: (value) => idsIn(value).map((id) => ({ kind: 'media', id })),
  keys: idsIn,
  deliver: (value, { many }, { lead }) => lead('media', many ? idsIn(value) : idsIn(value)[0]!),
  schema: (_, { mode, named }) => (mode === 'written' ? idSchema : named(mode === 'whole' ? 'File' : 'SomeOfFile')),
})
