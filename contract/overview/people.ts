import { z } from 'zod'
import { endpoint, Id, idParams } from '#contract/endpoint.ts'
import { Customer, CustomerProfile, customerFields, undoHours } from '#contract/workspace/customers.ts'

/** Maximum number of tickets that one merge moves. */
export const mostMovedTickets = 10_000

export const peopleRefusals = {
  'customer-merge-into-itself': { status: 409, text: 'A customer cannot be merged into themselves' },
  'merge-of-blocked': { status: 409, text: 'One of the customers is blocked. Unblock the customer, then merge.' },
  'merge-too-large': { status: 409, text: 'Together, both customers have too much. Remove something first.' },
  'customer-not-merged': { status: 409, text: 'This customer is not merged, so there is nothing to undo' },
  'merge-not-undoable': {
    status: 409,
    text: `This merge can no longer be undone. A merge can be undone for ${undoHours} hours, while the other customer has an address of their own.`,
  },
} as const

const { name, language, timeZone, externalId } = customerFields
const merge = {
  for: ['team', 'key'],
  scope: 'customers:write',
  counts: 'write',
  needs: ['service'],
  path: '/api/v1/customers/:id/merge',
  params: idParams,
} as const

export const mergeCustomer = endpoint({
  ...merge,
  method: 'PUT',
  summary:
    'Merges the customer into another customer, who gets the addresses, phone numbers, companies, tickets and sessions',
  body: z.strictObject({
    into: Id.describe('The customer who stays'),
    fields: z
      .strictObject({ name, language, timeZone, externalId })
      .partial()
      .optional()
      .describe(
        'Values of the customer who stays. Without a value, the customer keeps theirs, or gets that of the merged customer if they have none',
      ),
  }),
  answer: CustomerProfile,
  refusals: [
    'customer-not-in-workspace',
    'customer-merge-into-itself',
    'customer-merged',
    'merge-of-blocked',
    'merge-too-large',
    'external-id-taken',
  ],
})

export const undoCustomerMerge = endpoint({
  ...merge,
  method: 'DELETE',
  summary: `Undoes the merge of a customer within ${undoHours} hours. What somebody changed since stays, and the answer names it`,
  answer: CustomerProfile.extend({
    left: z
      .object({
        fields: z.array(z.string()).describe('Fields of the other customer that were changed since the merge'),
        addresses: z.array(z.string()).describe('Addresses that the other customer no longer has'),
        tickets: z.int().describe('Number of moved tickets that have a third requester now'),
      })
      .describe('What the undo left as it is'),
  }),
  refusals: [
    'customer-not-in-workspace',
    'customer-not-merged',
    'customer-merged',
    'merge-not-undoable',
    'external-id-taken',
  ],
})

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/api/v1/customers/:id/duplicates',
  for: ['team', 'key'],
  scope: 'customers:read',
  counts: 'search',
  summary: 'Other customers with the same name or external id, ignoring case and accents',
  params: idParams,
  answer: z.object({ items: z.array(Customer) }),
  refusals: ['customer-not-in-workspace'],
})
