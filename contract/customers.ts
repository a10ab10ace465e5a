import { z } from 'zod'
import { DeliveryReason } from './delivery-reasons.ts'
import { EmailAddress, endpoint, Id, idParams, line, paging, settingsBody, Time } from './endpoint.ts'
import { followedPageOf, followingOrder, followingQuery } from './following.ts'
import { Language } from './knowledge-base.ts'

export const customerRefusals = {
  'customer-not-in-workspace': { status: 404, text: 'There is no such customer in this workspace' },
} as const

export const Customer = z.object({
  id: Id,
  name: z.string(),
  emails: z.array(z.object({ address: z.string(), verified: z.boolean(), primary: z.boolean() })),
  tags: z.array(z.string()),
  language: z.string().nullable().describe('What they are answered in; null: nobody said'),
  ticketCount: z.number().int(),
  createdAt: Time,
})

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
})

export const changeCustomer = endpoint({
  method: 'PATCH',
  path: '/api/v1/customers/:id',
  for: ['team', 'key'],
  scope: 'customers:write',
  counts: 'write',
  needs: ['service'],
  summary: 'Changes the name, tags or language of a customer',
  params: idParams,
  body: settingsBody({ name: line(120), tags: z.array(line(50).min(1)).max(50), language: Language.nullable() }),
  answer: Customer,
  refusals: ['conflict'],
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
