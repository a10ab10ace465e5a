import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, pageOf, paging, Time } from '#contract/endpoint.ts'
import { editorRead, editorWrite, OwnPath } from './categories.ts'

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
  path: z.string().describe('Compared without case, percent-encoding and trailing slash. A path with `*` is a pattern'),
  article: Id.nullable().describe('Id of the target (301). If `article` and `category` are null, the URL answers 410'),
  category: Id.nullable().describe('Target instead of an article'),
  title: z.string().nullable().describe('Title of the article or category, in the first language'),
  leads: z
    .enum(['article', 'category', 'path', 'gone', 'nowhere'])
    .describe('The target now. `path`: the path of an archived article. `gone`: 410. `nowhere`: not published'),
  createdAt: Time,
})

const path = '/api/v1/knowledge-base/redirects'

export const listRedirects = endpoint({
  method: 'GET',
  path,
  ...editorRead,
  counts: 'search',
  summary: 'The redirects, oldest first',
  query: z.strictObject({
    ...paging,
    q: z.string().trim().max(256).default('').describe('Part of the path, or words of the title'),
  }),
  answer: pageOf(Redirect),
})

export const createRedirect = endpoint({
  method: 'POST',
  path,
  ...editorWrite,
  summary: 'Creates a redirect from a URL without a page, or from a pattern, to an article, a category or 410 Gone',
  status: 201,
  body: z
    .strictObject({
      path: OwnPath.describe(
        '`*` matches any characters of a segment, `/*/` one segment or none, a final `/*` everything below. `-*` at the end of a segment is optional',
      ),
      article: Id.nullable(),
      category: Id.nullable().optional(),
    })
    .refine(({ article, category }) => !article || !category, 'Send only one of `article` and `category`'),
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
  ...editorWrite,
  summary: 'Deletes a redirect',
  params: idParams,
  answer: Nothing,
  refusals: ['redirect-not-found'],
})
