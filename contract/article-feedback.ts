import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, pageOf, paging, Time } from './endpoint.ts'
import { Language } from './knowledge-base.ts'
import { mostOfComment } from './texts.ts'

const Comment = z
  .string()
  .trim()
  .max(mostOfComment, `Use at most ${mostOfComment.toLocaleString('en')} characters`)

export const giveFeedback = endpoint({
  method: 'POST',
  path: '/api/v1/knowledge-base/articles/:id/feedback',
  for: ['team', 'customer', 'visitor'],
  counts: 'write',
  // Readers are heard whatever becomes of the trial.
  needs: [],
  isRepeatable: false,
  summary: 'Says whether an article helped, once a reader; saying it again changes it, and what is left out stays',
  status: 201,
  params: idParams,
  body: z.strictObject({
    helpful: z.boolean({ error: 'Say yes or no' }),
    comment: Comment.optional(),
    email: z
      .union([z.literal(''), z.email('Enter an address like name@example.com').max(254)])
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
  email: z.string().nullable().describe('As a visitor typed it'),
  language: z.string(),
  searched: z.string().describe('What was looked for before, in small letters; empty where that is not known'),
  by: z.object({ kind: z.enum(['team', 'customer', 'visitor']), id: Id.nullable(), name: z.string() }),
  at: Time,
})
export type Feedback = z.output<typeof Feedback>

export const listFeedback = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles/:id/feedback',
  for: ['admin', 'key'],
  scope: 'knowledge-base:read',
  summary: 'What readers said of an article, the latest first',
  params: idParams,
  query: z.strictObject({
    ...paging,
    withComment: z.stringbool().default(false).describe('Only what was said in words'),
  }),
  answer: pageOf(Feedback),
  refusals: ['article-not-found'],
})
