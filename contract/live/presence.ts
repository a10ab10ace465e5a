import { z } from 'zod'
import { endpoint, Id, idParams, Nothing } from '#contract/endpoint.ts'
import { FieldKey } from '#contract/fields/fields.ts'
import { Language } from '#contract/workspace/languages.ts'

export const presentKinds = ['ticket', 'article', 'entry'] as const
export type PresentKind = (typeof presentKinds)[number]

const fieldOf = <F extends z.ZodType>(field: F, words: string) =>
  z.strictObject({ field: field.nullable().default(null).describe(words) })

const Present = z.object({
  id: Id.describe('Id of a member'),
  name: z.string(),
  field: z.string().nullable().describe('The field that the member edits; null while they only read'),
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
  summary: 'Shows colleagues that the caller has the ticket open. Expires after twenty seconds without a call',
  body: fieldOf(z.enum(['reply', 'note']), 'What the caller writes; null while they only read'),
  answer: Presence,
})

export const leaveTicket = endpoint({
  ...atTicket,
  method: 'DELETE',
  summary: 'Ends the presence of the caller at the ticket for one browser page',
  answer: Nothing,
})

export const announceAtArticle = endpoint({
  ...atArticle,
  method: 'PUT',
  summary: 'Shows colleagues that the caller has the article open. Expires after twenty seconds without a call',
  body: fieldOf(
    z.templateLiteral([z.enum(['title', 'excerpt', 'text']), ':', Language]),
    'The field that the caller edits, with the language: `title:en`; null while they only read',
  ),
  answer: Presence,
})

export const leaveArticle = endpoint({
  ...atArticle,
  method: 'DELETE',
  summary: 'Ends the presence of the caller at the article for one browser page',
  answer: Nothing,
})

export const announceAtEntry = endpoint({
  ...atEntry,
  method: 'PUT',
  summary: 'Shows colleagues that the caller has the entry open. Expires after twenty seconds without a call',
  body: fieldOf(
    z.union([FieldKey, z.templateLiteral([FieldKey, ':', Language])]),
    'The field that the caller edits, with the language if it is localized: `title:en`; null while they only read',
  ),
  answer: Presence,
})

export const leaveEntry = endpoint({
  ...atEntry,
  method: 'DELETE',
  summary: 'Ends the presence of the caller at the entry for one browser page',
  answer: Nothing,
})

export const listPresences = endpoint({
  method: 'GET',
  path: '/api/v1/presences',
  for: ['team'],
  summary: 'Tickets, articles and entries that members have open now, and that the caller may see',
  answer: z.object({ items: z.array(Presence), next: z.null() }),
})
