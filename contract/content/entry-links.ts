import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, Time } from '#contract/endpoint.ts'
import { Language } from '#contract/workspace/languages.ts'
import { contentRead, contentWrite } from './models.ts'

export const entryLinkRefusals = {
  'entry-link-not-found': { status: 404, text: 'There is no such link' },
  'too-many-entry-links': { status: 409, text: 'An entry has at most 20 share links. Revoke one first.' },
} as const

export const daysOfLinks = [1, 7, 30] as const
export const mostEntryLinks = 20

const EntryLink = z.object({
  id: Id,
  language: z.string(),
  createdBy: z.object({ id: Id, name: z.string() }),
  createdAt: Time,
  expiresAt: Time,
  lastUsedAt: Time.nullable().describe('Accurate to five minutes'),
})
export type EntryLink = z.output<typeof EntryLink>

const ofEntry = { path: '/api/v1/content-entries/:id/preview-links', params: idParams } as const

export const listEntryLinks = endpoint({
  ...ofEntry,
  ...contentRead,
  method: 'GET',
  summary: 'The active share links of an entry, newest first, without their tokens',
  answer: z.object({ items: z.array(EntryLink), next: z.null() }),
  refusals: ['entry-not-found'],
})

/**
 * The token of a share link is sent as `Authorization: Bearer`, like an API key. It gives access to the draft of one
 * entry in one language and to the drafts of entries that this entry references. For anything else, the bearer has the
 * rights of a visitor.
 */
export const createEntryLink = endpoint({
  ...ofEntry,
  ...contentWrite,
  method: 'POST',
  isRepeatable: false,
  summary:
    'Creates a share link to the draft of an entry in a language. Its readers need no account. Only this answer has the token',
  status: 201,
  body: z.strictObject({
    locale: Language.optional().describe('Default: the first language'),
    days: z
      .literal([...daysOfLinks])
      .default(7)
      .describe('Lifetime in days'),
  }),
  answer: EntryLink.extend({
    token: z.string(),
    url: z
      .string()
      .nullable()
      .describe('The preview URL of the model, with the token as `preview_token`. Null if the model has none'),
  }),
  refusals: ['entry-not-found', 'entry-in-trash', 'language-unknown', 'too-many-entry-links'],
})

export const endEntryLink = endpoint({
  ...ofEntry,
  ...contentWrite,
  path: `${ofEntry.path}/:link`,
  params: z.strictObject({ id: Id, link: Id }),
  method: 'DELETE',
  summary: 'Revokes a share link',
  answer: Nothing,
  refusals: ['entry-not-found', 'entry-link-not-found'],
})
