import { z } from 'zod'
import {
  EmailAddress,
  endpoint,
  Id,
  idParams,
  line,
  Nothing,
  pageOf,
  Time,
  Whole,
  WholeParameter,
} from '#contract/endpoint.ts'
import { Attachment, File } from '#contract/files/files.ts'
import { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import { atMostOneText, textOrFiles, written } from './message-text.ts'
import { Draft, Message, writtenDraft } from './messages.ts'
import { ticketChange } from './tickets.ts'

export const mostSideRecipients = 10
export const mostSideConversations = 50
const mostHeldSeconds = 60

export const sideConversationRefusals = {
  'side-conversation-not-found': { status: 404, text: 'There is no such side conversation' },
  'side-message-not-found': { status: 404, text: 'There is no such message in this side conversation' },
  'too-many-side-conversations': {
    status: 409,
    text: `A ticket can have at most ${mostSideConversations} side conversations. Continue one of them instead.`,
  },
} as const

const Recipients = z
  .array(EmailAddress)
  .min(1, 'Enter at least one address')
  .max(mostSideRecipients, `Enter at most ${mostSideRecipients} addresses`)
  .transform((addresses) => [...new Set(addresses)])

const sendAt = Time.optional()
  .refine((at) => !at || Date.parse(at) <= Date.now() + mostHeldSeconds * 1000, {
    error: `Enter a time within the next ${mostHeldSeconds} seconds`,
  })
  .describe(
    `When the message is mailed, at most ${mostHeldSeconds} seconds from now. It can be taken back before. Default: now`,
  )

export const SideMessage = z.object({
  id: Id,
  seq: z.number().int().describe('Position in the side conversation'),
  author: z.object({
    type: z.enum(['agent', 'outsider']),
    id: Id.nullable().describe('The member; null for people outside the team'),
    name: z.string(),
    email: z.string(),
  }),
  to: z.array(z.string()).describe('The addresses to which a member wrote'),
  bodyHtml: z.string().describe('Sanitized HTML without the quoted part'),
  bodyText: z.string(),
  quotedText: z.string().nullable(),
  forwarded: z
    .object({
      messageId: Id,
      author: z.string(),
      sentAt: Time,
      text: z.string().describe('The first 2,000 characters. The mail contains the whole text'),
      attachments: z.array(Attachment),
    })
    .nullable()
    .describe('The message of the ticket that this one forwards; null if there is none, or its text was deleted'),
  attachments: z.array(Attachment),
  automatic: z.boolean(),
  flags: z
    .array(z.enum(['stranger', 'unverified', 'used-id']))
    .describe('`stranger`: nobody wrote to this address. `unverified`: nothing proves the sender'),
  deliveries: z
    .array(
      z.object({
        address: z.string(),
        state: Message.shape.delivery.unwrap().shape.state,
        reason: DeliveryReason.nullable(),
        nextTryAt: Time.nullable(),
      }),
    )
    .describe('The mails of a message of the team, one for each address'),
  sendAt: Time.nullable().describe('When the message is mailed; null if that was done'),
  redactedAt: Time.nullable().describe('When its text and files were deleted permanently'),
  createdAt: Time,
})

export const SideConversation = z.object({
  id: Id,
  ticketId: Id.describe('The ticket on which it was started, which may have been merged since'),
  subject: z.string(),
  to: z.array(z.string()).describe('The addresses to which the next message goes'),
  people: z.array(z.object({ address: z.string(), name: z.string() })).describe('The known names of `to`'),
  messageCount: z.number().int(),
  lastSeq: z.number().int().describe('The highest `seq` of its messages'),
  unread: z.boolean().describe('Whether somebody outside wrote since the caller read it last'),
  closed: z.boolean(),
  hasDraft: z.boolean().describe('The caller has an unsent draft'),
  lastMessageAt: Time,
  createdAt: Time,
})

export const listSideConversations = endpoint({
  method: 'GET',
  path: '/api/v1/tickets/:id/side-conversations',
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary: 'The side conversations of a ticket and of the tickets that were merged into it, oldest first',
  params: idParams,
  answer: pageOf(SideConversation),
})

const writeRefusals = [
  'ticket-closed',
  'ticket-in-trash',
  'file-not-found',
  'files-too-large',
  'too-many-files',
  'nothing-to-say',
  'storage-full',
  'too-many-unsolicited',
  'too-many-unsolicited-of-all',
] as const

export const startSideConversation = endpoint({
  ...ticketChange,
  method: 'POST',
  path: '/api/v1/tickets/:id/side-conversations',
  summary: 'Writes to people outside about a ticket, or forwards a message of it. Customers never see it',
  status: 201,
  bodyLimit: 2_097_152,
  params: idParams,
  body: atMostOneText(
    z.strictObject({
      ...written,
      to: Recipients.describe(`At most ${mostSideRecipients} addresses. Nobody who is on the ticket`),
      subject: line(255).min(1, 'Enter a subject'),
      messageId: Id.optional().describe(
        'A message of the ticket to forward, with its attachments. Then `html` and `text` are optional',
      ),
      sendAt,
    }),
  ),
  answer: SideConversation.extend({ message: SideMessage }),
  refusals: [...writeRefusals, 'message-not-found', 'too-many-side-conversations'],
})

const oneConversation = '/api/v1/side-conversations/:id'
const sideChange = { for: ['team', 'key'], scope: 'tickets:write', counts: 'write' } as const

export const changeSideConversation = endpoint({
  ...sideChange,
  method: 'PATCH',
  path: oneConversation,
  needs: ['service'],
  summary: 'Closes or reopens a side conversation. A new message reopens it, too',
  params: idParams,
  body: z.strictObject({ closed: z.boolean().optional() }),
  answer: SideConversation,
  refusals: ['side-conversation-not-found'],
})

export const markSideConversationSeen = endpoint({
  method: 'PUT',
  path: `${oneConversation}/seen`,
  for: ['team'],
  counts: 'seen',
  needs: [],
  summary: 'Records the last message of a side conversation that the caller has seen',
  params: idParams,
  body: z.strictObject({ seq: Whole.min(0) }),
  answer: Nothing,
  refusals: ['side-conversation-not-found'],
})

export const listSideMessages = endpoint({
  method: 'GET',
  path: `${oneConversation}/messages`,
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary:
    'The latest messages of a side conversation, or those before a message, oldest first. A page is limited by count and by bytes',
  params: idParams,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    before: WholeParameter.min(1).optional().describe('Only messages with a lower `seq`'),
  }),
  answer: z.object({
    items: z.array(SideMessage),
    next: z.string().nullable().describe('Value of `before` for the page of earlier messages; null if none'),
  }),
  refusals: ['side-conversation-not-found'],
})

export const writeSideMessage = endpoint({
  ...sideChange,
  method: 'POST',
  path: `${oneConversation}/messages`,
  needs: ['service'],
  summary: 'Writes again to the people of a side conversation',
  status: 201,
  bodyLimit: 2_097_152,
  params: idParams,
  body: textOrFiles(
    z.strictObject({
      ...written,
      to: Recipients.optional().describe('Replaces the people of the side conversation'),
      sendAt,
      draft: Id.nullable()
        .optional()
        .describe(
          'Revision of the draft that becomes this message. A draft with another revision is kept. Without any draft, the message is refused. Team only',
        ),
    }),
  ),
  answer: SideMessage,
  refusals: [...writeRefusals, 'side-conversation-not-found', 'draft-gone'],
})

export const SideDraft = Draft.omit({ kind: true, macro: true }).extend({
  to: z.array(z.string()).describe('The addresses to which it is to go'),
})
const oneDraft = { path: `${oneConversation}/draft`, for: ['team'], params: idParams } as const

export const showSideDraft = endpoint({
  ...oneDraft,
  method: 'GET',
  summary: 'The draft of the caller in a side conversation',
  answer: z.object({ draft: SideDraft.nullable() }),
  refusals: ['side-conversation-not-found'],
})

export const saveSideDraft = endpoint({
  ...oneDraft,
  method: 'PUT',
  counts: 'draft',
  needs: [],
  summary:
    'Saves the draft of the caller in a side conversation. Empty html without attachments deletes it. If `base` is sent and the saved draft has another revision, the draft is not overwritten',
  bodyLimit: 2_097_152,
  body: z.strictObject({
    ...writtenDraft,
    to: z.array(line(254)).max(mostSideRecipients).describe('Texts that are no addresses yet are kept, too'),
  }),
  answer: z.object({ draft: SideDraft.nullable() }),
  refusals: ['side-conversation-not-found', 'file-not-found', 'conflict'],
})

const oneMessage = {
  path: `${oneConversation}/messages/:messageId`,
  params: z.strictObject({ id: Id, messageId: Id }),
} as const

export const redactSideMessage = endpoint({
  ...sideChange,
  ...oneMessage,
  method: 'PUT',
  path: `${oneMessage.path}/redaction`,
  for: ['admin', 'key'],
  needs: [],
  summary: 'Deletes the text, attachments and mail source of a message permanently',
  answer: SideMessage,
  refusals: ['side-conversation-not-found', 'side-message-not-found', 'not-sent-yet'],
})

export const takeBackSideMessage = endpoint({
  ...sideChange,
  ...oneMessage,
  method: 'DELETE',
  needs: [],
  summary:
    'Takes a message back that is not mailed yet, and returns what was written. Without other messages and drafts, the side conversation is deleted, too',
  answer: z.object({
    to: z.array(z.string()),
    subject: z.string(),
    html: z.string(),
    attachments: z.array(File).describe('Uploads of the author again, if the caller is the author'),
    messageId: Id.nullable().describe('The message that was to be forwarded'),
  }),
  refusals: ['side-conversation-not-found', 'side-message-not-found', 'already-sent'],
})
