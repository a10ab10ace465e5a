import { z } from 'zod'
import { endpoint, Id, line, Nothing, pageOf, paging, Time } from '#contract/endpoint.ts'
import { InLanguage, Language } from '#contract/workspace/languages.ts'
import { editorRead, guarded, publicRead } from './categories.ts'

const Ranges = z.array(z.tuple([z.int(), z.int()])).describe('Start and end of each matched word, in UTF-16 units')

/** All texts are plain text, not HTML. */
export const ArticleHit = z.object({
  id: Id,
  title: z.string(),
  slug: z.string(),
  url: z.string(),
  excerpt: z.string().describe('Excerpt of the section around the matched words'),
  heading: z.string().nullable(),
  anchor: z.string().nullable().describe('Anchor of the section on the page of the article'),
  language: z.string(),
  category: z.object({ id: Id, name: z.string() }).nullable(),
  helpfulShare: z.int().nullable().describe('Percentage of positive ratings; null with fewer than five ratings'),
  marks: z.object({ title: Ranges, heading: Ranges, excerpt: Ranges }),
})
export type ArticleHit = z.output<typeof ArticleHit>

export const maxQueryLength = 256

export const searchArticles = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/search',
  ...publicRead,
  counts: 'search',
  isOpenToPages: true,
  summary: 'Searches the articles that the caller may read, best match first',
  query: InLanguage.extend({
    q: z.string().max(maxQueryLength).default(''),
    topic: z.string().max(200).optional().describe('Id or slug of one of `topics`: only results in this topic'),
    limit: z.coerce.number().int().min(1).max(50).default(10),
    audience: z.enum(['customers']).optional().describe('For the team: only articles that customers can also read'),
    domain: z.string().max(63).optional().describe('Domain of the workspace, for visitors; default: from the host'),
  }),
  answer: z.object({
    items: z.array(ArticleHit),
    next: z.null(),
    total: z.int().describe('Number of all results, of which `items` are the best'),
    topics: z
      .array(z.object({ id: Id, slug: z.string(), name: z.string(), count: z.int() }))
      .describe('Results per top-level category, largest first'),
    spelling: z.string().nullable().describe('The corrected words, if a correction was used for the results'),
  }),
})

export const suggestArticles = endpoint({
  method: 'POST',
  path: '/api/v1/knowledge-base/suggestions',
  for: ['team', 'customer', 'visitor'],
  counts: 'search',
  needs: [],
  isRepeatable: false,
  summary: 'Suggests articles for a text. The text is not stored or logged',
  body: z.strictObject({
    text: z.string().refine((text) => new TextEncoder().encode(text).length <= 4096, 'Send at most 4 kB'),
    language: Language.optional(),
  }),
  answer: z.object({ items: z.array(ArticleHit), next: z.null() }),
})

export const mostSynonyms = 500
export const mostOfSynonym = 60

const Word = line(mostOfSynonym).min(1, 'Enter a word')
const Synonym = z.strictObject({
  words: z.array(Word).min(1, 'Enter a word').max(20),
  leadsTo: z.array(Word).max(20).default([]).describe('`words` also find these. Empty: all `words` find each other'),
  language: Language.nullable().default(null).describe('null: applies in every language'),
})
const Synonyms = z
  .array(Synonym.refine(({ words, leadsTo }) => words.length + leadsTo.length > 1, 'A synonym needs a second word'))
  .max(mostSynonyms, `Use at most ${mostSynonyms} synonyms`)

const ofSynonyms = {
  path: '/api/v1/knowledge-base/synonyms',
  for: ['admin', 'key'],
  answer: z.object({
    items: z.array(Synonym),
    version: z.string().describe('Changes with every change of the list'),
    next: z.null(),
  }),
} as const

export const showSynonyms = endpoint({
  ...ofSynonyms,
  method: 'GET',
  scope: 'knowledge-base:read',
  summary: 'The synonyms',
})
export const changeSynonyms = endpoint({
  ...ofSynonyms,
  ...guarded,
  method: 'PUT',
  scope: 'knowledge-base:write',
  summary: 'Replaces all synonyms',
  body: z.strictObject({
    items: Synonyms,
    version: z.string().max(50).optional().describe('The `version` that you read; 412 if the list has changed'),
  }),
  refusals: ['changed-meanwhile', 'too-many-synonyms'],
})

export const listSearches = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/search-log',
  ...editorRead,
  summary: 'The search log, newest first. It does not name the searchers',
  query: z.strictObject({
    ...paging,
    language: Language.optional(),
    withoutResult: z.stringbool().optional().describe('Only searches without results'),
  }),
  answer: pageOf(
    z.object({
      id: Id,
      query: z.string(),
      language: z.string(),
      asker: z.enum(['team', 'customer', 'visitor']),
      results: z.int(),
      opened: z
        .object({
          article: Id,
          title: z.string().nullable().describe('Title in the first language; null if the article was deleted'),
          place: z.int(),
        })
        .nullable(),
      becameTicket: z.boolean().describe('The reader sent a request within half an hour'),
      at: Time,
    }),
  ),
})

export const noteOpened = endpoint({
  method: 'PUT',
  path: '/api/v1/knowledge-base/search-log/opened',
  for: ['team', 'customer', 'visitor'],
  counts: 'search',
  needs: [],
  isRepeatable: false,
  summary: 'Records which result of the last search the caller opened',
  body: z.strictObject({ article: Id }),
  answer: Nothing,
})
