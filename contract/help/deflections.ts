import { z } from 'zod'
import { endpoint, Id, idParams, Nothing } from '#contract/endpoint.ts'
import { guarded } from '#contract/knowledge-base/categories.ts'

/** What of one request is kept at most; who goes on typing is shown no end of articles. */
export const mostShown = 30

const Articles = z.array(Id).max(mostShown, `Name at most ${mostShown} articles`)
const Deflection = z.strictObject({
  shown: Articles.min(1, 'Name an article').describe('Shown beside the request so far'),
  opened: Articles.default([]).describe('Of these, what the customer opened'),
  answeredBy: Id.nullable().default(null).describe('The one that made the request needless, as the customer said'),
})

const ofDeflection = {
  for: ['customer'],
  counts: guarded.counts,
  // Readers are heard whatever becomes of the trial.
  needs: [],
  body: Deflection,
} as const

export const beginDeflection = endpoint({
  ...ofDeflection,
  method: 'POST',
  path: '/api/v1/knowledge-base/deflections',
  status: 201,
  summary:
    'Says which articles are shown beside a request that is being written; what one may not find does not count, and ' +
    'nothing of the request is kept',
  answer: z.object({ id: Id }),
  refusals: ['article-not-found', 'too-many-requests'],
})

export const changeDeflection = endpoint({
  ...ofDeflection,
  method: 'PUT',
  path: '/api/v1/knowledge-base/deflections/:id',
  summary: 'Says what was shown, opened and answered since; what was said before of shown and opened stays',
  params: idParams,
  answer: Nothing,
  refusals: ['not-found'],
})

const Amount = z.number().int()
const counts = {
  shown: Amount.describe('Requests beside which it was shown'),
  opened: Amount,
  answered: Amount.describe('No request was sent, and the customer said why'),
  left: Amount.describe('It was opened, and for an hour nothing was sent or said'),
}

export const showDeflections = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/deflections',
  for: ['admin', 'key'],
  scope: 'knowledge-base:read',
  summary: 'What became of requests beside which articles were shown, in the last 30 days; not whose they were',
  answer: z.object({
    requests: z.object({ ...counts, sent: Amount.describe('Sent all the same') }),
    items: z
      .array(
        z.object({
          article: z.object({ id: Id, title: z.string().nullable().describe('In the first language') }),
          ...counts,
          sent: Amount.describe('Sent all the same, whether it was opened or not'),
          failed: Amount.describe('Sent all the same by a customer who had opened it'),
        }),
      )
      .describe('The 100 articles that failed most, and then were shown most'),
    next: z.null(),
  }),
})
