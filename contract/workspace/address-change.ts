import { z } from 'zod'
import { EmailAddress, endpoint, Nothing } from '#contract/endpoint.ts'

export const addressChangeRefusals = {
  'own-address': { status: 409, text: 'This is your address already' },
  'too-many-address-changes': {
    status: 429,
    text: 'You asked for codes for new addresses many times today. Try again tomorrow.',
  },
  'wrong-codes': { status: 409, text: 'Not both codes are right. Check them, or ask for new ones.' },
  'address-taken': { status: 409, text: 'This address cannot be used. Choose another one.' },
} as const

/** So many new addresses a person may ask for in a day. */
export const mostAddressChanges = 10

export const askForAddressChange = endpoint({
  method: 'POST',
  path: '/api/v1/address-change',
  for: ['team', 'customer'],
  counts: 'sign-in',
  needs: [],
  isRepeatable: false,
  summary:
    'Mails a code to the own address and one to the new one. The answer is the same where the new address belongs to ' +
    'somebody: a member or founder gets no mail then, and another customer of the workspace gets the code',
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
    'Changes the own address by both codes: the old address is told by mail, all other sessions end, and codes that ' +
    'were mailed before open nothing any more',
  body: z.strictObject({
    oldCode: code.describe('From the mail to the address that they have'),
    newCode: code.describe('From the mail to the new address'),
  }),
  answer: z.object({ email: z.string() }),
  refusals: ['wrong-codes', 'too-many-tries', 'address-taken'],
})
