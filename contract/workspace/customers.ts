import { z } from 'zod'
import { CustomValues } from '#contract/custom-values.ts'
import {
  EmailAddress,
  endpoint,
  Id,
  idParams,
  line,
  lines,
  Nothing,
  pageOf,
  paging,
  settingsBody,
  Time,
} from '#contract/endpoint.ts'
import { ExternalIdOfWorkspace } from '#contract/external-id.ts'
import { followedPageOf, followingOrder, followingQuery } from '#contract/search/following.ts'
import { TagName } from '#contract/tag-name.ts'
import { DeliveryReason } from './delivery-reasons.ts'
import { Language } from './languages.ts'
import { TimeZone } from './settings.ts'

/** How long the merge of a customer can be undone. */
export const undoHours = 24

export const customerRefusals = {
  'customer-not-in-workspace': { status: 404, text: 'This customer does not exist in this workspace' },
  'customer-address-taken': { status: 409, text: 'Another customer has this address' },
  'customer-blocked': { status: 403, text: 'This workspace takes no requests from you at the moment' },
  'customer-merged': {
    status: 409,
    text: 'This customer was merged into another customer. Use the other customer.',
  },
  'customer-erased': { status: 409, text: 'The personal data of this customer was erased. Nothing can be changed.' },
  'addresses-by-admins': {
    status: 403,
    text: 'Only admins can change the addresses of a customer, because the owner of an address can read the requests',
  },
} as const

export const Suppression = z.object({ until: Time, reason: DeliveryReason })
export type Suppression = z.output<typeof Suppression>

export const Customer = z.object({
  id: Id,
  name: z.string(),
  emails: z
    .array(
      z.object({
        address: z.string(),
        verified: z.boolean(),
        primary: z.boolean(),
        suppression: Suppression.nullable().describe(
          'Set while mails to this address are paused because earlier mails bounced',
        ),
      }),
    )
    .describe(
      'All addresses of the customer, the primary address first. Replies on a ticket go to the address that the customer last wrote from, other mails to the primary address',
    ),
  phones: z.array(z.string()),
  companies: z.array(z.object({ id: Id, name: z.string() })),
  externalId: z.string().nullable().describe('Id of the customer in another system, unique in the workspace'),
  tags: z.array(z.string()),
  language: z.string().nullable().describe('Language of mails to the customer; null: unknown'),
  timeZone: z.string().nullable().describe('IANA time zone; null: unknown'),
  customFields: CustomValues,
  ticketCount: z.number().int(),
  mergedInto: z
    .object({ id: Id, name: z.string() })
    .nullable()
    .describe('The customer that this one was merged into. It has the addresses and tickets; null: not merged'),
  createdAt: Time.describe('When the workspace first heard of the customer'),
})

export const CustomerProfile = Customer.extend({
  notes: z.string().describe('What the team notes about the customer. Customers never see it'),
  erasedAt: Time.nullable().describe('When an admin erased the personal data of the customer; null: not erased'),
  blockedAt: Time.nullable().describe('When a member blocked the customer; null: not blocked'),
  mergedCustomers: z
    .array(
      z.object({
        id: Id,
        name: z.string(),
        mergedAt: Time,
        undoUntil: Time.describe('Until when the merge can be undone'),
      }),
    )
    .describe(`Customers that were merged into this one in the last ${undoHours} hours, latest first`),
  ticketsByStatus: z
    .record(z.string(), z.number().int())
    .describe('Number of tickets in each status, without spam and trash. A status without tickets is left out'),
})

const Emails = z
  .array(EmailAddress)
  .min(1, 'Enter an address')
  .max(20, 'A customer has at most 20 addresses')
  .describe(
    'All addresses of the customer, the primary address first. Mails from any address count as mails of the customer.',
  )
export const Tags = z.array(TagName).max(50)
export const Notes = lines(10_000)
const Phone = line(40).regex(/^\+?(?:[ ()./-]*\d){3,20}[ ()./-]*$/, 'Enter a phone number, such as +49 30 1234567')
export const customerFields = {
  name: line(120),
  tags: Tags,
  language: Language.nullable(),
  timeZone: TimeZone.min(1, 'Enter a time zone').nullable(),
  phones: z.array(Phone).max(10, 'A customer has at most 10 phone numbers'),
  notes: Notes,
  externalId: ExternalIdOfWorkspace.nullable(),
  customFields: CustomValues,
}

export const listCustomers = endpoint({
  method: 'GET',
  path: '/api/v1/customers',
  for: ['team', 'key'],
  scope: 'customers:read',
  counts: 'search',
  summary: 'Customers, newest first. `q` searches names, addresses, domains, digits of phone numbers and external ids',
  query: z.strictObject({
    ...paging,
    q: z.string().max(256).optional(),
    email: EmailAddress.optional().describe('Only the customer with exactly this address'),
    externalId: ExternalIdOfWorkspace.optional().describe('Only the customer with this external id'),
    order: z.enum(['created', followingOrder]).default('created').describe('Newest first, or earliest change first'),
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
  answer: CustomerProfile,
  refusals: ['customer-not-in-workspace'],
})

const writing = { for: ['team', 'key'], scope: 'customers:write', counts: 'write', needs: ['service'] } as const
const NewCustomer = z.strictObject({ ...z.strictObject(customerFields).partial().shape, emails: Emails })

export const createCustomer = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/customers',
  summary:
    'Creates a customer without sending mail. An address of another customer is refused, with the id of that customer',
  status: 201,
  body: NewCustomer,
  answer: CustomerProfile,
  refusals: ['customer-address-taken', 'external-id-taken', 'custom-values-too-large'],
})

export const putCustomerByExternalId = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/v1/customers/by-external-id',
  summary:
    'Creates or changes the customer with an external id. If no customer has the id, the customer with one of the addresses gets it',
  body: NewCustomer.partial().extend({ externalId: ExternalIdOfWorkspace }),
  answer: CustomerProfile,
  refusals: ['customer-address-taken', 'addresses-by-admins', 'custom-values-too-large'],
})

export const changeCustomer = endpoint({
  ...writing,
  method: 'PATCH',
  path: '/api/v1/customers/:id',
  summary: 'Changes a customer. Only admins can change the addresses; this signs the customer out',
  params: idParams,
  body: settingsBody({ ...customerFields, emails: Emails }),
  answer: CustomerProfile,
  refusals: [
    'customer-not-in-workspace',
    'conflict',
    'customer-address-taken',
    'external-id-taken',
    'addresses-by-admins',
    'customer-merged',
    'customer-erased',
    'custom-values-too-large',
  ],
})

export const changeOwnName = endpoint({
  method: 'PATCH',
  path: '/api/v1/customer-profile',
  for: ['customer'],
  counts: 'write',
  needs: [],
  summary: 'Changes the name of the calling customer',
  body: z.strictObject({ name: line(120).min(1, 'Enter your name') }),
  answer: z.object({ name: z.string() }),
})

export const showSuppression = endpoint({
  method: 'GET',
  path: '/api/v1/suppression',
  for: ['team', 'key'],
  scope: 'customers:read',
  counts: 'search',
  summary: 'Whether mails to an address are paused because earlier mails bounced',
  query: z.strictObject({ address: EmailAddress }),
  answer: z.object({ suppression: Suppression.nullable() }),
})

export const liftSuppression = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/v1/suppression',
  summary: 'Sends mails to an address again, although earlier mails bounced',
  query: z.strictObject({ address: EmailAddress }),
  answer: Nothing,
  refusals: ['customer-not-in-workspace'],
})

/** A line of the history of a customer or company. */
export const ProfileEvent = z.object({
  id: Id,
  type: z.string().describe('For example `customer.changed` or `company.changed`'),
  actor: z.object({ type: z.enum(['agent', 'customer', 'system']), name: z.string() }),
  old: z.unknown(),
  new: z.unknown(),
  createdAt: Time,
})
export type ProfileEvent = z.output<typeof ProfileEvent>

export const listCustomerEvents = endpoint({
  method: 'GET',
  path: '/api/v1/customers/:id/events',
  for: ['team', 'key'],
  scope: 'customers:read',
  summary: 'The history of a customer, latest first',
  params: idParams,
  query: z.strictObject(paging),
  answer: pageOf(ProfileEvent),
  refusals: ['customer-not-in-workspace'],
})

const block = { ...writing, path: '/api/v1/customers/:id/block', params: idParams, answer: CustomerProfile } as const

export const blockCustomer = endpoint({
  ...block,
  method: 'PUT',
  summary: 'Blocks a customer: mail from them is suspended, and the portal takes no requests from them',
  refusals: ['customer-not-in-workspace', 'customer-merged', 'customer-erased'],
})

export const unblockCustomer = endpoint({
  ...block,
  method: 'DELETE',
  summary: 'Takes mail and requests of a blocked customer again',
  refusals: ['customer-not-in-workspace', 'customer-merged', 'customer-erased'],
})
