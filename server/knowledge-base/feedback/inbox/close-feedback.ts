import { aboutArticle } from '#contract/events.ts'
import { setClosed } from '#server/knowledge-base/feedback/queries/inbox.ts'
import { record } from '#server/platform/events/record.ts'
import { type AdminCall, showFeedback } from './list-all-feedback.ts'

export const closeFeedback = (call: AdminCall, id: string) => change(call, id, call.caller.id)

export const reopenFeedback = (call: AdminCall, id: string) => change(call, id, null)

async function change(call: AdminCall, id: string, closedBy: string | null) {
  const articleId = await setClosed(call.tx, id, closedBy)
  if (articleId) await recordChanged(call, articleId)
  return showFeedback(call, id)
}

export const recordChanged = ({ tx, caller }: AdminCall, articleId: string) =>
  record(tx, {
    type: 'feedback.changed',
    subject: aboutArticle(articleId),
    by: { actor: { type: 'agent', id: caller.id } },
    audience: 'team',
  })
