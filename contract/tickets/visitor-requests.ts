import { z } from 'zod'
import { CustomValues } from '#contract/custom-values.ts'
import { EmailAddress, endpoint, Id, idParams, line } from '#contract/endpoint.ts'
import { CustomField } from '#contract/fields/custom-fields.ts'
import { Language } from '#contract/workspace/languages.ts'
import { TicketForm } from './forms.ts'
import { mostOfCustomer, tooLong } from './message-text.ts'
import { ticketFields } from './tickets.ts'

export const visitorRequestRefusals = {
  'visitor-request-not-found': {
    status: 404,
    text: 'There is no such request. A request that was not confirmed is deleted after 24 hours. Send it again.',
  },
} as const

const workspaceName = z.string().max(100).describe('Domain of the workspace')
const ofVisitor = {
  method: 'POST',
  for: ['anyone'],
  counts: 'sign-in',
  needs: [],
  isRepeatable: false,
  isOpenToPages: true,
} as const

export const listVisitorForms = endpoint({
  method: 'GET',
  path: '/api/v1/visitor-forms',
  for: ['anyone'],
  isOpenToPages: true,
  summary: 'The forms that people without an account can fill in, with their fields. For pages of any origin',
  query: z.strictObject({ workspaceName }),
  answer: z.object({
    items: z.array(
      TicketForm.pick({ key: true, name: true, description: true }).extend({ fields: z.array(CustomField) }),
    ),
    next: z.null(),
  }),
  refusals: ['workspace-not-found', 'workspace-suspended'],
})

export const createVisitorRequest = endpoint({
  ...ofVisitor,
  path: '/api/v1/visitor-requests',
  summary: 'Takes a request of somebody without an account, and mails a code that confirms the address',
  status: 201,
  bodyLimit: 524_288,
  body: z.strictObject({
    workspaceName,
    form: z.string().max(40).describe('Key of a form that is for visitors'),
    email: EmailAddress,
    name: line(120).optional(),
    subject: ticketFields.subject,
    text: z
      .string()
      .max(mostOfCustomer, tooLong(mostOfCustomer))
      .refine((text) => text.trim() !== '', 'Tell us what happened')
      .describe('Plain text. HTML in it is not interpreted'),
    customFields: CustomValues.optional().describe('Values of the fields of the form, by key'),
    language: Language.optional(),
  }),
  answer: z.object({ id: Id }),
  refusals: [
    'workspace-not-found',
    'workspace-suspended',
    'ticket-form-not-found',
    'custom-values-too-large',
    'code-too-soon',
    'too-many-codes',
  ],
})

export const confirmVisitorRequest = endpoint({
  ...ofVisitor,
  path: '/api/v1/visitor-requests/:id/confirmation',
  summary: 'Confirms the address of a request with the code. The request then becomes a ticket',
  params: idParams,
  body: z.strictObject({ workspaceName, code: z.string().max(100) }),
  answer: z.object({ isConfirmed: z.boolean().describe('False if the code is wrong or has expired') }),
  refusals: ['workspace-not-found', 'workspace-suspended', 'visitor-request-not-found', 'too-many-tries'],
})

export const listVisitorRequests = endpoint({
  method: 'GET',
  path: '/api/v1/visitor-requests',
  for: ['customer'],
  summary: 'The requests that the customer sent before signing in, in the last hour, and that are no tickets yet',
  answer: z.object({ items: z.array(z.object({ id: Id, subject: z.string() })), next: z.null() }),
})

export const fileVisitorRequest = endpoint({
  method: 'PUT',
  path: '/api/v1/visitor-requests/:id/ticket',
  for: ['customer'],
  counts: 'write',
  needs: [],
  summary: 'Creates the ticket of a request that the customer sent before signing in. A second call answers the same',
  params: idParams,
  answer: z.object({ id: Id, number: z.int() }),
  refusals: ['visitor-request-not-found', 'customer-blocked'],
})
