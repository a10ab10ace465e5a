/**
 * The scopes of management keys, each for reading or writing in one room. The texts are shown in the docs and the
 * reference.
 */
export const chosenScopes = {
  'tickets:read':
    'Read tickets with their messages, history, files and mails, the views and the report of Service, and follow changes on the live stream',
  'tickets:create': 'Create tickets that customers asked for, and upload their files. Mails nobody.',
  'tickets:write':
    'Create and change tickets, reply and note in the name of whoever made the key, and add what customers wrote',
  'customers:read': 'Read customers, their addresses and whether mails to them rest',
  'customers:write': 'Create and change customers, their addresses and their external ids',
  'members:read': 'Read the active members of the team: names, addresses and roles',
  'knowledge-base:read': 'Read articles with their drafts, categories, redirects, feedback and reports',
  'knowledge-base:write': 'Write, publish and delete articles, categories, redirects and synonyms',
  'content:read': 'Read entries with their drafts and versions, models, categories, comments and media',
  'content:write':
    'Write drafts of entries, comments, categories and media. What readers have of entries stays as it is.',
  'content:publish':
    'Publish entries, take them away and plan both; beside `content:write` also archive and trash them',
  'content-models:write': 'Create, change and delete models, as an admin',
} as const

/** The scopes of keys that only read content. They come with the kind of the key. */
export const kindScopes = {
  'content:delivery': 'Read what is published. Each delivery key has it, and no other scope.',
  'content:preview': 'Read what is published, and drafts. Each preview key has it, and no other scope.',
} as const

export type ChosenScope = keyof typeof chosenScopes
export type KindScope = keyof typeof kindScopes
/** The scopes that an endpoint may ask for. */
export type Scope = ChosenScope | KindScope

export const namesOfScopes = Object.keys(chosenScopes) as [ChosenScope, ...ChosenScope[]]

/** The default scopes of a management key. */
export const contentScopes = [
  'content:read',
  'content:write',
  'content:publish',
  'content-models:write',
] as const satisfies ChosenScope[]
