import { isEmailAddress } from '#contract/email-address.ts'
import { kept, rule, wrong } from '#server/field-kinds/field-kind.ts'

export const email = rule({
  name: 'email',
  cell: 'text',
  check(value) {
    return typeof value === 'string' && isEmailAddress(value)
      ? kept(value)
      : wrong('Write an e-mail address like mina@example.com')
  },
  toText: String,
  fromText: (text) => text.trim(),
})
