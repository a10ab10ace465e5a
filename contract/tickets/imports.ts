import { z } from 'zod'
import { EmailAddress, endpoint, line, Time } from '#contract/endpoint.ts'
import { ExternalIdOfWorkspace } from '#contract/external-id.ts'
import { Language } from '#contract/workspace/languages.ts'
import { atMostOneText, written } from './message-text.ts'
import { loggedChannels } from './ticket-values.ts'
import { Ticket, ticketChange, ticketFields } from './tickets.ts'

export const PastTime = Time.refine((time) => Date.parse(time) <= Date.now(), 'Enter a time in the past')

export const putTicketByExternalId = endpoint({
  ...ticketChange,
  method: 'PUT',
  path: '/api/v1/tickets/by-external-id',
  for: ['key'],
  mayCreate: true,
  summary:
    'Imports a ticket from another system: changes the ticket with the external id, or creates it. Sends no mail',
  bodyLimit: 2_097_152,
  body: atMostOneText(
    z.strictObject({
      ...z.strictObject(ticketFields).partial().shape,
      ...written,
      externalId: ExternalIdOfWorkspace,
      requester: z.strictObject({ email: EmailAddress, name: line(120).optional() }).optional(),
      cc: z.array(EmailAddress).max(48).optional(),
      channel: z.enum(loggedChannels).optional().describe('How the requester wrote. Default: `import`'),
      language: Language.optional(),
      createdAt: PastTime.optional().describe('When the requester wrote. Default: now'),
    }),
  ).describe(
    'A new ticket needs `subject`, `requester` and `text` or `html`. For an existing ticket, only fields that `PATCH` takes are changed, and `status` can be `closed`; other fields are ignored',
  ),
  answer: Ticket,
  refusals: [
    'nothing-to-say',
    'file-not-found',
    'too-many-files',
    'too-many-tags',
    'custom-values-too-large',
    'ticket-closed',
    'ticket-in-trash',
    'never-new-again',
    'status-not-found',
    'assignee-not-active',
    'team-not-found',
    'changed-meanwhile',
    'too-many-recipients',
  ],
})
