import { z } from 'zod'
import { endpoint, Id, idParams, Time } from '#contract/endpoint.ts'
import { InLanguage } from '#contract/workspace/languages.ts'
import { referenceKinds } from '#contract/writing/document.ts'
import { ArticleRow } from './articles.ts'
import { editorRead } from './categories.ts'

export const linkFaults = ['gone', 'not-published', 'not-for-all-readers', 'no-such-section'] as const

export const outsideFaults = ['bad-answer', 'no-address', 'bad-certificate', 'refused', 'no-answer'] as const

const InsideLink = z.object({
  kind: z.enum(referenceKinds),
  id: Id.nullable().describe('Id of the target; null if unknown'),
  href: z.string().nullable().describe('URL of the link; null if the link was not written as a URL'),
  title: z.string(),
  anchor: z.string().nullable(),
  fault: z.enum(linkFaults),
})

const OutsideLink = z.object({
  kind: z.literal('outside'),
  href: z.string(),
  fault: z.enum(outsideFaults),
  status: z.int().nullable().describe('HTTP status of the answer; null without an answer'),
  checkedAt: Time,
})

export const BrokenLink = z.discriminatedUnion('kind', [InsideLink, OutsideLink])

export const listBrokenLinks = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles/:id/broken-links',
  ...editorRead,
  summary: 'Broken links of a draft: linked, shown or included things that its readers cannot see',
  params: idParams,
  query: InLanguage,
  answer: z.object({ items: z.array(BrokenLink), next: z.null() }),
  refusals: ['text-not-found'],
})

export const checkLinksAgain = endpoint({
  method: 'PUT',
  path: '/api/v1/knowledge-base/articles/:id/link-check',
  for: ['admin', 'key'],
  scope: 'knowledge-base:write',
  counts: 'link-check',
  needs: ['service'],
  summary: 'Checks the external links of an article again, at most 100, except links checked in the last ten minutes',
  params: idParams,
  answer: z.object({ waiting: z.int().describe('Number of links that are checked now') }),
  refusals: ['article-not-found'],
})

export const listBacklinks = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles/:id/backlinks',
  ...editorRead,
  summary: 'The articles that link to an article or include it',
  params: idParams,
  answer: z.object({ items: z.array(ArticleRow), next: z.null() }),
})
