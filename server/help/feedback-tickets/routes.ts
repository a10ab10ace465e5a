import { openFeedbackTicket as contract } from '#contract/knowledge-base/feedback.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { openFeedbackTicket } from './open-feedback-ticket.ts'

export function feedbackTicketRoutes(app: App) {
  serve(app, contract, (call) => openFeedbackTicket(call, call.params.id))
}
