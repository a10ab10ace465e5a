import { z } from 'zod'
import { endpoint, Id, idParams, Nothing } from '#contract/endpoint.ts'
import { FieldKey } from '#contract/fields/fields.ts'
import { Language } from '#contract/workspace/languages.ts'

export const presentKinds = ['ticket', 'article', 'entry'] as const
export type PresentKind = (typeof presentKinds)[number]

const fieldOf = <F extends z.ZodType>(field: F, words: string) =>
  z.strictObject({ field: field.nullable().default(null).describe(words) })

const Present = z.object({
  id: Id.describe('Of a member'),
  name: z.string(),
  field: z.string().nullable().describe('Where they write; null while they look'),
})
export type Present = z.output<typeof Present>

export const Presence = z.object({ kind: z.enum(presentKinds), id: Id, people: z.array(Present) })
export type Presence = z.output<typeof Presence>

/** Each open page has its own UUID, so that a person can leave one page and stay on another. */
const params = idParams.extend({ page: Id })
const shared = { params, counts: 'presence', needs: [], isRepeatable: false } as const

const atTicket = { ...shared, path: '/api/v1/tickets/:id/presences/:page', for: ['team'] } as const
const atArticle = { ...shared, path: '/api/v1/knowledge-base/articles/:id/presences/:page', for: ['admin'] } as const
const atEntry = { ...shared, path: '/api/v1/content-entries/:id/presences/:page', for: ['team'] } as const

export const announceAtTicket = endpoint({
  ...atTicket,
  method: 'PUT',
  summary: 'Shows colleagues that the caller is at the ticket. Expires after twenty seconds without a call',
  body: fieldOf(z.enum(['reply', 'note']), 'What they write; null while they look'),
  answer: Presence,
})

export const leaveTicket = endpoint({
  ...atTicket,
  method: 'DELETE',
  summary: 'Ends the presence of one page of the caller at the ticket',
  answer: Nothing,
})

export const announceAtArticle = endpoint({
  ...atArticle,
  method: 'PUT',
  summary: 'Shows colleagues that the caller is at the article. Expires after twenty seconds without a call',
  body: fieldOf(
    z.templateLiteral([z.enum(['title', 'excerpt', 'text']), ':', Language]),
    'The field they edit, with the language: `title:en`; null if they only read',
  ),
  answer: Presence,
})

export const leaveArticle = endpoint({
  ...atArticle,
  method: 'DELETE',
  summary: 'Ends the presence of one page of the caller at the article',
  answer: Nothing,
})

export const announceAtEntry = endpoint({
  ...atEntry,
  method: 'PUT',
  summary: 'Shows colleagues that the caller is at the entry. Expires after twenty seconds without a call',
  body: fieldOf(
    z.union([FieldKey, z.templateLiteral([FieldKey, ':', Language])]),
    'The field they edit, with the language if it is localized: `title:en`; null if they only read',
  ),
  answer: Presence,
})

export const leaveEntry = endpoint({
  ...atEntry,
  method: 'DELETE',
  summary: 'Ends the presence of one page of the caller at the entry',
  answer: Nothing,
})

export const listPresences = endpoint({
  method: 'GET',
  path: '/api/v1/presences',
  for: ['team'],
  summary: 'Where members are now, at the things that the caller may see',
  answer: z.object({ items: z.array(Presence), next: z.null() }),
})
