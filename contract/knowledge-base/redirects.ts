import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, pageOf, paging, Time } from '#contract/endpoint.ts'
import { guarded, OwnPath } from './categories.ts'

export const redirectRefusals = {
  'redirect-not-found': { status: 404, text: 'There is no such redirect' },
  'redirect-taken': { status: 409, text: 'This URL already has a redirect' },
  'redirect-reserved': { status: 409, text: 'This URL is used by the product' },
  'redirect-pattern-unclear': { status: 409, text: 'This pattern matches too many URLs' },
  'too-many-redirects': { status: 409, text: 'A knowledge base has at most 20,000 redirects' },
  'too-many-patterns': { status: 409, text: 'A knowledge base has at most 200 patterns' },
} as const

export const Redirect = z.object({
  id: Id,
  path: z
    .string()
    .describe('Without regard to case, percent-encoding and a slash at its end; `*` makes a pattern of it'),
  article: Id.nullable().describe('Where it leads (301), or null where it is gone (410)'),
  category: Id.nullable().describe('Where it leads instead'),
  title: z.string().nullable().describe('Of that article or category, in the first language'),
  leads: z
    .enum(['article', 'category', 'path', 'gone', 'nowhere'])
    .describe('The target now: `path` if its article is archived with a path, `nowhere` if it is not published'),
  createdAt: Time,
})

const path = '/api/v1/knowledge-base/redirects'

export const listRedirects = endpoint({
  method: 'GET',
  path,
  for: ['admin', 'key'],
  scope: 'knowledge-base:read',
  counts: 'search',
  summary: 'The redirects, oldest first',
  query: z.strictObject({
    ...paging,
    q: z.string().trim().max(256).default('').describe('Part of the address, or words of the title'),
  }),
  answer: pageOf(Redirect),
})

export const createRedirect = endpoint({
  method: 'POST',
  path,
  for: ['admin', 'key'],
  scope: 'knowledge-base:write',
  ...guarded,
  summary: 'Creates a redirect from a URL without a page, or from a pattern, to an article, a category or 410 Gone',
  status: 201,
  body: z
    .strictObject({
      path: OwnPath.describe(
        '`*` stands for any letters of a part; as a whole part for one or none, at the end for all below; `-*` may be missing',
      ),
      article: Id.nullable(),
      category: Id.nullable().optional(),
    })
    .refine(({ article, category }) => !article || !category, 'Send either article or category'),
  answer: Redirect,
  refusals: [
    'redirect-taken',
    'redirect-reserved',
    'redirect-pattern-unclear',
    'too-many-redirects',
    'too-many-patterns',
    'article-not-found',
    'article-in-trash',
    'category-not-found',
  ],
})

export const deleteRedirect = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  for: ['admin', 'key'],
  scope: 'knowledge-base:write',
  ...guarded,
  summary: 'Deletes a redirect',
  params: idParams,
  answer: Nothing,
  refusals: ['redirect-not-found'],
})
