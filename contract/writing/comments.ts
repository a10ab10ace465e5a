import { z } from 'zod'
import { Id, Time } from '#contract/endpoint.ts'

export const mostCommentLetters = 4000
export const mostMentions = 20
/** Limit per article or entry, including replies and resolved comments. */
export const mostComments = 500
export const mostCommentBytes = 500_000
/** Limit of open remarks per member and article. */
export const mostRemarks = 20

export const commentRefusals = {
  'comment-not-found': { status: 404, text: 'There is no such comment' },
  'comment-not-yours': {
    status: 403,
    text: 'Only its author can change a comment. Its author and admins can delete it.',
  },
  'comment-field-unknown': { status: 400, text: 'There is no such field' },
  'mentioned-unknown': {
    status: 400,
    text: 'A mentioned person is not on the team or cannot read this. Remove the mention.',
  },
  'too-many-comments': {
    status: 409,
    text: `An article or entry has at most ${mostComments} comments and ${mostCommentBytes / 1000} kB of text. Delete old comments first.`,
  },
  'too-many-remarks': {
    status: 409,
    text: `You have ${mostRemarks} open remarks on this article. Ask its owner to resolve them first.`,
  },
} as const

const Person = z.object({ id: Id, name: z.string() })

const Comment = z.object({
  id: Id,
  author: Person,
  text: z.string().describe('Plain text. Empty if it was deleted'),
  mentions: z.array(Person).describe('Members mentioned with @ in the text'),
  createdAt: Time,
  editedAt: Time.nullable(),
  isDeleted: z.boolean().describe('A deleted comment stays while it has replies'),
})
export type Comment = z.output<typeof Comment>

export const Thread = Comment.extend({
  resolvedAt: Time.nullable(),
  resolvedBy: Person.nullable(),
  answers: z.array(Comment).describe('Oldest first'),
})
export type Thread = z.output<typeof Thread>

export const inState = { state: z.enum(['open', 'resolved']).default('open') }
export const threadsOf = <T extends z.ZodType>(thread: T) =>
  z.object({
    items: z.array(thread),
    next: z.null(),
    open: z.int().describe('Number of open threads'),
    resolved: z.int().describe('Number of resolved threads'),
  })

/** Allows no control characters except line breaks and tabs. */
export const CommentText = z
  .string()
  .trim()
  .min(1, 'Write something')
  .max(mostCommentLetters, `Write at most ${mostCommentLetters} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: just these
  .refine((text) => !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text.replaceAll('\r\n', '\n')), 'Write plain text')
  .transform((text) => text.replaceAll('\r\n', '\n'))
export const written = {
  text: CommentText,
  mentions: z.array(Id).max(mostMentions).default([]).describe('Mentioned members; each gets one mail per comment'),
}
