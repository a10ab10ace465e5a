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

type Review = { kind: 'asked' | 'ended'; entryId: string; language: string; memberId: string }

/** The address of whoever is told of a review, where it still stands as it did and they want to hear of such things. */
export async function findReviewToMail(tx: WorkspaceTx, { kind, entryId, language, memberId }: Review) {
  const { rows } = await sql<{ email: string }>`
    select m.email from content_entries e
    join content_texts t on t.workspace_id = e.workspace_id and t.entry_id = e.id
    join content_models o on o.workspace_id = e.workspace_id and o.id = e.model_id
    join members m on m.workspace_id = e.workspace_id and m.id = ${memberId}
    where e.workspace_id = ${tx.workspaceId} and t.workspace_id = ${tx.workspaceId} and o.workspace_id = ${tx.workspaceId}
      and m.workspace_id = ${tx.workspaceId} and e.id = ${entryId} and t.language = ${language}
      and e.trashed_at is null and o.deleted_at is null and m.status = 'active'
      and ${kind === 'asked' ? sql`t.status = 'in_review' and e.reviewer_id = m.id` : sql`t.status not in ('in_review', 'archived')`}
      and coalesce((m.notifications->>'reviews')::boolean, true)`.execute(tx)
  return rows[0]?.email
}

/** What somebody said of an entry as a whole in the minute before. */
export async function findLastWords(
  tx: WorkspaceTx,
  { entryId, authorId, at }: { entryId: string; authorId: string; at: string },
): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select text from comments
    where workspace_id = ${tx.workspaceId} and entry_id = ${entryId} and author_id = ${authorId} and field_id is null
      and deleted_at is null and created_at between ${at}::timestamptz - interval '1 minute' and ${at}::timestamptz
    order by created_at desc limit 1`.execute(tx)
  return rows[0]?.text ?? ''
}

export const findDomain = async (tx: WorkspaceTx) =>
  (await tx.selectFrom('workspaces').select('domain').executeTakeFirstOrThrow()).domain
