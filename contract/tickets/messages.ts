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
import { mostMentions } from '#contract/writing/comments.ts'
import { MessageChanges } from './changes.ts'
import { PastTime } from './imports.ts'
import { PendingMacro } from './macros.ts'
import { MailAuthentication, MailDecision, MailEvidence } from './mail-decisions.ts'
import { Html, textOrFiles, written } from './message-text.ts'
import { channels, loggedChannels } from './ticket-values.ts'
import { Status, Ticket, ticketChange } from './tickets.ts'

export const Message = z.object({
  id: Id,
  ticketId: Id.describe('The ticket of the message: the follow-up if a customer wrote to a closed ticket'),
  originTicketId: Id.nullable().describe(
    'In the conversation of a ticket: the merged ticket that the message belongs to; null for its own messages',
  ),
  seq: z.number().int().describe('Position in the conversation. It grows if others write while the message is held'),
  position: z
    .number()
    .int()
    .describe('The `seq` or, in a conversation with merged tickets, the position among the messages of all of them'),
  kind: z.enum(['reply', 'note']),
  author: z.object({
    type: z.enum(['customer', 'agent', 'system']),
    id: Id.nullable(),
    name: z.string(),
    email: z.string().nullable().describe('null for agents if the caller is a customer'),
  }),
  bodyHtml: z.string().describe('Sanitized HTML without the quoted part; a signature is inside <details>'),
  bodyText: z.string(),
  quotedText: z.string().nullable(),
  clipped: z
    .boolean()
    .describe(
      'Whether the message is too large for a list: then `bodyHtml` is empty and `bodyText` is cut. Fetch the single message for the whole text',
    ),
  attachments: z.array(Attachment),
  channel: z.enum(channels),
  automatic: z.boolean(),
  flags: z.array(z.enum(['stranger', 'thanks', 'bounce', 'automatic', 'used-id', 'unverified', 'problem-fixed'])),
  delivery: z
    .object({
      state: z.enum(['queued', 'sent', 'retrying', 'failed', 'bounced']),
      reason: DeliveryReason.nullable(),
      nextTryAt: Time.nullable(),
    })
    .nullable()
    .describe('Delivery of the outgoing mail; with several recipients, the worst state; null without a mail'),
  hasMail: z.boolean().describe('The source of the mail is available'),
  sendAt: Time.nullable().describe('When a held or scheduled message is sent'),
  sentAt: Time.nullable().describe('null while the message is held or scheduled'),
  redactedAt: Time.nullable().describe('When its text and files were deleted permanently'),
  createdAt: Time,
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/v1/tickets/:id/messages',
  for: ['team', 'customer', 'key'],
  scope: 'tickets:read',
  summary:
    'The latest page of the conversation, or the page before a message, oldest first. A page is limited by count and by bytes. Customers see no notes and no held messages',
  params: idParams,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(100),
    before: WholeParameter.min(1).optional().describe('Only messages with a lower `position`'),
  }),
  answer: z.object({
    items: z.array(Message),
    next: z.string().nullable().describe('Value of `before` for the page of earlier messages; null if none'),
    earlier: z.number().int().describe('Number of messages before this page'),
    seenSeq: z.number().int().nullable().describe('Highest `seq` that the caller has seen; null for customers'),
  }),
})

export const followMessages = endpoint({
  method: 'GET',
  path: '/api/v1/messages',
  for: ['team', 'key'],
  scope: 'tickets:read',
  counts: 'search',
  summary: 'The messages of all tickets in order of change, with the delivery state of their mails',
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
  summary: 'One message with its whole text',
  params: messageParams,
  answer: Message,
})

export const writeMessage = endpoint({
  ...ticketChange,
  method: 'POST',
  path: '/api/v1/tickets/:id/messages',
  for: ['team', 'customer', 'key'],
  summary: 'Replies on a ticket or adds an internal note',
  status: 201,
  bodyLimit: 2_097_152,
  params: idParams,
  body: textOrFiles(
    z.strictObject({
      ...written,
      kind: z.enum(['reply', 'note']).default('reply'),
      from: z
        .enum(['agent', 'customer'])
        .optional()
        .describe(
          '`agent` (default): the caller wrote it. `customer`: a customer of this ticket said it elsewhere; it is logged as their reply, and nobody outside the team is mailed. Team only',
        ),
      customer: EmailAddress.optional().describe(
        'With `from: customer`: address of the author, who must be on the ticket. Default: the requester',
      ),
      channel: z
        .enum(loggedChannels)
        .optional()
        .describe('With `from: customer`: how the customer said it. Default: `api` for a key, otherwise `other`'),
      createdAt: PastTime.optional().describe(
        'When the message was written, if a management key imports it from another system. No mail is sent, and the ticket keeps its status, even if it is closed',
      ),
      status: Status.optional().describe('Status of the ticket after sending; team only'),
      statusId: Id.optional().describe('Like `status`, by the id of a status; team only'),
      changes: MessageChanges.optional(),
      seen: Whole.min(0).optional().describe('Highest `seq` seen. 409 if somebody else wrote or held a newer message'),
      sendAt: Time.optional().describe('When the reply is sent. Until then it is held and can be canceled'),
      toSuppressed: z
        .boolean()
        .optional()
        .describe('Mails the reply to suppressed addresses too, and ends their suppression; team only'),
      mentions: z
        .array(Id)
        .max(mostMentions)
        .optional()
        .describe(
          'The members whom a note mentions. They get a mail and follow the ticket from now on. Only for a note of the team',
        ),
      cc: z.array(EmailAddress).max(48).optional().describe('Replaces the people in CC; team only'),
      draft: Id.nullable()
        .optional()
        .describe(
          'Revision of the draft that becomes this message; null: no draft. A draft with another revision is kept. Without any draft, the message is refused. If omitted, the draft of the caller is deleted, unless the caller is a key. Team only',
        ),
    }),
  ),
  answer: Message,
  refusals: [
    'file-not-found',
    'customer-blocked',
    'customer-erased',
    'customer-merged',
    'too-many-files',
    'closed-by-time-only',
    'never-new-again',
    'status-not-found',
    'assignee-not-active',
    'team-not-found',
    'too-many-tags',
    'custom-values-too-large',
    'ticket-not-active',
    'snooze-in-the-past',
    'variables-unfilled',
    'member-not-found',
    'ticket-closed',
    'ticket-in-trash',
    'fields-missing',
    'somebody-wrote',
    'draft-gone',
    'nothing-to-say',
    'mentioned-unknown',
    'too-many-followers',
    'too-many-recipients',
    'too-many-unsolicited',
    'too-many-unsolicited-of-all',
  ],
})

export const Draft = z.object({
  kind: z.enum(['reply', 'note']),
  html: z.string().describe('Sanitized HTML'),
  attachments: z.array(File),
  macro: PendingMacro.nullable().describe('The changes of macros that are sent with the draft'),
  revision: Id.describe('Changes with each write'),
  updatedAt: Time,
})

export const takeBackMessage = endpoint({
  ...ticketChange,
  method: 'DELETE',
  path: oneMessage,
  needs: [],
  summary: 'Cancels a held or scheduled message. Its text becomes the draft again',
  params: messageParams,
  answer: z.object({ draft: Draft.nullable() }).describe('The draft of the caller on this ticket'),
  refusals: ['already-sent'],
})

export const acceptStranger = endpoint({
  ...ticketChange,
  method: 'PUT',
  path: `${oneMessage}/acceptance`,
  summary: 'Adds the sender of a flagged mail to the ticket and makes the mail a reply',
  params: messageParams,
  answer: Message,
  refusals: ['too-many-recipients'],
})

export const mostSplit = 50

export const splitMessage = endpoint({
  ...ticketChange,
  method: 'POST',
  path: `${oneMessage}/ticket`,
  summary: 'Moves a message of a customer to a new ticket of its author. Both tickets are linked',
  status: 201,
  params: messageParams,
  body: z.strictObject({
    messages: z
      .array(Id)
      .max(mostSplit - 1, `Split at most ${mostSplit} messages at once`)
      .optional()
      .describe('Further messages of the same author to move'),
  }),
  answer: Ticket,
  refusals: ['not-of-customer', 'of-several-authors', 'nothing-left'],
})

export const undoSplit = endpoint({
  ...ticketChange,
  method: 'DELETE',
  path: '/api/v1/tickets/:id/split',
  summary:
    'Undoes the split that created the ticket, while the ticket has no other messages: moves the messages back and deletes the ticket',
  params: idParams,
  answer: Ticket.describe('The ticket that the messages are on again'),
  refusals: ['ticket-not-split', 'split-continued', 'ticket-closed', 'ticket-in-trash'],
})

export const treatAsRequest = endpoint({
  ...ticketChange,
  method: 'DELETE',
  path: `${oneMessage}/thanks`,
  summary: 'Marks a short "thanks" as a request, and reopens the ticket',
  params: messageParams,
  answer: Message,
})

export const redactMessage = endpoint({
  ...ticketChange,
  method: 'PUT',
  path: `${oneMessage}/redaction`,
  for: ['admin', 'key'],
  needs: [],
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
  summary: 'Why a mail was added to this ticket: decision, evidence and a link to its source',
  params: messageParams,
  answer: z.object({
    address: z.string(),
    envelopeFrom: z.string(),
    receivedAt: Time,
    decision: MailDecision,
    authentication: MailAuthentication.nullable().describe('null for mails received before senders were checked'),
    evidence: z.array(MailEvidence),
    sourceUrl: z.string().nullable(),
    originalUrl: z.string().nullable().describe('URL of the whole HTML of the mail, for a sandboxed frame'),
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

export const writtenDraft = {
  html: Html,
  attachments: z
    .array(Id)
    .max(20)
    .optional()
    .describe('Ids of your uploads. If omitted, the attachments do not change'),
  base: Id.nullable()
    .optional()
    .describe(
      'Revision that this text is based on; null: no draft. 409 with the current `draft` if its revision is different',
    ),
  revision: Id.optional().describe('A new UUID for this version, so that the client can recognize it'),
}

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/v1/tickets/:id/draft',
  for: ['team'],
  counts: 'draft',
  needs: [],
  summary:
    'Saves the draft of the caller. Empty html without attachments and changes of macros deletes it. If `base` is sent and the saved draft has another revision, the draft is not overwritten',
  bodyLimit: 2_097_152,
  params: idParams,
  body: z.strictObject({
    ...writtenDraft,
    kind: z.enum(['reply', 'note']),
    macro: PendingMacro.nullable()
      .optional()
      .describe('The changes of applied macros; null: none. If omitted, they do not change'),
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
