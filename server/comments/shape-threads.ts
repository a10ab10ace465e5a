import type { Comment, CommentThread } from '#contract/comments.ts'
import type { Opened } from '#server/entries/entry-call.ts'
import { isThere } from '#server/fields/components.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { findMemberNames } from '#server/team/find-members.ts'
import { type CommentRow, listMentions } from './queries.ts'

type Read = Pick<Opened, 'model'>

/** What is said of a field reads who reads the field; of one that is gone for good nobody knows who that was. */
export function mayRead({ model }: Read, fieldId: string | null, { isAdmin }: Pick<Member, 'isAdmin'>): boolean {
  if (fieldId === null || isAdmin) return true
  return model.fields.some(({ id, readBy }) => id === fieldId && readBy === 'members')
}

export async function shapeThreads(
  tx: WorkspaceTx,
  { model }: Read,
  { threads, rows }: { threads: CommentRow[]; rows: CommentRow[] },
): Promise<CommentThread[]> {
  const shown = rows.filter(({ id, threadId }) => threads.some((thread) => thread.id === (threadId ?? id)))
  const mentions = await listMentions(
    tx,
    shown.map(({ id }) => id),
  )
  const names = await findMemberNames(tx, [
    ...shown.flatMap(({ authorId, resolvedBy }) => [authorId, resolvedBy]),
    ...mentions.map(({ memberId }) => memberId),
  ])
  const personOf = (id: string) => ({ id, name: names.get(id) ?? '' })
  const shape = ({ id, authorId, text, createdAt, editedAt, deletedAt }: CommentRow): Comment => ({
    ...{ id, text, createdAt, editedAt, author: personOf(authorId), isDeleted: deletedAt !== null },
    mentions: mentions.filter(({ commentId }) => commentId === id).map(({ memberId }) => personOf(memberId)),
  })
  return threads.map((thread) => {
    const field = model.fields.find((one) => one.id === thread.fieldId && isThere(one))
    return {
      ...shape(thread),
      field: field ? { key: field.key, label: field.label } : null,
      locale: thread.language,
      resolvedAt: thread.resolvedAt,
      resolvedBy: thread.resolvedBy === null ? null : personOf(thread.resolvedBy),
      answers: shown.filter(({ threadId }) => threadId === thread.id).map(shape),
    }
  })
}
