import { sql } from 'kysely'
import type { Subject } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const columns = [
  ...(['id', 'entryId', 'articleId', 'threadId', 'fieldId', 'language', 'blockText', 'blockPlace'] as const),
  ...(['saidFrom', 'ticketId', 'authorId', 'text', 'createdAt', 'editedAt', 'deletedAt'] as const),
  ...(['resolvedAt', 'resolvedBy'] as const),
] as const

export type About = Pick<Subject, 'id'> & { type: 'article' | 'entry' }

const columnOf = ({ type }: About) => (type === 'entry' ? 'entryId' : 'articleId')
export const isAbout = (row: CommentRow, about: About) => row[columnOf(about)] === about.id

export const listCommentRows = (tx: WorkspaceTx, about: About) =>
  tx
    .selectFrom('comments')
    .select(columns)
    .where(columnOf(about), '=', about.id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
export type CommentRow = Awaited<ReturnType<typeof listCommentRows>>[number]

export async function countOpenRemarks(tx: WorkspaceTx, articleId: string, authorId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('comments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('articleId', '=', articleId)
    .where('authorId', '=', authorId)
    .where('saidFrom', '<>', 'editor')
    .where('resolvedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const measureComments = (tx: WorkspaceTx, about: About) =>
  tx
    .selectFrom('comments')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(octet_length(text)), 0)::int`.as('bytes'),
    ])
    .where(columnOf(about), '=', about.id)
    .executeTakeFirstOrThrow()

type PlaceColumn = 'fieldId' | 'language' | 'blockText' | 'blockPlace' | 'saidFrom' | 'ticketId'
export type NewComment = Pick<CommentRow, 'text' | 'authorId'> & Partial<Pick<CommentRow, 'threadId' | PlaceColumn>>

export const insertComment = (tx: WorkspaceTx, about: About, comment: NewComment) =>
  tx
    .insertInto('comments')
    .values({ ...comment, [columnOf(about)]: about.id })
    .returning(columns)
    .executeTakeFirstOrThrow()

type Changes = Partial<Pick<CommentRow, 'text' | 'editedAt' | 'deletedAt' | 'resolvedAt' | 'resolvedBy'>>

export const updateComment = (tx: WorkspaceTx, id: string, changes: Changes) =>
  tx.updateTable('comments').set(changes).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

export const deleteCommentRow = (tx: WorkspaceTx, id: string) =>
  tx.deleteFrom('comments').where('id', '=', id).execute()

export const findCommentRow = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('comments').select(columns).where('id', '=', id).executeTakeFirst()

export const listMentions = (tx: WorkspaceTx, commentIds: string[]) =>
  commentIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('commentMentions')
        .select(['commentId', 'memberId'])
        .where('commentId', 'in', commentIds)
        .where('isNamed', '=', true)
        .orderBy('memberId')
        .execute()

/**
 * Sets the mentions of a comment. `isOther`: the mentions changed. `unmailed`: the mentioned members who got no mail
 * about the comment yet.
 */
export async function setMentions(tx: WorkspaceTx, commentId: string, memberIds: string[]): Promise<MentionChange> {
  const known = await tx
    .selectFrom('commentMentions')
    .select(['memberId', 'isNamed', 'mailedAt'])
    .where('commentId', '=', commentId)
    .execute()
  const turned = known.filter(({ memberId, isNamed }) => isNamed !== memberIds.includes(memberId))
  for (const { memberId, isNamed } of turned) await nameAgain(tx, { commentId, memberId, isNamed: !isNamed })
  const added = memberIds.filter((memberId) => !known.some((one) => one.memberId === memberId))
  if (added.length > 0)
    await tx
      .insertInto('commentMentions')
      .values(added.map((memberId) => ({ commentId, memberId })))
      .execute()
  return {
    isOther: turned.length + added.length > 0,
    unmailed: memberIds.filter((memberId) => !known.some((one) => one.memberId === memberId && one.mailedAt !== null)),
  }
}

type MentionChange = { isOther: boolean; unmailed: string[] }

type Mention = { commentId: string; memberId: string }

const nameAgain = (tx: WorkspaceTx, { commentId, memberId, isNamed }: Mention & { isNamed: boolean }) =>
  tx
    .updateTable('commentMentions')
    .set({ isNamed })
    .where('commentId', '=', commentId)
    .where('memberId', '=', memberId)
    .execute()

export const noteMailed = (tx: WorkspaceTx, { commentId, memberId }: Mention) =>
  tx
    .updateTable('commentMentions')
    .set({ mailedAt: sql<string>`now()` })
    .where('commentId', '=', commentId)
    .where('memberId', '=', memberId)
    .execute()

export async function listTicketNumbers(tx: WorkspaceTx, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('tickets').select(['id', 'number']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}
