import { z } from 'zod'
import { Batch, startRefusals } from '#contract/bulk/batches.ts'
import { endpoint, Id, idParams, pageOf, paging, Time } from '#contract/endpoint.ts'
import { Language } from '#contract/workspace/languages.ts'
import { mostIncidents } from './links.ts'
import { mostOfMacroText } from './macro-values.ts'
import { tooLong } from './message-text.ts'
import { Ticket } from './tickets.ts'

export const problemReplyRefusals = {
  'problem-not-solved': { status: 409, text: 'This problem is not solved. Solve it first, then tell the customers.' },
  'not-an-incident': { status: 409, text: 'This ticket is not an incident of the problem' },
  'incident-solved': { status: 409, text: 'This incident is solved already' },
  'incident-in-spam': { status: 409, text: 'This ticket is marked as spam' },
  'incident-answered': { status: 409, text: 'Another reply to this ticket is not sent yet' },
  'customer-told': { status: 409, text: 'This customer was told already' },
  'customer-told-elsewhere': { status: 409, text: 'The customer gets the reply on another incident' },
  'changed-since-preview': {
    status: 409,
    text: 'Somebody wrote on this ticket, or the people on it changed, after the preview',
  },
} as const

export const incidentReplyKinds = ['solve', 'fixed'] as const
const Kind = z
  .enum(incidentReplyKinds)
  .describe(
    '`solve`: each incident that is not solved gets the reply and is solved. `fixed`: the problem is solved, and each customer gets the reply once, also on solved and closed incidents',
  )

const ReplyHtml = z.string().max(mostOfMacroText, tooLong(mostOfMacroText))
const texts = {
  text: ReplyHtml.min(1, 'Write a text').describe(
    'HTML, which is sanitized, with the variables of macros such as `{{customer.first_name | "there"}}`',
  ),
  texts: z
    .record(Language, ReplyHtml)
    .refine((all) => Object.keys(all).length <= 20, 'Write at most 20 further languages')
    .default({})
    .describe('The text in further languages. A customer of another language gets `text`'),
}

const Incident = Ticket.pick({ id: true, number: true, subject: true, statusLabel: true, status: true })

export const IncidentRecipient = z.object({
  ticket: Incident,
  language: z.string().nullable().describe('Language of the customer; null: unknown'),
  recipients: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      isReachable: z.boolean().describe('False: mails to this address came back, so it gets none'),
    }),
  ),
  version: z
    .string()
    .describe('Changes with each message and with each change of the recipients. Send it with the reply'),
})

const LeftIncident = z.object({
  ticket: Incident,
  code: z.string().describe('The code of the refusal'),
  detail: z.string(),
})

const ofProblem = { for: ['team'], params: idParams } as const

export const listIncidentRecipients = endpoint({
  ...ofProblem,
  method: 'GET',
  path: '/api/v1/tickets/:id/incident-recipients',
  counts: 'search',
  summary: 'The incidents of a problem that would get a reply, their recipients, and the incidents that are left out',
  query: z.strictObject({ kind: Kind.default('solve') }),
  answer: z.object({ items: z.array(IncidentRecipient), left: z.array(LeftIncident), next: z.null() }),
})

const mostPreviews = 20
const Unfilled = z.array(z.string()).describe('Variables without a value. With one of them, the reply is not sent')

export const previewIncidentReplies = endpoint({
  ...ofProblem,
  method: 'POST',
  path: '/api/v1/tickets/:id/incident-reply-previews',
  counts: 'search',
  needs: [],
  summary: `What up to ${mostPreviews} incidents of a problem would get as a reply, and all incidents for which a variable has no value. Nothing is stored or sent`,
  body: z.strictObject({ kind: Kind.default('solve'), ...texts, tickets: z.array(Id).min(1).max(mostPreviews) }),
  refusals: ['nothing-to-say'],
  answer: z.object({
    items: z.array(
      z.object({
        ticketId: Id,
        language: z.string().describe('The language of the text'),
        html: z.string(),
        unfilled: Unfilled,
      }),
    ),
    lacking: z
      .array(z.object({ ticketId: Id, number: z.int(), unfilled: Unfilled }))
      .describe(
        `The incidents that would get the reply and for which a variable has no value, at most ${mostIncidents}, first linked first`,
      ),
  }),
})

export const replyToIncidents = endpoint({
  ...ofProblem,
  method: 'POST',
  path: '/api/v1/tickets/:id/incident-replies',
  counts: 'ticket-changes',
  needs: ['service'],
  status: 202,
  bodyLimit: 1_048_576,
  summary:
    'Starts a batch that replies to incidents of a problem. The replies are held for at least 10 seconds, and the undo of the batch takes back those that are not sent',
  body: z.strictObject({
    kind: Kind,
    ...texts,
    tickets: z
      .array(z.strictObject({ id: Id, version: z.string().max(40) }))
      .min(1, 'Send at least one ticket')
      .max(mostIncidents, `Send at most ${mostIncidents} tickets`)
      .describe(
        'The incidents that get the reply, with their `version` of `GET /api/v1/tickets/{id}/incident-recipients`',
      ),
  }),
  answer: Batch,
  refusals: [
    ...startRefusals,
    ...(['not-a-problem', 'problem-not-solved', 'ticket-in-trash', 'nothing-to-say', 'variables-unfilled'] as const),
  ],
})

export const ToldCustomer = z.object({
  id: Id.describe('The id of the message'),
  kind: Kind,
  ticket: Incident.extend({ requester: Ticket.shape.requester }),
  recipients: z.array(z.string()).describe('Addresses that the reply was mailed to'),
  by: z.object({ id: Id, name: z.string() }),
  sentAt: Time,
})

export const listToldCustomers = endpoint({
  method: 'GET',
  path: '/api/v1/tickets/:id/told-customers',
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary: 'The replies that were sent to incidents of a problem at once, last sent first, and the number of customers',
  params: idParams,
  query: z.strictObject(paging),
  answer: pageOf(ToldCustomer).extend({
    customers: z.int(),
    waiting: z.int().describe('Replies that are still held. The undo of the batch takes them back'),
  }),
})
