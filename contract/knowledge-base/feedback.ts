import { z } from 'zod'
import { EmailAddress, endpoint, Id, idParams, Nothing, pageOf, paging, Time } from '#contract/endpoint.ts'
import { mostOfComment } from '#contract/texts.ts'
import { Language } from '#contract/workspace/languages.ts'
import { editorRead, editorWrite, guarded } from './categories.ts'

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
  summary: 'Rates an article. A second call of a reader changes their rating; fields that are not sent stay unchanged',
  status: 201,
  params: idParams,
  body: z.strictObject({
    helpful: z.boolean({ error: 'Send true or false' }),
    comment: Comment.optional(),
    email: z
      .union([z.literal(''), EmailAddress])
      .optional()
      .describe('Reply address of a visitor, not verified'),
    searched: z.string().max(256).optional().describe('Words that the reader searched for before'),
    language: Language.optional().describe('Language in which the reader read; default: the first live language'),
  }),
  answer: Nothing,
  refusals: ['article-not-found', 'feedback-not-taken'],
})

export const Feedback = z.object({
  id: Id,
  helpful: z.boolean(),
  comment: z.string(),
  email: z.string().nullable().describe('Reply address as the visitor typed it, stored for 180 days; null for keys'),
  language: z.string(),
  searched: z.string().describe('Words that the reader searched for before, in lower case; empty if unknown'),
  by: z.object({
    kind: z.enum(['team', 'customer', 'visitor']),
    id: Id.nullable(),
    name: z.string().describe('Name; empty for visitors, and for customers if a key reads'),
  }),
  at: Time,
})
export type Feedback = z.output<typeof Feedback>

const OnlyWithComment = z.stringbool().default(false).describe('Only feedback with a comment')

export const listFeedback = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles/:id/feedback',
  ...editorRead,
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
  article: z.object({ id: Id, title: z.string().describe('Title in the language of the feedback, or else the first') }),
  version: z
    .object({ number: z.int(), publishedAt: Time, isLive: z.boolean().describe('No later version was published') })
    .nullable()
    .describe('The rated version; null if unknown'),
  isOpen: z.boolean().describe('The feedback has a comment or is negative, and nobody has closed it'),
  closed: z.object({ at: Time, by: z.string().describe('The name of a member') }).nullable(),
  isAnswerable: z.boolean().describe('The feedback has a comment and a reply address'),
  ticket: FeedbackTicket.nullable().describe('The ticket that was created from the feedback'),
})
export type WaitingFeedback = z.output<typeof WaitingFeedback>

export const listAllFeedback = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/feedback',
  ...editorRead,
  summary: 'The feedback on all articles except those in the trash, newest first',
  query: z.strictObject({
    ...paging,
    withComment: OnlyWithComment,
    helpful: z.stringbool().optional().describe('`true`: only positive ratings. `false`: only negative ratings'),
    isOpen: z.stringbool().optional().describe('`true`: only open feedback. `false`: only closed feedback'),
  }),
  answer: pageOf(WaitingFeedback),
})

const closure = {
  path: '/api/v1/knowledge-base/feedback/:id/closure',
  ...editorWrite,
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
