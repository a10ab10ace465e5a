import { onArticle } from '#server/knowledge-base/articles/editor-call.ts'
import { urlOf } from '#server/knowledge-base/articles/shape-article.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { type AdminCall, showFeedback } from './list-feedback.ts'
import type { InboxRow } from './queries/inbox.ts'
import * as queries from './queries/inbox.ts'

/** Locks the feedback, so that concurrent replies create only one ticket. */
export async function lockFeedback(tx: WorkspaceTx, id: string): Promise<InboxRow> {
  await queries.lockFeedbackRow(tx, id)
  const feedback = await queries.findWaiting(tx, id)
  if (!feedback) throw new Refusal('feedback-not-found')
  return feedback
}

export async function noteTicket(call: AdminCall, { id, articleId }: InboxRow, ticketId: string) {
  await queries.setTicket(call.tx, id, ticketId, call.caller.id)
  await recordChanged(call, articleId)
}

export async function findArticleUrl(
  call: AdminCall & { platform: Platform },
  { articleId, language }: InboxRow,
): Promise<string | null> {
  const slug = await queries.findLiveSlug(call.tx, articleId, language)
  const [first] = await findLanguages(call.tx)
  return slug === undefined ? null : urlOf(call, slug, language, first!)
}

export const closeFeedback = (call: AdminCall, id: string) => change(call, id, call.caller.id)

export const reopenFeedback = (call: AdminCall, id: string) => change(call, id, null)

async function change(call: AdminCall, id: string, closedBy: string | null) {
  const articleId = await queries.setClosed(call.tx, id, closedBy)
  if (articleId) await recordChanged(call, articleId)
  return showFeedback(call, id)
}

const recordChanged = ({ tx, caller }: AdminCall, articleId: string) =>
  record(tx, { type: 'feedback.changed', ...onArticle(articleId, byMember(caller)) })

/** Unlinks feedback from permanently deleted tickets, so that it can become a ticket again. */
export const unlinkDeletedTickets = queries.unlinkDeletedTickets
