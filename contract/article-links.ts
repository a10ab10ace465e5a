import { z } from 'zod'
import { referenceKinds } from './document.ts'
import { endpoint, Id, idParams } from './endpoint.ts'
import { InLanguage } from './knowledge-base.ts'

/** Why who reads an article would not get what it leads to. */
export const linkFaults = ['gone', 'not-published', 'not-for-all-readers', 'no-such-section'] as const

export const BrokenLink = z.object({
  kind: z.enum(referenceKinds),
  id: Id.nullable().describe('What it leads to, where that was ever something'),
  href: z.string().nullable().describe('Where it was written as an address of this workspace'),
  title: z.string(),
  anchor: z.string().nullable(),
  fault: z.enum(linkFaults),
})

export const listBrokenLinks = endpoint({
  method: 'GET',
  path: '/api/v1/knowledge-base/articles/:id/broken-links',
  for: ['admin'],
  summary: 'What the draft of a language leads to, shows or includes that its readers would not get',
  params: idParams,
  query: InLanguage,
  answer: z.object({ items: z.array(BrokenLink), next: z.null() }),
})
