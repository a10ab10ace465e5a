import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, Time } from '#contract/endpoint.ts'
import { Language } from '#contract/workspace/languages.ts'
import { contentWrite } from './models.ts'

export const mostCommentLetters = 4000
export const mostMentions = 20
/** Of one article or entry, answers and resolved ones counted. */
export const mostComments = 500
export const mostCommentBytes = 500_000
/** Of one person on one article, those that nobody has settled. */
export const mostRemarks = 20

export const commentRefusals = {
  'comment-not-found': { status: 404, text: 'There is no such comment' },
  'comment-not-yours': {
    status: 403,
    text: 'A comment is changed by whoever wrote it, and deleted by them or an admin',
  },
  'comment-field-unknown': { status: 400, text: 'There is no such field' },
  'mentioned-unknown': {
    status: 400,
    text: 'Somebody who is mentioned is not on the team, or may not read what this is about',
  },
  'too-many-comments': {
    status: 409,
    text: `There are at most ${mostComments} comments in one place, and ${mostCommentBytes / 1000} kB of them. Delete those that nobody needs.`,
  },
  'too-many-remarks': {
    status: 409,
    text: `${mostRemarks} of your remarks on this article wait to be settled. Ask its owner to look at them first.`,
  },
} as const

const Person = z.object({ id: Id, name: z.string() })

const Comment = z.object({
  id: Id,
  author: Person,
  text: z.string().describe('Plain; empty where it was deleted'),
  mentions: z.array(Person).describe('Whose name stands in the text after an @'),
  createdAt: Time,
  editedAt: Time.nullable(),
  isDeleted: z.boolean().describe('It stays for the sake of its answers'),
})
export type Comment = z.output<typeof Comment>

export const Thread = Comment.extend({
  resolvedAt: Time.nullable(),
  resolvedBy: Person.nullable(),
  answers: z.array(Comment).describe('The oldest first'),
})
export type Thread = z.output<typeof Thread>

export const EntryThread = Thread.extend({
  field: z.object({ key: z.string(), label: z.string() }).nullable().describe('What it is about; null: the whole'),
  locale: z.string().nullable().describe('The language it is about'),
})
export type EntryThread = z.output<typeof EntryThread>

export const inState = { state: z.enum(['open', 'resolved']).default('open') }
export const threadsOf = <T extends z.ZodType>(thread: T) =>
  z.object({
    items: z.array(thread),
    next: z.null(),
    open: z.int().describe('So many threads are open'),
    resolved: z.int(),
  })

const path = '/api/v1/content-entries/:id/comments'
const ofEntry = { path, params: idParams, for: ['team', 'key'], scope: 'content:write' } as const
const ofComment = { ...ofEntry, path: `${path}/:comment`, params: z.strictObject({ id: Id, comment: Id }) } as const

/** Lines are kept; other control characters are nothing that anybody writes. */
export const CommentText = z
  .string()
  .trim()
  .min(1, 'Write something')
  .max(mostCommentLetters, `Write at most ${mostCommentLetters} letters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: just these
  .refine((text) => !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text.replaceAll('\r\n', '\n')), 'Write plain text')
  .transform((text) => text.replaceAll('\r\n', '\n'))
export const written = {
  text: CommentText,
  mentions: z.array(Id).max(mostMentions).default([]).describe('Members who are mailed, once for each comment'),
}

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
