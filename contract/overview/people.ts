import { z } from 'zod'
import { Batch, startRefusals } from '#contract/bulk/batches.ts'
import { Export } from '#contract/bulk/exports.ts'
import { endpoint, Id, idParams, Time } from '#contract/endpoint.ts'
import { Customer, CustomerProfile, customerFields, undoHours } from '#contract/workspace/customers.ts'

/** Maximum number of tickets that one merge moves. */
export const mostMovedTickets = 10_000

/** Maximum number of tickets that one erasure covers. */
export const mostErasedTickets = 9_999

export const peopleRefusals = {
  'customer-merge-into-itself': { status: 409, text: 'A customer cannot be merged into themselves' },
  'merge-of-blocked': { status: 409, text: 'One of the customers is blocked. Unblock the customer, then merge.' },
  'merge-too-large': { status: 409, text: 'Together, both customers have too much. Remove something first.' },
  'erasure-at-work': { status: 409, text: 'The data of this customer is being erased. Wait until it ends.' },
  'erasure-too-large': {
    status: 409,
    text: `An erasure covers at most ${mostErasedTickets.toLocaleString('en')} tickets. Delete tickets of the customer first.`,
  },
  'reply-waits': {
    status: 409,
    text: 'A reply on a ticket of this customer is not sent yet. Unsend it or wait until it is sent.',
  },
  'erasure-incomplete': {
    status: 409,
    text: 'Some tickets of the customer could not be erased. Start the erasure again.',
  },
  'customer-not-merged': { status: 409, text: 'This customer is not merged, so there is nothing to undo' },
  'merge-not-undoable': {
    status: 409,
    text: `This merge can no longer be undone. A merge can be undone for ${undoHours} hours, while the other customer has an address of their own.`,
  },
} as const

const { name, language, timeZone, externalId, customFields } = customerFields
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
      .strictObject({ name, language, timeZone, externalId, customFields })
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
    'customer-erased',
    'merge-of-blocked',
    'addresses-by-admins',
    'merge-too-large',
    'external-id-taken',
    'custom-values-too-large',
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
    'addresses-by-admins',
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

const erasure = { for: ['admin'], path: '/api/v1/customers/:id/erasure', params: idParams } as const

export const showErasure = endpoint({
  ...erasure,
  method: 'GET',
  summary: 'What an erasure of the personal data of a customer replaces or deletes, and its progress',
  answer: z.object({
    counts: z.object({
      addresses: z.int(),
      tickets: z.int().describe('Tickets that the customer sent, wrote on or is in CC of'),
      messages: z.int().describe('Messages of the customer, whose text is deleted'),
      sideMessages: z
        .int()
        .describe(
          'Messages of side conversations that the customer wrote or got. The address of the customer is replaced in them, and what the customer wrote is deleted',
        ),
      files: z.int().describe('Files that the customer sent, which are deleted'),
      feedback: z.int().describe('Ratings of articles, whose comments are deleted'),
      mergedCustomers: z.int().describe('Customers that were merged into this one, who are erased too'),
    }),
    erasedAt: Time.nullable(),
    batch: Batch.nullable().describe('The last erasure of the customer; null: there was none in the last 30 days'),
  }),
  refusals: ['customer-not-in-workspace'],
})

export const eraseCustomer = endpoint({
  ...erasure,
  method: 'POST',
  counts: 'write',
  needs: [],
  summary:
    'Erases the personal data of a customer in a batch: name, addresses, texts and files. Numbers and times stay. It cannot be undone',
  status: 202,
  answer: Batch,
  refusals: [
    'customer-not-in-workspace',
    'customer-merged',
    'customer-erased',
    'erasure-at-work',
    'erasure-too-large',
    'reply-waits',
    ...startRefusals.filter((code) => code !== 'batch-empty' && code !== 'batch-too-large'),
  ],
})

export const exportCustomer = endpoint({
  method: 'POST',
  path: '/api/v1/customers/:id/exports',
  for: ['admin'],
  counts: 'write',
  needs: [],
  summary:
    'Starts an export of what the workspace has of a customer: a zip with JSON files, and the files of their tickets',
  status: 202,
  params: idParams,
  answer: Export,
  refusals: ['customer-not-in-workspace', 'customer-merged', 'export-at-work', 'export-day-spent'],
})
