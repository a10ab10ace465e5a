import { z } from 'zod'
import { endpoint, Id, idParams, pageOf, paging, Time } from '#contract/endpoint.ts'
import { FoundArticle } from '#contract/knowledge-base/search.ts'
import { statuses } from '#contract/tickets/tickets.ts'
import { InLanguage, Language } from '#contract/workspace/languages.ts'

const Used = z.object({
  language: z.string().describe('Of the text that is read there'),
  anchor: z.string().nullable().describe('The section that is led to; null: the whole'),
  isOlder: z.boolean().describe('Since then something else was published there'),
  usedAt: Time.describe('When the reply was sent'),
})

const Amount = z.int()

export const listUses = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles/:id/uses',
  for: ['admin', 'key'],
  // Whose tickets these are is not for who may read the knowledge base alone.
  scope: 'tickets:read',
  summary:
    'Replies of the team that lead to an article, the latest first; a reply counts from some seconds after it is sent',
  params: idParams,
  query: z.strictObject({
    ...paging,
    isOlder: z
      .stringbool()
      .optional()
      .describe('Only those after which something else was published, or only the others'),
  }),
  answer: pageOf(
    Used.extend({
      id: Id,
      ticket: z.object({ id: Id, number: z.int(), subject: z.string(), status: z.enum(statuses) }),
      messageId: Id,
      customer: z.object({ id: Id, name: z.string().describe('Their address where they have no name') }),
    }),
  ).extend({
    counts: z
      .object({
        replies: Amount,
        customers: Amount,
        olderCustomers: Amount.describe('Customers who got what was published before'),
      })
      .describe('Of all of them, whatever is asked for'),
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
  summary: 'Articles to which the replies on a ticket lead, and those that fit what its customer asked',
  params: idParams,
  query: z.strictObject({
    language: Language.optional().describe(
      'That of the customer, as far as it is written in, unless said; else the first',
    ),
  }),
  answer: z.object({
    used: z
      .array(Used.extend({ messageId: Id, article: z.object({ id: Id, title: z.string(), url: z.string() }) }))
      .describe('The latest 20, as customers read them now; without those that nobody reads any more'),
    fitting: z.array(FoundArticle).describe('At most five that customers find, the best first'),
    language: z.string().describe('In which those that fit were looked for'),
  }),
  refusals: ['ticket-not-found'],
})

export const showPassage = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles/:id/passage',
  for: ['team', 'key'],
  scope: 'knowledge-base:read',
  summary:
    'An article or a section of it as customers read it now, to be put into a reply; never a draft or what is for the team',
  params: idParams,
  query: InLanguage.extend({
    anchor: z.string().max(200).optional().describe('Of a section; left out, the whole article'),
  }),
  answer: z.object({
    title: z.string(),
    heading: z.string().nullable(),
    url: z.string().describe('Leads to the section'),
    language: z.string().describe('The first of the workspace where it is shown for a missing one'),
    html: z.string().describe('Without its heading, for a mail: no pictures and files, links with their whole address'),
  }),
  refusals: ['article-not-found', 'section-not-found'],
})
