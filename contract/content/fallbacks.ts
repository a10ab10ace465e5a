import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Language, mostLanguages } from '#contract/workspace/languages.ts'
import { contentRead, contentWrite } from './models.ts'

const path = '/api/v1/content-fallbacks'

const Fallback = z.strictObject({
  language: Language,
  fallbacks: z
    .array(Language)
    .max(mostLanguages)
    .describe('Fallback languages in order. If empty, entries that are not published in `language` are left out'),
})
export type Fallback = z.output<typeof Fallback>

const Fallbacks = z.object({ items: z.array(Fallback), next: z.null() })

export const listContentFallbacks = endpoint({
  method: 'GET',
  path,
  ...contentRead,
  summary:
    'The fallback languages of each language. They are used where an entry is not published in the requested language',
  answer: Fallbacks,
})

export const changeContentFallbacks = endpoint({
  method: 'PUT',
  path,
  ...contentWrite,
  for: ['admin', 'key'],
  scope: 'content-models:write',
  summary: 'Sets the fallback languages of some languages. Other languages stay unchanged',
  body: z.strictObject({ items: z.array(Fallback).min(1).max(mostLanguages) }),
  answer: Fallbacks,
  refusals: ['language-unknown', 'key-limited'],
})
