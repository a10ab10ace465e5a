import { z } from 'zod'
import { EmailAddress, endpoint, line, Time } from './endpoint.ts'
import { ExternalIdOfWorkspace } from './external-id.ts'
import { Language } from './knowledge-base.ts'
import { loggedChannels, Ticket, ticketFields } from './tickets.ts'
import { saidInOneWay, written } from './written.ts'

/** A moment that is over. */
export const PastTime = Time.refine((time) => Date.parse(time) <= Date.now(), 'Name a time that is over')

export const putTicketByExternalId = endpoint({
  method: 'PUT',
  path: '/api/v1/tickets/by-external-id',
  for: ['key'],
  scope: 'tickets:write',
  counts: 'write',
  needs: ['service'],
  takesIfMatch: true,
  mayCreate: true,
  summary:
    'Takes in a ticket from another system: changes the one that has the external id, else makes one of what its requester asked. Mails nobody',
  bodyLimit: 2_097_152,
  body: saidInOneWay(
    z.strictObject({
      ...z.strictObject(ticketFields).partial().shape,
      ...written,
      externalId: ExternalIdOfWorkspace,
      requester: z.strictObject({ email: EmailAddress, name: line(120).optional() }).optional(),
      cc: z.array(EmailAddress).max(48).optional(),
      channel: z.enum(loggedChannels).optional().describe('How the requester asked; `import` where it is left out'),
      language: Language.optional(),
      createdAt: PastTime.optional().describe('When the requester asked; now where it is left out'),
    }),
  ).describe(
    'A new ticket needs `subject`, `requester` and what was asked. Of one that is there the fields of `PATCH` are changed, and `closed` is taken too; all else is taken where a ticket is made',
  ),
  answer: Ticket,
  refusals: [
    'nothing-to-say',
    'ticket-closed',
    'ticket-in-trash',
    'never-new-again',
    'assignee-not-active',
    'changed-meanwhile',
    'too-many-recipients',
    'nothing-to-say',
  ],
})
