import { z } from 'zod'
import { endpoint, Id, idParams, Nothing } from '#contract/endpoint.ts'
import { Language } from '#contract/workspace/languages.ts'
import { inState, Thread, threadsOf, written } from '#contract/writing/comments.ts'
import { contentRead, contentWrite } from './models.ts'

export const EntryThread = Thread.extend({
  field: z
    .object({ key: z.string(), label: z.string() })
    .nullable()
    .describe('The field that the thread is about. Null: the whole entry'),
  locale: z.string().nullable().describe('The language that the thread is about. Null: all languages'),
})
export type EntryThread = z.output<typeof EntryThread>

const path = '/api/v1/content-entries/:id/comments'
const ofComment = {
  ...contentWrite,
  path: `${path}/:comment`,
  params: z.strictObject({ id: Id, comment: Id }),
} as const

export const listEntryComments = endpoint({
  ...contentRead,
  method: 'GET',
  path,
  params: idParams,
  summary: 'The comment threads of an entry with their replies, oldest first',
  query: z.strictObject(inState),
  answer: threadsOf(EntryThread),
  refusals: ['entry-not-found'],
})

export const writeEntryComment = endpoint({
  ...contentWrite,
  method: 'POST',
  path,
  params: idParams,
  summary: 'Starts a thread on an entry or one of its fields. Mentioned members get a mail',
  status: 201,
  body: z.strictObject({
    ...written,
    field: z.string().max(60).optional().describe('Key of the field that the thread is about'),
    locale: Language.optional().describe('The language that the thread is about'),
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
  method: 'POST',
  path: `${ofComment.path}/answers`,
  summary: 'Replies to a thread, and reopens it',
  status: 201,
  body: z.strictObject(written),
  answer: EntryThread,
  refusals: ['entry-not-found', 'entry-in-trash', 'comment-not-found', 'mentioned-unknown', 'too-many-comments'],
})

export const changeEntryComment = endpoint({
  ...ofComment,
  method: 'PATCH',
  summary: 'Changes a comment of the caller. New mentions send a mail',
  body: z.strictObject(written),
  answer: EntryThread,
  refusals: ['entry-not-found', 'entry-in-trash', 'comment-not-found', 'comment-not-yours', 'mentioned-unknown'],
})

export const deleteEntryComment = endpoint({
  ...ofComment,
  method: 'DELETE',
  summary:
    'Deletes a comment of the caller; admins delete any. If a thread has replies, only the text of its first comment is deleted',
  answer: Nothing,
  refusals: ['entry-not-found', 'entry-in-trash', 'comment-not-found', 'comment-not-yours'],
})

const ofResolution = {
  ...ofComment,
  path: `${ofComment.path}/resolution`,
  answer: EntryThread,
  refusals: ['entry-not-found', 'entry-in-trash', 'comment-not-found'],
} as const

export const resolveEntryComment = endpoint({
  ...ofResolution,
  method: 'PUT',
  summary: 'Resolves a thread',
})

export const reopenEntryComment = endpoint({
  ...ofResolution,
  method: 'DELETE',
  summary: 'Reopens a resolved thread',
})
