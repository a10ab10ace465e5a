import { z } from 'zod'
import { endpoint, idParams, Time } from '#contract/endpoint.ts'
import { InLanguage } from '#contract/workspace/languages.ts'
import { guarded, readingAudiences } from './categories.ts'

export const PreviewLink = z.object({
  language: z.string(),
  audience: z.enum(readingAudiences).describe('The page shows what this audience would see'),
  isForThem: z.boolean().describe('Whether this audience may read the article once it is live'),
  url: z.string().describe('Opens the draft of this language without an account'),
  expiresAt: Time,
})

const ofArticle = {
  path: '/api/v1/knowledge-base/articles/:id/preview-links',
  params: idParams,
  for: ['admin', 'key'],
} as const

export const listPreviewLinks = endpoint({
  ...ofArticle,
  method: 'GET',
  scope: 'knowledge-base:read',
  summary: 'The active share links of an article, one for each language and audience',
  answer: z.object({ items: z.array(PreviewLink), next: z.null() }),
})

export const createPreviewLink = endpoint({
  ...ofArticle,
  ...guarded,
  method: 'POST',
  scope: 'knowledge-base:write',
  takesIfMatch: true,
  summary:
    'Creates a share link to the draft of a language for an audience. It expires after seven days and replaces the previous link',
  status: 201,
  body: InLanguage.extend({ audience: z.enum(readingAudiences).default('public') }),
  answer: PreviewLink,
  refusals: ['text-not-found', 'article-in-trash'],
})
