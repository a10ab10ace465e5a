import { z } from 'zod'
import { EmailAddress, endpoint, Nothing } from '#contract/endpoint.ts'

export const addressChangeRefusals = {
  'own-address': { status: 409, text: 'This is already your address' },
  'too-many-address-changes': {
    status: 429,
    text: 'You requested too many codes for new addresses today. Try again tomorrow.',
  },
  'wrong-codes': { status: 409, text: 'At least one of the codes is wrong. Check them, or request new ones.' },
  'address-taken': { status: 409, text: 'This address cannot be used. Choose another one.' },
} as const

export const mostAddressChanges = 10

export const askForAddressChange = endpoint({
  method: 'POST',
  path: '/api/v1/address-change',
  for: ['team', 'customer'],
  counts: 'sign-in',
  needs: [],
  isRepeatable: false,
  summary:
    'Sends a code to the address of the caller and one to the new address. The response does not reveal whether the ' +
    'new address is taken: if it belongs to a member or founder, no mail is sent; another customer gets the code',
  body: z.strictObject({ email: EmailAddress }),
  answer: Nothing,
  refusals: ['own-address', 'code-too-soon', 'too-many-codes', 'too-many-address-changes'],
})

const code = z.string().trim().max(100)

export const changeAddress = endpoint({
  method: 'PUT',
  path: '/api/v1/address',
  for: ['team', 'customer'],
  counts: 'sign-in',
  needs: [],
  summary:
    'Changes the address of the caller with both codes. The old address gets a notice, all other sessions end, and ' +
    'earlier codes become invalid',
  body: z.strictObject({
    oldCode: code.describe('Code from the mail to the current address'),
    newCode: code.describe('Code from the mail to the new address'),
  }),
  answer: z.object({ email: z.string() }),
  refusals: ['wrong-codes', 'too-many-tries', 'address-taken'],
})
