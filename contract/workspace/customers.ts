import { z } from 'zod'
import { EmailAddress, endpoint, Id, idParams, line, paging, settingsBody, Time } from '#contract/endpoint.ts'
import { ExternalIdOfWorkspace } from '#contract/external-id.ts'
import { followedPageOf, followingOrder, followingQuery } from '#contract/search/following.ts'
import { DeliveryReason } from './delivery-reasons.ts'
import { Language } from './languages.ts'

export const customerRefusals = {
  'customer-not-in-workspace': { status: 404, text: 'There is no such customer in this workspace' },
  'customer-address-taken': { status: 409, text: 'Another customer has this address' },
  'addresses-by-admins': {
    status: 403,
    text: 'Admins change the addresses of a customer, since whoever has one reads what that customer asked',
  },
} as const

export const Customer = z.object({
  id: Id,
  name: z.string(),
  emails: z
    .array(z.object({ address: z.string(), verified: z.boolean(), primary: z.boolean() }))
    .describe('The first is where mails go'),
  externalId: z.string().nullable().describe('What another system calls them, one of the workspace each'),
  tags: z.array(z.string()),
  language: z.string().nullable().describe('What they are answered in; null: nobody said'),
  ticketCount: z.number().int(),
  createdAt: Time,
})

const Emails = z
  .array(EmailAddress)
  .min(1, 'Name an address')
  .max(20, 'A customer has at most 20 addresses')
  .describe('All of their addresses. Mails go to the first, and what comes from any of them is theirs.')
const fields = {
  name: line(120),
  tags: z.array(line(50).min(1)).max(50),
  language: Language.nullable(),
  externalId: ExternalIdOfWorkspace.nullable(),
}

export const Suppression = z.object({ until: Time, reason: DeliveryReason })
export type Suppression = z.output<typeof Suppression>

export const listCustomers = endpoint({
  method: 'GET',
  path: '/api/v1/customers',
  for: ['team', 'key'],
  scope: 'customers:read',
  counts: 'search',
  summary: 'Customers by name or address, newest first',
  query: z.strictObject({
    ...paging,
    q: z.string().max(256).optional(),
    email: EmailAddress.optional().describe('The customer who has exactly this address, or nobody'),
    externalId: ExternalIdOfWorkspace.optional().describe('Only the customer with this external id'),
    order: z.enum(['created', followingOrder]).default('created').describe('The newest first, or as they changed'),
    ...followingQuery,
  }),
  answer: followedPageOf(Customer),
  refusals: ['follow-whole-list', 'updated-after-needs-order'],
})

export const showCustomer = endpoint({
  method: 'GET',
  path: '/api/v1/customers/:id',
  for: ['team', 'key'],
  scope: 'customers:read',
  summary: 'One customer',
  params: idParams,
  answer: Customer,
  refusals: ['customer-not-in-workspace'],
})

const writing = { for: ['team', 'key'], scope: 'customers:write', counts: 'write', needs: ['service'] } as const
const NewCustomer = z.strictObject({ ...z.strictObject(fields).partial().shape, emails: Emails })

export const createCustomer = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/customers',
  summary: 'Makes a customer; nobody is mailed, and an address that somebody has is refused with who has it',
  status: 201,
  body: NewCustomer,
  answer: Customer,
  refusals: ['customer-address-taken', 'external-id-taken'],
})

export const putCustomerByExternalId = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/v1/customers/by-external-id',
  summary:
    'Changes the customer who has an external id. Where nobody has it, it is given to whoever has one of the addresses, else a customer is made',
  body: NewCustomer.partial().extend({ externalId: ExternalIdOfWorkspace }),
  answer: Customer,
  refusals: ['customer-address-taken', 'addresses-by-admins'],
})

export const changeCustomer = endpoint({
  method: 'PATCH',
  path: '/api/v1/customers/:id',
  for: ['team', 'key'],
  scope: 'customers:write',
  counts: 'write',
  needs: ['service'],
  summary: 'Changes what is named of a customer; their addresses are changed by admins, which signs the customer out',
  params: idParams,
  body: settingsBody({ ...fields, emails: Emails }),
  answer: Customer,
  refusals: [
    'customer-not-in-workspace',
    'conflict',
    'customer-address-taken',
    'external-id-taken',
    'addresses-by-admins',
  ],
})

export const changeOwnName = endpoint({
  method: 'PATCH',
  path: '/api/v1/customer-profile',
  for: ['customer'],
  counts: 'write',
  needs: [],
  summary: 'Changes the own name as a customer',
  body: z.strictObject({ name: line(120).min(1, 'Enter your name') }),
  answer: z.object({ name: z.string() }),
})

export const showSuppression = endpoint({
  method: 'GET',
  path: '/api/v1/suppression',
  for: ['team', 'key'],
  scope: 'customers:read',
  counts: 'search',
  summary: 'Whether mails to whoever has an address rest, since earlier ones came back; asked before one writes to it',
  query: z.strictObject({ address: EmailAddress }),
  answer: z.object({ suppression: Suppression.nullable() }),
})
