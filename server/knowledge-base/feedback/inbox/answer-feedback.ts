import { urlOf } from '#server/knowledge-base/articles/shape-article.ts'
import {
  findLiveSlug,
  findWaiting,
  type InboxRow,
  lockFeedbackRow,
  setTicket,
} from '#server/knowledge-base/feedback/queries/inbox.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { recordChanged } from './close-feedback.ts'
import type { AdminCall } from './list-all-feedback.ts'

/** Locks the feedback, so that concurrent replies create one ticket. */
export async function lockFeedback(tx: WorkspaceTx, id: string): Promise<InboxRow> {
  await lockFeedbackRow(tx, id)
  const feedback = await findWaiting(tx, id)
  if (!feedback) throw new Refusal('feedback-not-found')
  return feedback
}

export async function noteTicket(call: AdminCall, { id, articleId }: InboxRow, ticketId: string) {
  await setTicket(call.tx, id, ticketId, call.caller.id)
  await recordChanged(call, articleId)
}

/** Null if the article is not published in the language of the feedback. */
export async function findArticleUrl(
  call: AdminCall & { platform: Platform },
  { articleId, language }: InboxRow,
): Promise<string | null> {
  const slug = await findLiveSlug(call.tx, articleId, language)
  const [first] = await findLanguages(call.tx)
  return slug === undefined ? null : urlOf(call, slug, language, first!)
}
