import { z } from 'zod'
import { EmailAddress, endpoint, Id, idParams, Nothing, pageOf, paging, Time } from '#contract/endpoint.ts'
import { mostOfComment } from '#contract/texts.ts'
import { Language } from '#contract/workspace/languages.ts'
import { guarded } from './categories.ts'

const Comment = z
  .string()
  .trim()
  .max(mostOfComment, `Use at most ${mostOfComment.toLocaleString('en')} characters`)

export const giveFeedback = endpoint({
  method: 'POST',
  path: '/api/v1/knowledge-base/articles/:id/feedback',
  for: ['team', 'customer', 'visitor'],
  counts: 'write',
  // Readers can give feedback after the trial, too.
  needs: [],
  isRepeatable: false,
  summary:
    'Rates an article, once for each reader. A second call changes the rating, and fields that are not sent stay unchanged',
  status: 201,
  params: idParams,
  body: z.strictObject({
    helpful: z.boolean({ error: 'Send true or false' }),
    comment: Comment.optional(),
    email: z
      .union([z.literal(''), EmailAddress])
      .optional()
      .describe('Of a visitor who wants an answer; nobody proved that it is theirs'),
    searched: z.string().max(256).optional().describe('What was looked for before it was read'),
    language: Language.optional().describe('In which it was read; the first it is live in, unless said'),
  }),
  answer: Nothing,
  refusals: ['article-not-found', 'feedback-not-taken'],
})

export const Feedback = z.object({
  id: Id,
  helpful: z.boolean(),
  comment: z.string(),
  email: z.string().nullable().describe('As a visitor typed it, kept for 180 days; null for keys'),
  language: z.string(),
  searched: z.string().describe('What was looked for before, in small letters; empty where that is not known'),
  by: z.object({
    kind: z.enum(['team', 'customer', 'visitor']),
    id: Id.nullable(),
    name: z.string().describe('Empty for a visitor, and for keys where it is a customer'),
  }),
  at: Time,
})
export type Feedback = z.output<typeof Feedback>

const OnlyWithComment = z.stringbool().default(false).describe('Only what was said in words')

export const listFeedback = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles/:id/feedback',
  for: ['admin', 'key'],
  scope: 'knowledge-base:read',
  summary: 'The feedback on an article, newest first',
  params: idParams,
  query: z.strictObject({
    ...paging,
    withComment: OnlyWithComment,
  }),
  answer: pageOf(Feedback),
  refusals: ['article-not-found'],
})

const FeedbackTicket = z.object({ id: Id, number: z.int() })

export const WaitingFeedback = Feedback.extend({
  article: z.object({ id: Id, title: z.string().describe('In the language of the feedback, else in the first') }),
  version: z
    .object({ number: z.int(), publishedAt: Time, isLive: z.boolean().describe('Nothing was published since') })
    .nullable()
    .describe('The version that it is about; null if unknown'),
  isOpen: z.boolean().describe('It has a comment or is negative, and nobody has closed it'),
  closed: z.object({ at: Time, by: z.string().describe('The name of a member') }).nullable(),
  isAnswerable: z.boolean().describe('It has a comment and a reply address'),
  ticket: FeedbackTicket.nullable().describe('What was made of it'),
})
export type WaitingFeedback = z.output<typeof WaitingFeedback>

export const listAllFeedback = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/feedback',
  for: ['admin', 'key'],
  scope: 'knowledge-base:read',
  summary: 'The feedback on all articles except those in the trash, newest first',
  query: z.strictObject({
    ...paging,
    withComment: OnlyWithComment,
    helpful: z.stringbool().optional().describe('Only of those whom it helped, or did not'),
    isOpen: z.stringbool().optional().describe('Only what waits for somebody, or does not'),
  }),
  answer: pageOf(WaitingFeedback),
})

const closure = {
  path: '/api/v1/knowledge-base/feedback/:id/closure',
  for: ['admin', 'key'],
  scope: 'knowledge-base:write',
  ...guarded,
  params: idParams,
  answer: WaitingFeedback,
  refusals: ['feedback-not-found'],
} as const

export const closeFeedback = endpoint({
  ...closure,
  method: 'PUT',
  summary: 'Closes feedback. It reopens if the reader changes it',
})
export const reopenFeedback = endpoint({ ...closure, method: 'DELETE', summary: 'Reopens closed feedback' })

export const openFeedbackTicket = endpoint({
  method: 'PUT',
  path: '/api/v1/knowledge-base/feedback/:id/ticket',
  for: ['admin', 'key'],
  scope: ['tickets:create', 'tickets:write'],
  ...guarded,
  summary:
    'Creates a ticket from the comment of a reader, and closes the feedback. A second call returns the same ticket',
  params: idParams,
  answer: FeedbackTicket,
  refusals: ['feedback-not-found', 'feedback-not-answerable'],
})
