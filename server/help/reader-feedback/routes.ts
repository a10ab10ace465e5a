import { remarkOnArticle } from '#contract/knowledge-base/comments.ts'
import { openFeedbackTicket as openFeedbackTicketEndpoint } from '#contract/knowledge-base/feedback.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { openFeedbackTicket } from './open-feedback-ticket.ts'
import { remark } from './remark.ts'

export function readerFeedbackRoutes(app: App) {
  serve(app, remarkOnArticle, (call) => remark(call, call.params.id, call.body))
  serve(app, openFeedbackTicketEndpoint, (call) => openFeedbackTicket(call, call.params.id))
}
