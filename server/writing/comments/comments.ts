import { isAdminRole } from '#contract/workspace/admin-role.ts'
import { type Comment, mostCommentBytes, mostComments, type Thread } from '#contract/writing/comments.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/http/limits.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findMemberNames, listActiveMembers } from '#server/workspace/team/find-members.ts'
import { mailMention } from './mails/mail-mention.ts'
import {
  type CommentRow,
  deleteCommentRow,
  findCommentRow,
  insertComment,
  isAbout,
  listCommentRows,
  listMentions,
  measureComments,
  type NewComment,
  setMentions,
  updateComment,
} from './queries/comments.ts'
import type { CommentCall, Topic } from './topic.ts'

export { countOpenRemarks, listTicketNumbers } from './queries/comments.ts'

type CommentText = { text: string; mentions: string[] }

export async function listComments<P>(call: CommentCall, topic: Topic<P>, state: 'open' | 'resolved') {
  const { tx, caller } = call
  const rows = await listCommentRows(tx, topic.subject)
  const threads = rows.filter((row) => !row.threadId && topic.mayRead(row, caller))
  const [open, resolved] = [false, true].map((is) => threads.filter(({ resolvedAt }) => (resolvedAt !== null) === is))
  const items = await shapeThreads(tx, topic, { threads: state === 'open' ? open! : resolved!, rows })
  return { items, next: null, open: open!.length, resolved: resolved!.length }
}

type NewThread = CommentText & { place: Omit<NewComment, 'text' | 'authorId' | 'threadId'> }

/** Starts a thread. The topic must be locked, so that simultaneous comments cannot exceed the limit of comments. */
export async function writeComment<P>(call: CommentCall, topic: Topic<P>, { text, mentions, place }: NewThread) {
  await refuseMore(call, topic)
  const thread = await insertComment(call.tx, topic.subject, { ...place, text, authorId: call.caller.id })
  await mention(call, topic, { thread, comment: thread, mentions })
  return told(call, topic, thread.id)
}

/**
 * Replies to a thread and reopens it if it was resolved. If the thread began outside the editor, its author gets a
 * mail, because no list of comments is visible there.
 */
export async function answerComment<P>(call: CommentCall, topic: Topic<P>, threadId: string, written: CommentText) {
  const { tx, caller } = call
  const thread = await findThread(call, topic, threadId)
  await refuseMore(call, topic)
  const comment = await insertComment(tx, topic.subject, { threadId, text: written.text, authorId: caller.id })
  if (thread.resolvedAt) await updateComment(tx, thread.id, { resolvedAt: null, resolvedBy: null })
  const remarked = thread.saidFrom === 'editor' ? [] : await listActiveMembers(tx, [thread.authorId])
  await mention(call, topic, { thread, comment, mentions: [...written.mentions, ...remarked.map(({ id }) => id)] })
  return told(call, topic, thread.id)
}

export async function changeComment<P>(
  call: CommentCall,
  topic: Topic<P>,
  id: string,
  { text, mentions }: CommentText,
) {
  const { thread, comment } = await findComment(call, topic, id)
  if (comment.authorId !== call.caller.id) throw new Refusal('comment-not-yours')
  const isSame = comment.text === text
  if (!isSame) await updateComment(call.tx, comment.id, { text, editedAt: new Date().toISOString() })
  const isNamedAnew = await mention(call, topic, { thread, comment, mentions })
  return isSame && !isNamedAnew ? shown(call, topic, thread.id) : told(call, topic, thread.id)
}

export async function deleteComment(call: CommentCall, topic: Topic, id: string) {
  const { tx, caller } = call
  const { thread, comment } = await findComment(call, topic, id)
  if (comment.authorId !== caller.id && !caller.isAdmin) throw new Refusal('comment-not-yours')
  const others = (await listCommentRows(tx, topic.subject)).filter(
    (one) => one.threadId === thread.id && one.id !== comment.id,
  )
  const isRoot = comment.id === thread.id
  if (isRoot && others.length > 0)
    await updateComment(tx, comment.id, { text: '', deletedAt: new Date().toISOString() })
  else await deleteCommentRow(tx, thread.deletedAt && others.length === 0 ? thread.id : comment.id)
  if (isRoot) await setMentions(tx, comment.id, [])
  await tell(call, topic)
}

export async function resolveComment<P>(call: CommentCall, topic: Topic<P>, threadId: string, isResolved: boolean) {
  const thread = await findThread(call, topic, threadId)
  if ((thread.resolvedAt !== null) === isResolved) return shown(call, topic, thread.id)
  const settled = { resolvedAt: new Date().toISOString(), resolvedBy: call.caller.id }
  await updateComment(call.tx, thread.id, isResolved ? settled : { resolvedAt: null, resolvedBy: null })
  return told(call, topic, thread.id)
}

async function findComment({ tx, caller }: CommentCall, topic: Topic, id: string) {
  const comment = await findCommentRow(tx, id)
  const thread = comment?.threadId ? await findCommentRow(tx, comment.threadId) : comment
  const isThere = comment && isAbout(comment, topic.subject) && !comment.deletedAt
  if (!isThere || !thread || !topic.mayRead(thread, caller)) throw new Refusal('comment-not-found')
  return { thread, comment }
}

async function findThread({ tx, caller }: CommentCall, topic: Topic, id: string) {
  const thread = await findCommentRow(tx, id)
  const isThere = thread && isAbout(thread, topic.subject) && thread.threadId === null
  if (!isThere || !topic.mayRead(thread, caller)) throw new Refusal('comment-not-found')
  return thread
}

async function refuseMore({ tx }: CommentCall, { subject }: Topic) {
  const { count, bytes } = await measureComments(tx, subject)
  if (count >= mostComments || bytes >= mostCommentBytes) throw new Refusal('too-many-comments')
}

/** Delay of mention mails. A comment that is deleted at once then sends no mail. */
const waitMs = 15_000
type CommentMentions = { thread: CommentRow; comment: CommentRow; mentions: string[] }

// Stores the mentions of a comment. Queues mails to mentioned members who got no mail about it yet. Returns whether the
// mentions changed.
async function mention(call: CommentCall, topic: Topic, { thread, comment, mentions }: CommentMentions) {
  const { tx, caller, platform } = call
  const wanted = [...new Set(mentions)]
  const members = await listActiveMembers(tx, wanted)
  const readers = members.filter(({ id, role }) => topic.mayRead(thread, { id, isAdmin: isAdminRole(role) }))
  if (readers.length < wanted.length) throw new Refusal('mentioned-unknown')
  const { isOther, unmailed: named } = await setMentions(tx, comment.id, wanted)
  const unmailed = named.filter((id) => id !== caller.id)
  if (unmailed.length > 0) platform.limiter.spend(limits.mention, caller.id, unmailed.length)
  for (const memberId of unmailed) {
    const key = `${mailMention.name} ${comment.id} ${memberId}`
    await enqueue(tx, mailMention, { commentId: comment.id, memberId }, { key, runAt: new Date(Date.now() + waitMs) })
  }
  return isOther
}

const tell = ({ tx, caller }: CommentCall, { subject }: Topic) =>
  record(tx, { type: 'comments.changed', subject, by: byMember(caller), audience: 'team' })

async function told<P>(call: CommentCall, topic: Topic<P>, threadId: string): Promise<Thread & P> {
  await tell(call, topic)
  return shown(call, topic, threadId)
}

async function shown<P>({ tx }: CommentCall, topic: Topic<P>, threadId: string): Promise<Thread & P> {
  const rows = await listCommentRows(tx, topic.subject)
  const [thread] = await shapeThreads(tx, topic, { threads: rows.filter(({ id }) => id === threadId), rows })
  return thread!
}

async function shapeThreads<P>(
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
