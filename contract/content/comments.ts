import { z } from 'zod'
import { endpoint, Id, idParams, Nothing } from '#contract/endpoint.ts'
import { Language } from '#contract/workspace/languages.ts'
import { inState, Thread, threadsOf, written } from '#contract/writing/comments.ts'
import { contentWrite } from './models.ts'

export const EntryThread = Thread.extend({
  field: z.object({ key: z.string(), label: z.string() }).nullable().describe('What it is about; null: the whole'),
  locale: z.string().nullable().describe('The language it is about'),
})
export type EntryThread = z.output<typeof EntryThread>

const path = '/api/v1/content-entries/:id/comments'
const ofEntry = { path, params: idParams, for: ['team', 'key'], scope: 'content:write' } as const
const ofComment = { ...ofEntry, path: `${path}/:comment`, params: z.strictObject({ id: Id, comment: Id }) } as const

export const listEntryComments = endpoint({
  ...ofEntry,
  scope: 'content:read',
  method: 'GET',
  summary: 'What the team says of an entry, the oldest thread first, with its answers',
  query: z.strictObject(inState),
  answer: threadsOf(EntryThread),
  refusals: ['entry-not-found'],
})

export const writeEntryComment = endpoint({
  ...ofEntry,
  ...contentWrite,
  method: 'POST',
  summary: 'Begins a thread on an entry or one of its fields; whoever is mentioned is mailed',
  status: 201,
  body: z.strictObject({
    ...written,
    field: z.string().max(60).optional().describe('The key of the field it is about'),
    locale: Language.optional().describe('The language it is about'),
  }),
  answer: EntryThread,
  refusals: [
    'entry-not-found',
    'entry-in-trash',
    'comment-field-unknown',
    'language-unknown',
    'mentioned-unknown',
    'too-many-comments',
  ],
})

export const answerEntryComment = endpoint({
  ...ofComment,
  ...contentWrite,
  method: 'POST',
  path: `${ofComment.path}/answers`,
  summary: 'Answers a thread; one that was resolved is open again',
  status: 201,
  body: z.strictObject(written),
  answer: EntryThread,
  refusals: ['entry-not-found', 'entry-in-trash', 'comment-not-found', 'mentioned-unknown', 'too-many-comments'],
})

export const changeEntryComment = endpoint({
  ...ofComment,
  ...contentWrite,
  method: 'PATCH',
  summary: 'Changes the words of an own comment; who is mentioned newly is mailed',
  body: z.strictObject(written),
  answer: EntryThread,
  refusals: ['entry-not-found', 'entry-in-trash', 'comment-not-found', 'comment-not-yours', 'mentioned-unknown'],
})

export const deleteEntryComment = endpoint({
  ...ofComment,
  ...contentWrite,
  method: 'DELETE',
  summary: 'Deletes an own comment, admins any; of a thread that has answers the words alone',
  answer: Nothing,
  refusals: ['entry-not-found', 'entry-in-trash', 'comment-not-found', 'comment-not-yours'],
})

export const resolveEntryComment = endpoint({
  ...ofComment,
  ...contentWrite,
  method: 'PUT',
  path: `${ofComment.path}/resolution`,
  summary: 'Marks a thread as settled',
  answer: EntryThread,
  refusals: ['entry-not-found', 'entry-in-trash', 'comment-not-found'],
})

export const reopenEntryComment = endpoint({
  ...ofComment,
  ...contentWrite,
  method: 'DELETE',
  path: `${ofComment.path}/resolution`,
  summary: 'Opens a settled thread again',
  answer: EntryThread,
  refusals: ['entry-not-found', 'entry-in-trash', 'comment-not-found'],
})
