import { type CommentThread, mostCommentBytes, mostComments, type writeEntryComment } from '#contract/comments.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { aboutEntry } from '#contract/events.ts'
import type { Field } from '#contract/fields.ts'
import { byMember, type EntryCall, languageFor, modelFor, type Opened, openById } from '#server/entries/entry-call.ts'
import { readEntry } from '#server/entries/show-entry.ts'
import { fieldsByKey } from '#server/fields/components.ts'
import { record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/http/limits.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listActiveMembers } from '#server/team/find-members.ts'
import { mailMention } from './jobs.ts'
import {
  type CommentRow,
  deleteCommentRow,
  findCommentRow,
  insertComment,
  listCommentRows,
  measureComments,
  setMentions,
  updateComment,
} from './queries.ts'
import { mayRead, shapeThreads } from './shape-threads.ts'

type Place = { id: string; comment: string }
type Written = { text: string; mentions: string[] }

/** The threads of an entry in one state, of fields that the asker may read. */
export async function listComments(call: EntryCall, entryId: string, state: 'open' | 'resolved') {
  const { tx, caller } = call
  const opened = await readEntry(tx, entryId)
  modelFor(call, opened.models, opened.model.pluralKey)
  const rows = await listCommentRows(tx, entryId)
  const threads = rows.filter(({ threadId, fieldId }) => !threadId && mayRead(opened, fieldId, caller))
  const [open, resolved] = [false, true].map((is) => threads.filter(({ resolvedAt }) => (resolvedAt !== null) === is))
  const items = await shapeThreads(tx, opened, { threads: state === 'open' ? open! : resolved!, rows })
  return { items, next: null, open: open!.length, resolved: resolved!.length }
}

export async function writeComment(call: EntryCall, entryId: string, body: BodyOf<typeof writeEntryComment>) {
  const opened = await openToWrite(call, entryId)
  const { field: key, locale, text, mentions } = body
  const field = key === undefined ? null : fieldFor(opened, key, call)
  const language = locale === undefined ? null : languageFor(opened, locale)
  await refuseMore(call, opened)
  const comment = await insertComment(call.tx, {
    ...{ entryId, text, language, fieldId: field?.id ?? null, authorId: call.caller.id },
  })
  await mention(call, opened, { comment, mentions, fieldId: comment.fieldId })
  return told(call, opened, comment.id)
}

/** What is answered is not settled. */
export async function answerComment(call: EntryCall, place: Place, { text, mentions }: Written) {
  const { opened, thread } = await openThread(call, place)
  await refuseMore(call, opened)
  const comment = await insertComment(call.tx, {
    ...{ entryId: place.id, threadId: thread.id, text, authorId: call.caller.id },
  })
  if (thread.resolvedAt) await updateComment(call.tx, thread.id, { resolvedAt: null, resolvedBy: null })
  await mention(call, opened, { comment, mentions, fieldId: thread.fieldId })
  return told(call, opened, thread.id)
}

export async function changeComment(call: EntryCall, place: Place, { text, mentions }: Written) {
  const { opened, thread, comment } = await openComment(call, place)
  if (comment.authorId !== call.caller.id) throw new Refusal('comment-not-yours')
  if (comment.text !== text) await updateComment(call.tx, comment.id, { text, editedAt: new Date().toISOString() })
  await mention(call, opened, { comment, mentions, fieldId: thread.fieldId })
  return told(call, opened, thread.id)
}

/** A thread that others answered keeps its place; with its last answer it goes. */
export async function deleteComment(call: EntryCall, place: Place) {
  const { tx, caller } = call
  const { opened, thread, comment } = await openComment(call, place)
  if (comment.authorId !== caller.id && !caller.isAdmin) throw new Refusal('comment-not-yours')
  const others = (await listCommentRows(tx, place.id)).filter(
    ({ id, threadId }) => threadId === thread.id && id !== comment.id,
  )
  const isRoot = comment.id === thread.id
  if (isRoot && others.length > 0)
    await updateComment(tx, comment.id, { text: '', deletedAt: new Date().toISOString() })
  else await deleteCommentRow(tx, thread.deletedAt && others.length === 0 ? thread.id : comment.id)
  if (isRoot) await setMentions(tx, comment.id, [])
  await tell(call, opened)
}

export async function resolveComment(call: EntryCall, place: Place, isResolved: boolean): Promise<CommentThread> {
  const { opened, thread } = await openThread(call, place)
  if ((thread.resolvedAt !== null) === isResolved) return shown(call, opened, thread.id)
  const settled = { resolvedAt: new Date().toISOString(), resolvedBy: call.caller.id }
  await updateComment(call.tx, thread.id, isResolved ? settled : { resolvedAt: null, resolvedBy: null })
  return told(call, opened, thread.id)
}

/** The entry under its lock, so that no more is said of it at once than may be. */
async function openToWrite(call: EntryCall, entryId: string): Promise<Opened> {
  const opened = await openById(call.tx, entryId)
  if (!opened) throw new Refusal('entry-not-found')
  modelFor(call, opened.models, opened.model.pluralKey)
  if (opened.entry.trashedAt) throw new Refusal('entry-in-trash')
  return opened
}

/** A comment of a field that the asker may not read is none. */
async function openComment(call: EntryCall, { id, comment: commentId }: Place) {
  const opened = await openToWrite(call, id)
  const comment = await findCommentRow(call.tx, commentId)
  const thread = comment?.threadId ? await findCommentRow(call.tx, comment.threadId) : comment
  const isThere = comment && comment.entryId === id && !comment.deletedAt
  if (!isThere || !thread || !mayRead(opened, thread.fieldId, call.caller)) throw new Refusal('comment-not-found')
  return { opened, thread, comment }
}

/** The thread itself, also where its first words were deleted. */
async function openThread(call: EntryCall, { id, comment }: Place) {
  const opened = await openToWrite(call, id)
  const thread = await findCommentRow(call.tx, comment)
  const isThere = thread && thread.entryId === id && thread.threadId === null
  if (!isThere || !mayRead(opened, thread.fieldId, call.caller)) throw new Refusal('comment-not-found')
  return { opened, thread }
}

function fieldFor(opened: Opened, key: string, { caller }: EntryCall): Field {
  const field = fieldsByKey(opened.model.fields).get(key)
  if (!field || !mayRead(opened, field.id, caller)) throw new Refusal('comment-field-unknown')
  return field
}

async function refuseMore({ tx }: EntryCall, { entry }: Opened) {
  const { count, bytes } = await measureComments(tx, entry.id)
  if (count >= mostComments || bytes >= mostCommentBytes) throw new Refusal('too-many-comments')
}

/** A comment that is deleted at once has told nobody. */
const waitMs = 15_000
type Mentions = { comment: CommentRow; mentions: string[]; fieldId: string | null }

async function mention({ tx, caller, platform }: EntryCall, opened: Opened, { comment, mentions, fieldId }: Mentions) {
  const wanted = [...new Set(mentions)]
  const members = await listActiveMembers(tx, wanted)
  const readers = members.filter(({ role }) => mayRead(opened, fieldId, { isAdmin: role !== 'TeamUser' }))
  if (readers.length < wanted.length) throw new Refusal('mentioned-unknown')
  const unmailed = (await setMentions(tx, comment.id, wanted)).filter((id) => id !== caller.id)
  if (unmailed.length > 0) platform.limiter.spend(limits.mention, caller.id, unmailed.length)
  for (const memberId of unmailed) {
    const key = `${mailMention.name} ${comment.id} ${memberId}`
    await enqueue(tx, mailMention, { commentId: comment.id, memberId }, { key, runAt: new Date(Date.now() + waitMs) })
  }
}

const tell = ({ tx, caller }: EntryCall, { entry }: Opened) =>
  record(tx, { type: 'comments.changed', subject: aboutEntry(entry.id), by: byMember(caller), audience: 'team' })

async function told(call: EntryCall, opened: Opened, threadId: string): Promise<CommentThread> {
  await tell(call, opened)
  return shown(call, opened, threadId)
}

async function shown({ tx }: EntryCall, opened: Opened, threadId: string): Promise<CommentThread> {
  const rows = await listCommentRows(tx, opened.entry.id)
  const [thread] = await shapeThreads(tx, opened, { threads: rows.filter(({ id }) => id === threadId), rows })
  return thread!
}
