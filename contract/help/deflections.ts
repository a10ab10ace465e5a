import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, pageOf, Time } from '#contract/endpoint.ts'
import { guarded } from '#contract/knowledge-base/categories.ts'

export const mostShown = 30

const Articles = z.array(Id).max(mostShown, `Send at most ${mostShown} articles`)
const Deflection = z.strictObject({
  shown: Articles.min(1, 'Send at least one article').describe('Articles shown next to the request so far'),
  opened: Articles.default([]).describe('Ids from `shown` of articles that the customer opened'),
  answeredBy: Id.nullable().default(null).describe('The article that answered the question, according to the customer'),
})

const ofDeflection = {
  for: ['customer'],
  counts: guarded.counts,
  // Without `service`: customers can send this even after the trial has ended.
  needs: [],
  body: Deflection,
} as const

export const beginDeflection = endpoint({
  ...ofDeflection,
  method: 'POST',
  path: '/api/v1/knowledge-base/deflections',
  status: 201,
  summary:
    'Records which articles are shown next to a request form. Articles that the caller cannot find are ignored, and ' +
    'nothing of the request is kept',
  answer: z.object({ id: Id }),
  refusals: ['article-not-found', 'too-many-requests'],
})

export const changeDeflection = endpoint({
  ...ofDeflection,
  method: 'PUT',
  path: '/api/v1/knowledge-base/deflections/:id',
  summary: 'Adds articles that were shown, opened or chosen as the answer later. Earlier articles are kept',
  params: idParams,
  answer: Nothing,
  refusals: ['not-found'],
})

const Amount = z.number().int()
const counts = {
  shown: Amount.describe('Request forms that showed an article; in `items`, that showed this article'),
  opened: Amount,
  answered: Amount.describe('Forms that were not sent, because an article answered the question'),
  left: Amount.describe('Forms that were not sent: an article was opened, and nothing followed for an hour'),
}

export const showDeflections = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/deflections',
  for: ['admin', 'key'],
  scope: 'knowledge-base:read',
  summary: 'Results of suggested articles in the last 30 days, without customer data',
  answer: z.object({
    requests: z.object({ ...counts, sent: Amount.describe('Requests that were sent') }),
    items: z
      .array(
        z.object({
          article: z.object({ id: Id, title: z.string().nullable().describe('In the main language') }),
          ...counts,
          sent: Amount.describe('Requests that were sent, with or without opening the article'),
          failed: Amount.describe('Requests that were sent after the customer opened the article'),
        }),
      )
      .describe('At most 100 articles, highest `failed` first, then highest `shown`'),
    next: z.null(),
  }),
})

/** Maximum number of articles that the list has. */
export const mostReadListed = 10

export const listReadArticles = endpoint({
  method: 'GET',
  path: '/api/v1/customers/:id/read-articles',
  for: ['team', 'key'],
  scope: 'customers:read',
  summary: `The last ${mostReadListed} articles that a customer opened beside a request form, latest first`,
  params: idParams,
  answer: pageOf(
    z.object({
      article: z.object({ id: Id, title: z.string().nullable().describe('In the main language') }),
      readAt: Time.describe('When the customer began the request'),
      ticket: z.object({ id: Id, number: z.int() }).nullable().describe('The request; null: it was not sent'),
    }),
  ),
  refusals: ['customer-not-in-workspace'],
})
