import type { Comment, Thread } from '#contract/writing/comments.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { type CommentRow, listMentions } from './queries/comments.ts'
import type { Topic } from './topic.ts'

export async function shapeThreads<P>(
  tx: WorkspaceTx,
  { placesOf }: Topic<P>,
  { threads, rows }: { threads: CommentRow[]; rows: CommentRow[] },
): Promise<(Thread & P)[]> {
  const shown = rows.filter(({ id, threadId }) => threads.some((thread) => thread.id === (threadId ?? id)))
  const [mentions, placeOf] = await Promise.all([
    listMentions(
      tx,
      shown.map(({ id }) => id),
    ),
    placesOf(threads),
  ])
  const names = await findMemberNames(tx, [
    ...shown.flatMap(({ authorId, resolvedBy }) => [authorId, resolvedBy]),
    ...mentions.map(({ memberId }) => memberId),
  ])
  const personOf = (id: string) => ({ id, name: names.get(id) ?? '' })
  const shape = ({ id, authorId, text, createdAt, editedAt, deletedAt }: CommentRow): Comment => ({
    ...{ id, text, createdAt, editedAt, author: personOf(authorId), isDeleted: deletedAt !== null },
    mentions: mentions.filter(({ commentId }) => commentId === id).map(({ memberId }) => personOf(memberId)),
  })
  return threads.map((thread) => ({
    ...shape(thread),
    ...placeOf(thread),
    resolvedAt: thread.resolvedAt,
    resolvedBy: thread.resolvedBy === null ? null : personOf(thread.resolvedBy),
    answers: shown.filter(({ threadId }) => threadId === thread.id).map(shape),
  }))
}
