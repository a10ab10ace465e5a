import { z } from 'zod'
import { kept, rule, wrong } from '#server/field-kinds/field-kind.ts'

const Address = z.email().max(254)

export const email = rule({
  name: 'email',
  cell: 'text',
  check(value) {
    const { data, error } = Address.safeParse(value)
    return error ? wrong('Write an e-mail address like mina@example.com') : kept(data)
  },
  toText: String,
  fromText: (text) => text.trim(),
})
