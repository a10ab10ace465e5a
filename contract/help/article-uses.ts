import { z } from 'zod'
import { endpoint, Id, idParams, pageOf, paging, Time } from '#contract/endpoint.ts'
import { ArticleHit } from '#contract/knowledge-base/search.ts'
import { statuses } from '#contract/tickets/ticket-values.ts'
import { InLanguage, Language } from '#contract/workspace/languages.ts'

const Used = z.object({
  language: z.string().describe('Language of the text'),
  anchor: z.string().nullable().describe('Anchor of the linked section; null: the whole article'),
  isOlder: z.boolean().describe('Whether a newer version is live now'),
  usedAt: Time.describe('When the reply was sent'),
})

const Amount = z.int()

export const listUses = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles/:id/uses',
  for: ['admin', 'key'],
  // The answer contains tickets, so the scope for the knowledge base is not enough.
  scope: 'tickets:read',
  summary: 'Replies with a link to an article, latest first. A reply is counted some seconds after it is sent',
  params: idParams,
  query: z.strictObject({
    ...paging,
    isOlder: z.stringbool().optional().describe('`true`: only replies with an older version. `false`: only others'),
  }),
  answer: pageOf(
    Used.extend({
      id: Id,
      ticket: z.object({ id: Id, number: z.int(), subject: z.string(), status: z.enum(statuses) }),
      messageId: Id,
      customer: z.object({ id: Id, name: z.string().describe('Name or, if the customer has none, their address') }),
    }),
  ).extend({
    counts: z
      .object({
        replies: Amount,
        customers: Amount,
        olderCustomers: Amount.describe('Customers who got an older version'),
      })
      .describe('Totals of all replies, whatever the filters'),
  }),
  refusals: ['article-not-found'],
})
export type ArticleUse = z.output<typeof listUses.answer>['items'][number]

export const listTicketArticles = endpoint({
  method: 'GET',
  path: '/api/v1/tickets/:id/articles',
  for: ['team', 'key'],
  scope: 'tickets:read',
  counts: 'search',
  summary: 'Articles linked in the replies of a ticket, and articles that fit the request',
  params: idParams,
  query: z.strictObject({
    language: Language.optional().describe(
      'Default: the language of the customer if articles exist in it, otherwise the main language',
    ),
  }),
  answer: z.object({
    used: z
      .array(Used.extend({ messageId: Id, article: z.object({ id: Id, title: z.string(), url: z.string() }) }))
      .describe('The latest 20 linked articles as customers see them now, without unpublished articles'),
    fitting: z.array(ArticleHit).describe('Suggested articles that customers can find, at most five, best first'),
    language: z.string().describe('Language of the search for fitting articles'),
  }),
  refusals: ['ticket-not-found'],
})

export const showPassage = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles/:id/passage',
  for: ['team', 'key'],
  scope: 'knowledge-base:read',
  summary: 'The published text of an article or a section, for use in a reply. Never a draft or an internal article',
  params: idParams,
  query: InLanguage.extend({
    anchor: z.string().max(200).optional().describe('Anchor of a section. Default: the whole article'),
  }),
  answer: z.object({
    title: z.string(),
    heading: z.string().nullable(),
    url: z.string().describe('URL of the section'),
    language: z.string().describe('Language of the text: the main language if a translation is missing'),
    html: z.string().describe('HTML for a mail: without the heading, pictures and files, with absolute links'),
  }),
  refusals: ['article-not-found', 'section-not-found'],
})
