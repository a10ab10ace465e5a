import * as contract from '#contract/knowledge-base/feedback.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve, serveWithoutTransaction } from '#server/platform/http/serve.ts'
import { closeFeedback, reopenFeedback } from './answer-feedback.ts'
import { giveFeedback } from './give-feedback.ts'
import { listAllFeedback, listFeedback } from './list-feedback.ts'
import { writeViews } from './views/note-view.ts'

export function articleFeedbackRoutes(app: App) {
  // Visitors have a read-only database role, so `giveFeedback` writes in a separate transaction with another role.
  serveWithoutTransaction(app, contract.giveFeedback, giveFeedback)
  serve(app, contract.listFeedback, (call) => listFeedback(call, call.params.id, call.query))
  serve(app, contract.listAllFeedback, (call) => listAllFeedback(call, call.query))
  serve(app, contract.closeFeedback, (call) => closeFeedback(call, call.params.id))
  serve(app, contract.reopenFeedback, (call) => reopenFeedback(call, call.params.id))
  app.addHook('onClose', () => writeViews(app.platform))
}
