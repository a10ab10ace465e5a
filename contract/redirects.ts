import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, pageOf, paging, Time } from './endpoint.ts'
import { guarded, OwnPath } from './knowledge-base.ts'

export const redirectRefusals = {
  'redirect-not-found': { status: 404, text: 'There is no such redirect' },
  'redirect-taken': { status: 409, text: 'This address leads somewhere already' },
  'redirect-reserved': { status: 409, text: 'The product itself answers at this address' },
  'too-many-redirects': { status: 409, text: 'A knowledge base has at most 5,000 redirects' },
} as const

export const Redirect = z.object({
  id: Id,
  path: z.string().describe('Without regard to case, percent-encoding and a slash at its end'),
  article: Id.nullable().describe('Where it leads (301), or null where it is gone (410)'),
  title: z.string().nullable().describe('Of that article, in the first language'),
  leads: z
    .enum(['article', 'path', 'gone', 'nowhere'])
    .describe(
      'What it comes to now: `path` where its article is archived and leads to one, `nowhere` where it is live for nobody',
    ),
  createdAt: Time,
})

const path = '/api/v1/knowledge-base/redirects'

export const listRedirects = endpoint({
  method: 'GET',
  path,
  for: ['admin', 'key'],
  scope: 'knowledge-base:read',
  counts: 'search',
  summary: 'Addresses of an earlier help centre and where they lead, the oldest first',
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
  summary: 'Leads an address where no page is to an article, or says that it is gone',
  status: 201,
  body: z.strictObject({ path: OwnPath, article: Id.nullable() }),
  answer: Redirect,
  refusals: ['redirect-taken', 'redirect-reserved', 'too-many-redirects', 'article-not-found', 'article-in-trash'],
})

export const deleteRedirect = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  for: ['admin', 'key'],
  scope: 'knowledge-base:write',
  ...guarded,
  summary: 'Takes a redirect away',
  params: idParams,
  answer: Nothing,
  refusals: ['redirect-not-found'],
})
