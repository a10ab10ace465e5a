import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, Time } from '#contract/endpoint.ts'
import { Language } from '#contract/workspace/languages.ts'
import { CommentText, inState, Thread, threadsOf, written } from '#contract/writing/comments.ts'
import { guarded } from './categories.ts'

const mostBlockLetters = 300

const Block = z.strictObject({
  text: z.string().min(1).max(mostBlockLetters).describe('The text of the block at the time of the comment'),
  place: z.int().min(0).max(100_000).describe('Index of the block, from 0'),
})
export type CommentedBlock = z.output<typeof Block>

export const ArticleThread = Thread.extend({
  block: Block.nullable().describe('The commented block; null: the whole article'),
  language: z.string().nullable().describe('The language of the commented text'),
  saidFrom: z
    .enum(['editor', 'page', 'ticket'])
    .describe(
      'Where the comment was written. A comment from `page` or `ticket` is a remark: a member reports a problem with the article',
    ),
  ticket: z.object({ id: Id, number: z.int() }).nullable().describe('The ticket of a remark, if it still exists'),
})
export type ArticleThread = z.output<typeof ArticleThread>

const path = '/api/v1/knowledge-base/articles/:id/comments'
const ofArticle = { path, params: idParams, for: ['admin', 'key'], scope: 'knowledge-base:write' } as const
const ofComment = { ...ofArticle, path: `${path}/:comment`, params: z.strictObject({ id: Id, comment: Id }) } as const

export const listArticleComments = endpoint({
  ...ofArticle,
  scope: ['knowledge-base:read', 'knowledge-base:write'],
  method: 'GET',
  summary: 'The comment threads of an article with their replies, oldest first',
  query: z.strictObject(inState),
  answer: threadsOf(ArticleThread),
  refusals: ['article-not-found'],
})

export const writeArticleComment = endpoint({
  ...ofArticle,
  ...guarded,
  method: 'POST',
  summary: 'Starts a thread on an article or a block of its text. Mentioned members get a mail',
  status: 201,
  body: z.strictObject({ ...written, language: Language.optional(), block: Block.optional() }),
  answer: ArticleThread,
  refusals: [
    ...(['article-not-found', 'article-in-trash', 'language-unknown', 'mentioned-unknown'] as const),
    'too-many-comments',
  ],
})

export const answerArticleComment = endpoint({
  ...ofComment,
  ...guarded,
  method: 'POST',
  path: `${ofComment.path}/answers`,
  summary: 'Replies to a thread, and reopens it. The author of a remark gets a mail',
  status: 201,
  body: z.strictObject(written),
  answer: ArticleThread,
  refusals: [
    ...(['article-not-found', 'article-in-trash', 'comment-not-found', 'mentioned-unknown'] as const),
    'too-many-comments',
  ],
})

export const changeArticleComment = endpoint({
  ...ofComment,
  ...guarded,
  method: 'PATCH',
  summary: 'Changes a comment of the caller. Newly mentioned members get a mail',
  body: z.strictObject(written),
  answer: ArticleThread,
  refusals: ['article-not-found', 'article-in-trash', 'comment-not-found', 'comment-not-yours', 'mentioned-unknown'],
})

export const deleteArticleComment = endpoint({
  ...ofComment,
  ...guarded,
  method: 'DELETE',
  summary: 'Deletes a comment. If it is the first comment of a thread with replies, only its text is deleted',
  answer: Nothing,
  refusals: ['article-not-found', 'article-in-trash', 'comment-not-found', 'comment-not-yours'],
})

export const resolveArticleComment = endpoint({
  ...ofComment,
  ...guarded,
  method: 'PUT',
  path: `${ofComment.path}/resolution`,
  summary: 'Resolves a thread',
  answer: ArticleThread,
  refusals: ['article-not-found', 'article-in-trash', 'comment-not-found'],
})

export const reopenArticleComment = endpoint({
  ...ofComment,
  ...guarded,
  method: 'DELETE',
  path: `${ofComment.path}/resolution`,
  summary: 'Reopens a resolved thread',
  answer: ArticleThread,
  refusals: ['article-not-found', 'article-in-trash', 'comment-not-found'],
})

export const remarkOnArticle = endpoint({
  method: 'POST',
  path: '/api/v1/knowledge-base/articles/:id/remarks',
  for: ['team'],
  ...guarded,
  summary:
    'Reports a problem with an article that the caller may read. Its owner gets a mail, and admins see it in the comments',
  params: idParams,
  status: 201,
  body: z.strictObject({
    text: CommentText,
    language: Language.optional().describe('The language with the problem; default: the first language'),
    ticket: Id.optional().describe('Id of the ticket in which the problem was noticed'),
  }),
  answer: z.object({ id: Id, createdAt: Time }),
  refusals: ['article-not-found', 'ticket-not-found', 'too-many-comments', 'too-many-remarks'],
})
