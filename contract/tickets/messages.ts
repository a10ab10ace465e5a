import { z } from 'zod'
import {
  EmailAddress,
  endpoint,
  Id,
  idParams,
  pageOf,
  paging,
  Time,
  Whole,
  WholeParameter,
} from '#contract/endpoint.ts'
import { Attachment, File } from '#contract/files/files.ts'
import { followedPageOf, followingQuery } from '#contract/search/following.ts'
import { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import { PastTime } from './imports.ts'
import { MailAuthentication } from './mail-authentication.ts'
import { MailDecision, MailEvidence } from './mail-decisions.ts'
import { Html, saidOnce, written } from './message-text.ts'
import { channels, loggedChannels, Status, Ticket } from './tickets.ts'

export const Message = z.object({
  id: Id,
  ticketId: Id.describe('The ticket it is on: a follow-up, where a customer wrote to a closed one'),
  seq: z
    .number()
    .int()
    .describe(
      'Its place in the conversation, from the moment it was written; a later one if others wrote while it was held',
    ),
  kind: z.enum(['reply', 'note']),
  author: z.object({
    type: z.enum(['customer', 'agent', 'system']),
    id: Id.nullable(),
    name: z.string(),
    email: z.string().nullable().describe('null for agents when a customer reads'),
  }),
  bodyHtml: z.string().describe('Clean HTML, without the quoted part; a signature stands in <details>'),
  bodyText: z.string(),
  quotedText: z.string().nullable(),
  clipped: z
    .boolean()
    .describe('Too large for a page: no bodyHtml, and of bodyText its beginning; by itself it is whole'),
  attachments: z.array(Attachment),
  channel: z.enum(channels),
  automatic: z.boolean(),
  flags: z.array(z.enum(['stranger', 'thanks', 'bounce', 'automatic', 'used-id', 'unverified'])),
  delivery: z
    .object({
      state: z.enum(['queued', 'sent', 'retrying', 'failed', 'bounced']),
      reason: DeliveryReason.nullable(),
      nextTryAt: Time.nullable(),
    })
    .nullable()
    .describe('Of an outgoing mail; the worst of its recipients'),
  hasMail: z.boolean().describe('Its source can be shown'),
  sendAt: Time.nullable().describe('When a held or scheduled message goes'),
  sentAt: Time.nullable().describe('null while it is held or scheduled'),
  redactedAt: Time.nullable().describe('Its text and files were removed for good then'),
  createdAt: Time,
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/v1/tickets/:id/messages',
  for: ['team', 'customer', 'key'],
  scope: 'tickets:read',
  summary:
    'The latest page of the conversation, or the one before a message, oldest first; a page ends by count or by bytes. Customers see no notes and nothing that is still held',
  params: idParams,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(100),
    before: WholeParameter.min(1).optional().describe('Only messages below this number'),
  }),
  answer: z.object({
    items: z.array(Message),
    next: z.string().nullable().describe('The `before` of the page before this one; null on the first'),
    earlier: z.number().int().describe('Number of messages before this page'),
    seenSeq: z.number().int().nullable().describe('The last message number the asker has seen; null for customers'),
  }),
})

export const followMessages = endpoint({
  method: 'GET',
  path: '/api/v1/messages',
  for: ['team', 'key'],
  scope: 'tickets:read',
  counts: 'search',
  summary: 'The messages of all tickets in order of change, with the delivery of their mails',
  query: z.strictObject({ ...paging, ...followingQuery }),
  answer: followedPageOf(Message),
})

const messageParams = z.strictObject({ id: Id, messageId: Id })
const oneMessage = '/api/v1/tickets/:id/messages/:messageId'

export const showMessage = endpoint({
  method: 'GET',
  path: oneMessage,
  for: ['team', 'customer', 'key'],
  scope: 'tickets:read',
  summary: 'One message, whole',
  params: messageParams,
  answer: Message,
})

export const writeMessage = endpoint({
  method: 'POST',
  path: '/api/v1/tickets/:id/messages',
  for: ['team', 'customer', 'key'],
  scope: 'tickets:write',
  counts: 'write',
  needs: ['service'],
  takesIfMatch: true,
  summary: 'Replies on a ticket or adds an internal note',
  status: 201,
  bodyLimit: 2_097_152,
  params: idParams,
  body: saidOnce(
    z.strictObject({
      ...written,
      kind: z.enum(['reply', 'note']).default('reply'),
      from: z
        .enum(['agent', 'customer'])
        .optional()
        .describe(
          'Who says it; the team’s choice. `agent`, the default: the asker. `customer`: a customer of this ticket said it elsewhere; it is taken as a reply of theirs, and nobody outside the team is mailed.',
        ),
      customer: EmailAddress.optional().describe(
        'With `from: customer`: who of those on the ticket; its requester where it is left out',
      ),
      channel: z
        .enum(loggedChannels)
        .optional()
        .describe('With `from: customer`: how they said it; by a key `api` where it is left out'),
      createdAt: PastTime.optional().describe(
        'When the message was written, if a management key imports it from another system. No mail is sent, and the ticket keeps its status, even if it is closed',
      ),
      status: Status.optional().describe('Status after sending; the team’s choice'),
      seen: Whole.min(0)
        .optional()
        .describe('Last message number seen: 409 when somebody wrote since, or holds a reply that was not seen'),
      sendAt: Time.optional().describe('Holds the reply until then; it can be taken back before'),
      toSuppressed: z
        .boolean()
        .optional()
        .describe('Mails the reply to suppressed addresses too, and ends their suppression; team only'),
      cc: z.array(EmailAddress).max(48).optional().describe('The people in copy from now on; team only'),
      draft: Id.nullable()
        .optional()
        .describe(
          'Revision of the draft that this message was written from, or null for none; a draft with another revision stays. Without it any draft of the asker is deleted, but never by a key. Team only',
        ),
    }),
  ),
  answer: Message,
  refusals: [
    'file-not-found',
    'too-many-files',
    'closed-by-time-only',
    'never-new-again',
    'ticket-closed',
    'ticket-in-trash',
    'somebody-wrote',
    'nothing-to-say',
    'too-many-recipients',
    'too-many-unsolicited',
    'too-many-unsolicited-of-all',
  ],
})

export const Draft = z.object({
  kind: z.enum(['reply', 'note']),
  html: z.string().describe('Clean HTML, as a message of it would be'),
  attachments: z.array(File),
  revision: Id.describe('Another one after each write'),
  updatedAt: Time,
})

export const takeBackMessage = endpoint({
  method: 'DELETE',
  path: oneMessage,
  for: ['team', 'key'],
  scope: 'tickets:write',
  counts: 'write',
  needs: [],
  takesIfMatch: true,
  summary: 'Cancels a held or scheduled message. Its text becomes the draft again',
  params: messageParams,
  answer: z.object({ draft: Draft.nullable() }).describe('The draft of its author, when that is the asker'),
  refusals: ['already-sent'],
})

export const acceptStranger = endpoint({
  method: 'PUT',
  path: `${oneMessage}/acceptance`,
  for: ['team', 'key'],
  scope: 'tickets:write',
  counts: 'write',
  needs: ['service'],
  takesIfMatch: true,
  summary: 'Adds the sender of a flagged mail to the ticket and makes the mail a reply',
  params: messageParams,
  answer: Message,
  refusals: ['too-many-recipients'],
})

export const splitMessage = endpoint({
  method: 'POST',
  path: `${oneMessage}/ticket`,
  for: ['team', 'key'],
  scope: 'tickets:write',
  counts: 'write',
  needs: ['service'],
  takesIfMatch: true,
  summary: 'Creates a new ticket from a flagged mail',
  status: 201,
  params: messageParams,
  answer: Ticket,
})

export const treatAsRequest = endpoint({
  method: 'DELETE',
  path: `${oneMessage}/thanks`,
  for: ['team', 'key'],
  scope: 'tickets:write',
  counts: 'write',
  needs: ['service'],
  takesIfMatch: true,
  summary: 'Marks a short "thanks" as a request, and reopens the ticket',
  params: messageParams,
  answer: Message,
})

export const redactMessage = endpoint({
  method: 'PUT',
  path: `${oneMessage}/redaction`,
  for: ['admin', 'key'],
  scope: 'tickets:write',
  counts: 'write',
  needs: [],
  takesIfMatch: true,
  summary: 'Deletes the text, attachments and mail source of a message permanently',
  params: messageParams,
  answer: Message,
  refusals: ['not-sent-yet'],
})

export const showMailOfMessage = endpoint({
  method: 'GET',
  path: `${oneMessage}/mail`,
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary: 'Why a mail was filed here: decision, evidence and a link to its source',
  params: messageParams,
  answer: z.object({
    address: z.string(),
    envelopeFrom: z.string(),
    receivedAt: Time,
    decision: MailDecision,
    authentication: MailAuthentication.nullable().describe('null for mails that came before senders were checked'),
    evidence: z.array(MailEvidence),
    sourceUrl: z.string().nullable(),
    originalUrl: z.string().nullable().describe('The whole HTML, to be shown in a sandboxed frame'),
  }),
  refusals: ['mail-not-found'],
})

export const showDraft = endpoint({
  method: 'GET',
  path: '/api/v1/tickets/:id/draft',
  for: ['team'],
  summary: 'The draft of the caller on a ticket',
  params: idParams,
  answer: z.object({ draft: Draft.nullable() }),
})

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/v1/tickets/:id/draft',
  for: ['team'],
  counts: 'draft',
  needs: [],
  summary:
    'Saves the draft of the caller. Empty html without attachments deletes it. With `base`, another version is not overwritten',
  bodyLimit: 2_097_152,
  params: idParams,
  body: z.strictObject({
    kind: z.enum(['reply', 'note']),
    html: Html,
    attachments: z.array(Id).max(20).optional().describe('Own uploads that go with it; as before when left out'),
    base: Id.nullable()
      .optional()
      .describe(
        'Revision that this text began from, or null for none; 409 with the current `draft` when that has another one',
      ),
    revision: Id.optional().describe('A new UUID for this version, by which its writer recognises it later'),
  }),
  answer: z.object({ draft: Draft.nullable() }),
  refusals: ['file-not-found', 'conflict'],
})

export const SuspendedMail = z.object({
  id: Id,
  address: z.string(),
  from: z.string(),
  subject: z.string(),
  cause: MailDecision,
  authentication: MailAuthentication.nullable(),
  bytes: z.number().int(),
  sourceUrl: z.string(),
  receivedAt: Time,
})

export const listSuspendedMails = endpoint({
  method: 'GET',
  path: '/api/v1/suspended-mails',
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary: 'Mails that were not accepted, newest first',
  query: z.strictObject(paging),
  answer: pageOf(SuspendedMail),
})

export const recoverMail = endpoint({
  method: 'PUT',
  path: '/api/v1/suspended-mails/:id/recovery',
  for: ['team', 'key'],
  scope: 'tickets:write',
  counts: 'write',
  needs: ['service'],
  summary: 'Creates a ticket from a suspended mail',
  params: idParams,
  answer: z.object({ ticketId: Id }),
  refusals: ['mail-not-found', 'mail-not-suspended'],
})
