import { Slug } from '#contract/writing/slugs.ts'
import { kept, rule, wrong } from '#server/fields/kinds/field-kind.ts'

export const slug = rule({
  name: 'slug',
  cell: 'text',
  isInLetters: true,
  check(value) {
    const { data, error } = Slug.safeParse(value)
    return error ? wrong(error.issues[0]!.message) : kept(data)
  },
  toText: String,
  fromText: (words) => words,
  schema: () => ({ type: 'string' }),
})
