import { readEmailAddress } from '#contract/email-address.ts'
import { kept, rule, wrong } from '#server/fields/kinds/field-kind.ts'

export const email = rule({
  name: 'email',
  cell: 'text',
  isNormalized: true,
  check(value) {
    const address = typeof value === 'string' ? readEmailAddress(value) : null
    return address ? kept(address) : wrong('Enter an e-mail address like mina@example.com')
  },
  toText: String,
  fromText: String,
  schema: () => ({ type: 'string', description: 'An e-mail address' }),
})
