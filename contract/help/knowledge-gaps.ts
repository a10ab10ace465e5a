import { z } from 'zod'
import { endpoint, Id, idParams, line, Time } from '#contract/endpoint.ts'
import { guarded } from '#contract/knowledge-base/categories.ts'
import { mostOfSynonym } from '#contract/knowledge-base/search.ts'

export const gapDays = 30
export const mostGaps = 100

export const gapRefusals = {
  'gap-not-found': { status: 404, text: 'This gap no longer exists' },
  'gap-not-of-words': { status: 409, text: 'Only a gap of the kind `search` can be joined to an article' },
  'gap-not-of-article': { status: 409, text: 'This gap has no article that could be improved' },
  'gap-has-article': { status: 409, text: 'This gap already has an article' },
  'too-many-synonyms': { status: 409, text: 'The maximum number of synonyms is reached. Remove one first.' },
} as const

export const gapKinds = ['search', 'answer', 'article'] as const
export const gapDecisions = ['written', 'joined', 'mended', 'dismissed'] as const

const Amount = z.int().min(0)
const Article = z.object({ id: Id, title: z.string(), isLive: z.boolean() })

export const Gap = z.object({
  id: Id.describe('Stays the same for the same words, answer or article'),
  kind: z
    .enum(gapKinds)
    .describe('`search`: searched words. `answer`: an answer that the team repeats. `article`: an unhelpful article'),
  title: z.string().describe('The words, the beginning of the answer, or the title of the article'),
  language: z.string(),
  score: Amount.describe('Rank of the gap: 1 for each search without result, 3 for each ticket, 2 for each other sign'),
  signs: z.object({
    withoutResult: Amount.describe('Searches without result'),
    becameTicket: Amount.describe('Searches that were followed by a ticket within half an hour'),
    failed: Amount.describe('Requests that were sent after the article was opened'),
    unhelpful: Amount.describe('Readers who rated the article unhelpful, with feedback that is not done yet'),
    repeated: Amount.describe('Tickets in which the team wrote the same paragraph'),
  }),
  examples: z.object({
    words: z.array(z.string()).describe('Words of searches or feedback, at most 5'),
    tickets: z.array(z.object({ id: Id, number: z.int(), subject: z.string() })).describe('The latest, at most 5'),
  }),
  article: Article.nullable().describe('The article that does not help, or that was chosen for the gap'),
  at: Time.describe('Time of the latest sign'),
  decision: z
    .object({
      is: z.enum(gapDecisions),
      by: z.string().describe('The name of a member'),
      at: Time,
      before: Amount.describe(`Signs in the ${gapDays} days before the decision`),
      since: Time.nullable().describe(
        'When the decision took effect: at `at`, or at the first publication of the new article; null before that',
      ),
      after: Amount.describe(`Signs after \`since\`, in the last ${gapDays} days`),
    })
    .nullable(),
})
export type Gap = z.output<typeof Gap>

const path = '/api/v1/knowledge-base/gaps'

export const listGaps = endpoint({
  method: 'GET',
  path,
  for: ['admin', 'key'],
  scope: 'knowledge-base:read',
  summary: `Gaps of the knowledge base in the last ${gapDays} days, most urgent first; at most ${mostGaps}`,
  query: z.strictObject({
    state: z.enum(['open', 'decided', 'dismissed']).default('open').describe('`decided`: without dismissed gaps'),
    limit: z.coerce.number().int().min(1).max(mostGaps).default(50),
  }),
  answer: z.object({ items: z.array(Gap), total: Amount, next: z.null() }),
})

const decision = {
  path: `${path}/:id/decision`,
  for: ['admin', 'key'],
  scope: 'knowledge-base:write',
  ...guarded,
  params: idParams,
  answer: Gap,
} as const

export const decideGap = endpoint({
  ...decision,
  method: 'PUT',
  summary:
    'Decides a gap. `joined`: its words become a synonym for an article. `mended`: its article was improved. `dismissed`: it needs no work',
  body: z.discriminatedUnion('is', [
    z.strictObject({
      is: z.literal('joined'),
      article: Id.describe('The article that the words should find'),
      words: line(mostOfSynonym)
        .min(1, 'Enter a word')
        .optional()
        .describe('At most three words of the search. Default: the whole `title` of the gap'),
    }),
    z.strictObject({ is: z.enum(['mended', 'dismissed']) }),
  ]),
  refusals: ['gap-not-found', 'gap-not-of-words', 'gap-not-of-article', 'article-not-found', 'too-many-synonyms'],
})

export const reopenGap = endpoint({
  ...decision,
  method: 'DELETE',
  summary: 'Undoes a decision. The article and the synonyms are kept',
  refusals: ['gap-not-found'],
})

export const writeGap = endpoint({
  method: 'POST',
  path: `${path}/:id/article`,
  for: ['admin', 'key'],
  scope: 'knowledge-base:write',
  ...guarded,
  status: 201,
  summary:
    'Creates a draft for the missing article, with the words as title or the answer as text. Repeated calls return the same draft',
  params: idParams,
  answer: z.object({ id: Id, language: z.string() }),
  refusals: ['gap-not-found', 'gap-has-article'],
})
