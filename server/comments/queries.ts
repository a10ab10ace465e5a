import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

const columns = [
  ...(['id', 'entryId', 'threadId', 'fieldId', 'language', 'authorId', 'text', 'createdAt', 'editedAt'] as const),
  ...(['deletedAt', 'resolvedAt', 'resolvedBy'] as const),
] as const

/** Every comment on an entry, the oldest first. */
export const listCommentRows = (tx: WorkspaceTx, entryId: string) =>
  tx.selectFrom('comments').select(columns).where('entryId', '=', entryId).orderBy('createdAt').orderBy('id').execute()
export type CommentRow = Awaited<ReturnType<typeof listCommentRows>>[number]

/** How many there are, and the bytes of their words. */
export const measureComments = (tx: WorkspaceTx, entryId: string) =>
  tx
    .selectFrom('comments')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(octet_length(text)), 0)::int`.as('bytes'),
    ])
    .where('entryId', '=', entryId)
    .executeTakeFirstOrThrow()

type NewComment = Pick<CommentRow, 'entryId' | 'text' | 'authorId'> &
  Partial<Pick<CommentRow, 'threadId' | 'fieldId' | 'language'>>

export const insertComment = (tx: WorkspaceTx, comment: NewComment) =>
  tx.insertInto('comments').values(comment).returning(columns).executeTakeFirstOrThrow()

type Changes = Partial<Pick<CommentRow, 'text' | 'editedAt' | 'deletedAt' | 'resolvedAt' | 'resolvedBy'>>

export const updateComment = (tx: WorkspaceTx, id: string, changes: Changes) =>
  tx.updateTable('comments').set(changes).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

/** With its answers. */
export const deleteCommentRow = (tx: WorkspaceTx, id: string) =>
  tx.deleteFrom('comments').where('id', '=', id).execute()

export const findCommentRow = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('comments').select(columns).where('id', '=', id).executeTakeFirst()

/** Who is named in comments now. */
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

/** Writes who is named in a comment; answers those of them who were not mailed of it. */
export async function setMentions(tx: WorkspaceTx, commentId: string, memberIds: string[]): Promise<string[]> {
  const known = await tx
    .selectFrom('commentMentions')
    .select(['memberId', 'isNamed', 'mailedAt'])
    .where('commentId', '=', commentId)
    .execute()
  for (const { memberId, isNamed } of known)
    if (isNamed !== memberIds.includes(memberId)) await nameAgain(tx, { commentId, memberId, isNamed: !isNamed })
  const added = memberIds.filter((memberId) => !known.some((one) => one.memberId === memberId))
  if (added.length > 0)
    await tx
      .insertInto('commentMentions')
      .values(added.map((memberId) => ({ commentId, memberId })))
      .execute()
  return memberIds.filter((memberId) => !known.some((one) => one.memberId === memberId && one.mailedAt !== null))
}

type Mention = { commentId: string; memberId: string }

const nameAgain = (tx: WorkspaceTx, { commentId, memberId, isNamed }: Mention & { isNamed: boolean }) =>
  tx
    .updateTable('commentMentions')
    .set({ isNamed })
    .where('commentId', '=', commentId)
    .where('memberId', '=', memberId)
    .execute()

/** A mention that nobody was mailed of, of somebody who is on the team and wants to hear of such things. */
export const findMentionToMail = (tx: WorkspaceTx, { commentId, memberId }: Mention) =>
  tx
    .selectFrom('commentMentions as n')
    .innerJoin('comments as c', (join) =>
      join.onRef('c.workspaceId', '=', 'n.workspaceId').onRef('c.id', '=', 'n.commentId'),
    )
    .innerJoin('members as m', (join) =>
      join.onRef('m.workspaceId', '=', 'n.workspaceId').onRef('m.id', '=', 'n.memberId'),
    )
    .innerJoin('contentEntries as e', (join) =>
      join.onRef('e.workspaceId', '=', 'n.workspaceId').onRef('e.id', '=', 'c.entryId'),
    )
    .innerJoin('contentModels as o', (join) =>
      join.onRef('o.workspaceId', '=', 'n.workspaceId').onRef('o.id', '=', 'e.modelId'),
    )
    .select(['c.id', 'c.entryId', 'c.threadId', 'c.authorId', 'c.text', 'm.email', 'm.role'])
    .where('n.commentId', '=', commentId)
    .where('n.memberId', '=', memberId)
    .where('n.isNamed', '=', true)
    .where('n.mailedAt', 'is', null)
    .where('c.deletedAt', 'is', null)
    .where('e.trashedAt', 'is', null)
    .where('o.deletedAt', 'is', null)
    .where('m.status', '=', 'active')
    .where(sql<boolean>`coalesce((m.notifications->>'mentioned')::boolean, true)`)
    .executeTakeFirst()

export const noteMailed = (tx: WorkspaceTx, { commentId, memberId }: Mention) =>
  tx
    .updateTable('commentMentions')
    .set({ mailedAt: sql<string>`now()` })
    .where('commentId', '=', commentId)
    .where('memberId', '=', memberId)
    .execute()

export const findDomain = async (tx: WorkspaceTx) =>
  (await tx.selectFrom('workspaces').select('domain').executeTakeFirstOrThrow()).domain
