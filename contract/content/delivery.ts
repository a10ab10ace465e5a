import { z } from 'zod'
import { endpoint, Id, Time } from '#contract/endpoint.ts'
import { DeliveredEntry, Plural } from './entries.ts'

export const deliveryRefusals = {
  'query-unknown': { status: 400, text: 'The query names something that does not exist' },
  'query-too-much': { status: 400, text: 'The query asks for too much at once' },
  'key-needed': { status: 401, text: 'Send the header Authorization: Bearer with an API key of the workspace' },
} as const

/** Limits of a query. The refusal names the exceeded limit. */
export const deliveryCaps = {
  depth: 4,
  predicates: 50,
  page: 100,
  pages: 100,
  bytes: 5_242_880,
  referenceDepth: 3,
} as const

const text = z.string()

const ofOne = {
  fields: text.describe(
    'The fields to return: `title,author.name,blocks:hero.heading`. `author` returns a referenced entry with all its fields, `author.name` only its name. `*` returns all fields of that level. Default: all fields, with references as `{id, type, slug}`',
  ),
  shape: z
    .enum(['nested', 'normalized'])
    .describe('`normalized`: each referenced object appears once, in `_included`. Default: `nested`'),
  richText: z
    .enum(['document', 'html'])
    .describe('`html`: each rich text is HTML instead of a document. Default: `document`'),
  locale: text.describe('The language. If an entry is not published in it, its fallback language is used'),
  fallback: z.literal('none').describe('`none`: entries that are not published in `locale` are left out'),
  as_of: Time.describe('Content as it was published at this time, such as `2026-11-23T09:30:00Z`'),
  perspective: z
    .enum(['published', 'draft'])
    .describe(
      '`draft`: for preview keys, management keys and the team. Default: `draft` for preview keys, for one entry also for management keys and the team; otherwise `published`',
    ),
  domain: text.describe('The domain of the workspace. Required without a key if the host has several workspaces'),
}

const ofList = {
  ...ofOne,
  locale: text.describe('As `locale` of one entry. `*` returns each language of an entry as a separate item'),
  filter: z
    .record(z.string(), z.unknown())
    .describe(
      '`filter[field][operator]=value`. Operators: eq, ne, in, nin, lt, lte, gt, gte, exists, contains, starts, search, near, within. Combine filters with `and`, `or` and `not`: `filter[or][0][title]=x`',
    ),
  sort: text.describe('Fields in order of priority. `-` sorts descending: `-publishedAt,title`'),
  count: z.enum(['none', 'exact']).describe('`exact` adds `total`, the number of matching entries. Default: `none`'),
  limit: z.int().min(1).max(deliveryCaps.page).default(25).describe('Maximum number of items'),
  after: text.describe('The cursor `next` from an answer to the same query'),
  before: text.describe('The cursor `previous` from an answer to the same query'),
  page: z.int().min(1).max(deliveryCaps.pages).describe('Page number, instead of a cursor'),
  explain: z.literal('1').describe('Adds `_explanation`: the SQL and its plan. For management keys and the team'),
  entry: Id.describe('With `explain`: id of an entry. Adds its position, or why the list does not have it'),
  as: text.describe('With `entry`: who reads the list: `visitor` or, for admins, id of an API key'),
}

// Adds the description of query parameters, such as `filter[field][operator]`, to the API docs.
// `server/content/delivery` parses and checks these parameters.
const queryOf = (parameters: z.ZodRawShape) =>
  z
    .record(z.string().max(300), z.union([z.string().max(8000), z.array(z.string().max(8000))]))
    .meta({ properties: z.toJSONSchema(z.object(parameters).partial(), { io: 'input' }).properties })

const Things = z.record(z.string(), z.looseObject({ id: Id }))
const Included = z
  .object({ entries: Things, media: Things, categories: Things })
  .describe('With `shape=normalized`: the objects that `{id, in}` refers to, by kind and id')

const Reason = z.object({
  code: z.enum([
    ...(['not-there', 'other-model', 'in-trash', 'archived', 'not-published', 'planned'] as const),
    ...(['not-public', 'not-of-key', 'filtered', 'on-a-later-page', 'appears'] as const),
  ]),
  text: z.string(),
  language: z.string().optional(),
  path: z.string().optional(),
  operator: z.string().optional(),
  value: z.string().optional(),
  has: z.string().nullish().describe('The value that the entry has at `path`, as JSON'),
  position: z.int().optional().describe('Position in the list, from 1'),
})
const Explanation = z
  .object({
    statement: z.string(),
    values: z.array(z.union([z.string(), z.array(z.string())])),
    plan: z.array(
      z.object({
        depth: z.int(),
        node: z.string(),
        relation: z.string().nullable(),
        index: z.string().nullable(),
        rows: z.int(),
        removed: z.int().describe('Rows removed by a condition without an index'),
        milliseconds: z.number(),
      }),
    ),
    planningMilliseconds: z.number(),
    milliseconds: z.number(),
    locales: z.array(z.string()).describe('The language and its fallbacks, in order'),
    tags: z.array(z.string()),
    entry: z.object({ id: z.string(), reasons: z.array(Reason) }).optional(),
  })
  .describe('With `explain=1`, for the team and management keys')
export type Explanation = z.output<typeof Explanation>

const delivery = {
  method: 'GET',
  for: ['team', 'key', 'visitor'],
  scope: ['content:delivery', 'content:preview', 'content:read'],
  counts: 'delivery',
  isOpenToPages: true,
  hasEtag: true,
  takesIfNoneMatch: true,
} as const

export const listContent = endpoint({
  ...delivery,
  path: '/api/v1/content/:model',
  summary: 'Published entries of a model. Public models need no key. Preview keys get drafts',
  params: z.strictObject({ model: Plural }),
  query: queryOf(ofList),
  answer: z.object({
    items: z.array(DeliveredEntry),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    total: z.int().optional(),
    _included: Included.optional(),
    _explanation: Explanation.optional(),
  }),
  refusals: ['model-not-found', 'query-unknown', 'query-too-much', 'key-needed'],
})

export const showContent = endpoint({
  ...delivery,
  path: '/api/v1/content/:model/:id',
  summary: 'One published entry by id or slug. Members, preview keys and management keys get the draft',
  params: z.strictObject({ model: Plural, id: z.string().max(200) }),
  query: queryOf(ofOne),
  answer: DeliveredEntry.extend({ _included: Included.optional() }),
  refusals: ['model-not-found', 'entry-not-found', 'query-unknown', 'key-needed'],
})
