import { z } from 'zod'
import { endpoint, Id, idParams, line, Time } from '#contract/endpoint.ts'
import { guarded } from '#contract/knowledge-base/categories.ts'
import { mostOfSynonym } from '#contract/knowledge-base/search.ts'

/** The signs of so many days are counted. */
export const gapDays = 30
export const mostGaps = 100

export const gapRefusals = {
  'gap-not-found': { status: 404, text: 'There is no such gap any more' },
  'gap-not-of-words': { status: 409, text: 'Only words that readers searched for can lead to an article' },
  'gap-not-of-article': { status: 409, text: 'There is no article here that could have been mended' },
  'gap-has-article': { status: 409, text: 'This gap is about an article that is there already' },
  'too-many-synonyms': { status: 409, text: 'There are as many synonyms as there may be. Take one away first.' },
} as const

export const gapKinds = ['search', 'answer', 'article'] as const
export const gapDecisions = ['written', 'joined', 'mended', 'dismissed'] as const

const Amount = z.int().min(0)
const Article = z.object({ id: Id, title: z.string(), isLive: z.boolean() })

export const Gap = z.object({
  id: Id.describe('The same for the same words, answer or article'),
  kind: z
    .enum(gapKinds)
    .describe(
      'Words that readers searched for, an answer that the team gives again and again, or an article that fails',
    ),
  title: z.string().describe('The words, how the answer begins, or the title of the article'),
  language: z.string(),
  score: Amount.describe('What it is ranked by: each search in vain 1, other signs 2, what became a ticket 3'),
  signs: z.object({
    withoutResult: Amount.describe('Searches that found nothing'),
    becameTicket: Amount.describe('Searches after which a ticket came within half an hour'),
    failed: Amount.describe('Requests that were sent although the article had been opened beside them'),
    unhelpful: Amount.describe('Readers whom the article did not help, as far as nobody is done with what they said'),
    repeated: Amount.describe('Tickets in which the team wrote the same paragraph'),
  }),
  examples: z.object({
    words: z.array(z.string()).describe('As they were searched for, or what was said; at most 5'),
    tickets: z.array(z.object({ id: Id, number: z.int(), subject: z.string() })).describe('The latest, at most 5'),
  }),
  article: Article.nullable().describe('That fails, or that was decided for it'),
  at: Time.describe('The latest sign'),
  decision: z
    .object({
      is: z.enum(gapDecisions),
      by: z.string().describe('The name of a member'),
      at: Time,
      before: Amount.describe(`Signs in the ${gapDays} days before it`),
      since: Time.nullable().describe(
        'When its effect began: the decision, or the first publication of what was written; null before',
      ),
      after: Amount.describe(`Signs since then, of the last ${gapDays} days`),
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
  summary: `What readers miss, by the signs of the last ${gapDays} days, the most pressing first; at most ${mostGaps}`,
  query: z.strictObject({
    state: z.enum(['open', 'decided', 'dismissed']).default('open').describe('Decided: written, joined or mended'),
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
    'Says what becomes of a gap: its words belong to an article (`joined`, which adds a synonym), its article is mended, or it is not worth it',
  body: z.discriminatedUnion('is', [
    z.strictObject({
      is: z.literal('joined'),
      article: Id.describe('To whose title the words lead from then on'),
      words: line(mostOfSynonym)
        .min(1, 'Enter a word')
        .optional()
        .describe(
          'At most three words, such as those of the question that tell what it is about; all of it, unless said',
        ),
    }),
    z.strictObject({ is: z.enum(['mended', 'dismissed']) }),
  ]),
  refusals: ['gap-not-found', 'gap-not-of-words', 'gap-not-of-article', 'article-not-found', 'too-many-synonyms'],
})

export const reopenGap = endpoint({
  ...decision,
  method: 'DELETE',
  summary: 'Takes back what was decided; an article and synonyms stay as they are',
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
    'Begins the article that is missing: a draft under the words, or with the answer as its text; asked again, it is the same',
  params: idParams,
  answer: z.object({ id: Id, language: z.string() }),
  refusals: ['gap-not-found', 'gap-has-article'],
})
