import { z } from 'zod'
import { Batch, batchBody, MatchCount, startRefusals } from '#contract/bulk/batches.ts'
import { endpoint, Id, line, pageOf } from '#contract/endpoint.ts'
import { InLanguage, Language } from '#contract/workspace/languages.ts'
import { listArticles } from './articles.ts'
import { OwnPath, visibilities } from './categories.ts'

const label = line(50).min(1)
export const mostSought = 200

/** Searches for the words in `find`. A match may contain formatting such as bold, but no line break. */
const sought = {
  find: z.string().min(1, 'Enter the words to find').max(mostSought),
  matchCase: z.boolean().default(false),
  wholeWords: z.boolean().default(false),
  addresses: z.boolean().default(false).describe('Also searches the URLs of links'),
}

export const ArticleBatchChange = z.discriminatedUnion('act', [
  InLanguage.extend({ act: z.literal('publish') }),
  InLanguage.extend({ act: z.literal('unpublish') }),
  InLanguage.extend({
    act: z.literal('archive'),
    to: Id.nullable().default(null).describe('Id of the article that the archived URLs redirect to'),
    path: OwnPath.nullable().default(null),
  }).refine(({ to, path }) => !to || !path, { path: ['path'], error: 'Send only one of `to` and `path`' }),
  InLanguage.extend({ act: z.literal('unarchive') }),
  z.strictObject({ act: z.literal('trash') }),
  z.strictObject({ act: z.literal('untrash') }),
  z.strictObject({
    act: z.literal('label'),
    add: z.array(label).max(20).default([]),
    remove: z.array(label).max(20).default([]),
  }),
  z.strictObject({ act: z.literal('category'), category: Id.nullable() }),
  z.strictObject({ act: z.literal('owner'), owner: Id.nullable() }),
  z.strictObject({ act: z.literal('visibility'), visibility: z.enum(visibilities) }),
  z.strictObject({
    act: z.literal('review'),
    everyDays: z.int().min(1).max(1000).nullable().describe('Null: no review'),
  }),
  z.strictObject({ act: z.literal('confirm') }).describe('Marks the articles as reviewed'),
  z.strictObject({
    act: z.literal('replace'),
    ...sought,
    replacement: z.string().max(mostSought),
    language: Language.optional().describe('Default: every language'),
    publish: z.boolean().default(false).describe('Also publishes each live text that had no unpublished changes'),
  }),
])
export type ArticleBatchChange = z.output<typeof ArticleBatchChange>

export const ArticleMatch = listArticles.query.omit({ limit: true, cursor: true, order: true, updatedAfter: true })

export const countMatchingArticles = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/article-count',
  for: ['admin'],
  counts: 'search',
  summary: 'Counts the articles that a list query matches',
  query: ArticleMatch,
  answer: MatchCount,
})

/** Limits of one search: shown places per text, and searched articles. */
export const mostPlacesShown = 5
export const mostLookedThrough = 500

const FoundPlace = z.object({
  in: z.enum(['title', 'excerpt', 'metaTitle', 'metaDescription', 'text', 'address']),
  before: z.string(),
  found: z.string(),
  after: z.string(),
})

export const findInArticles = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/article-words',
  for: ['admin'],
  counts: 'search',
  summary: 'Finds words in the drafts of the articles that a list query matches, some articles at a time',
  query: ArticleMatch.extend({
    find: sought.find,
    matchCase: z.stringbool().default(false),
    wholeWords: z.stringbool().default(false),
    addresses: z.stringbool().default(false),
    in: Language.optional().describe('Only texts in this language'),
    cursor: z.string().max(200).optional(),
  }),
  answer: pageOf(
    z.object({
      id: Id,
      language: z.string(),
      title: z.string(),
      isLive: z.boolean(),
      hasChanges: z.boolean(),
      count: z.int(),
      places: z.array(FoundPlace).describe(`The first ${mostPlacesShown} matches`),
    }),
  ).extend({ lookedThrough: z.int().describe('Number of articles searched, with or without a match') }),
})
export type FoundPlace = z.output<typeof FoundPlace>

export const changeArticles = endpoint({
  method: 'POST',
  path: '/api/v1/knowledge-base/article-changes',
  for: ['admin'],
  counts: 'write',
  needs: ['service'],
  status: 202,
  summary: 'Starts a batch that changes the given articles, or all that a list query matches now',
  bodyLimit: 1_048_576,
  body: batchBody(ArticleBatchChange, ArticleMatch),
  answer: Batch,
  refusals: startRefusals,
})
