import { keysOf } from './keys-of.ts'

export const chosenScopes = {
  'tickets:read':
    'Read tickets with their messages, history, files and mails, the views and the report of Service, and the live stream',
  'tickets:create': 'Create tickets on behalf of customers and upload their files. Nobody gets a mail.',
  'tickets:write':
    'Create and change tickets, reply and write notes as the creator of the key, and add messages of customers',
  'customers:read': 'Read customers, their addresses and companies, and whether mail to them is suspended',
  'customers:write': 'Create and change customers, their addresses, external ids and companies',
  'members:read': 'Read the active members of the team: names, addresses and roles',
  'knowledge-base:read': 'Read articles with their drafts, categories, redirects, feedback and reports',
  'knowledge-base:write': 'Write, publish and delete articles, categories, redirects and synonyms',
  'content:read': 'Read entries with their drafts and versions, models, categories, comments and media',
  'content:write': 'Write drafts of entries, comments, categories and media. Published entries do not change.',
  'content:publish':
    'Publish and unpublish entries, now or later. Together with `content:write`, also archive and trash them.',
  'content-models:write': 'Create, change and delete models. The creator of the key must be an admin.',
} as const

/** Scopes of keys that only read content. The kind of the key decides the scope. */
export const kindScopes = {
  'content:delivery': 'Read published content. Delivery keys have this scope and no other.',
  'content:preview': 'Read published content and drafts. Preview keys have this scope and no other.',
} as const

export type ChosenScope = keyof typeof chosenScopes
export type KindScope = keyof typeof kindScopes
export type Scope = ChosenScope | KindScope

export const namesOfScopes = keysOf(chosenScopes)

export const contentScopes = [
  'content:read',
  'content:write',
  'content:publish',
  'content-models:write',
] as const satisfies ChosenScope[]
