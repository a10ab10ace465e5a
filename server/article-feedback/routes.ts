import * as contract from '#contract/article-feedback.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve, serveApart } from '#server/platform/http/serve.ts'
import { giveFeedback } from './give-feedback.ts'
import { listFeedback } from './list-feedback.ts'
import { writeViews } from './views/note-view.ts'

export function articleFeedbackRoutes(app: App) {
  // Visitors read under a role that writes nothing, so what they may read is found before, and apart.
  serveApart(app, contract.giveFeedback, giveFeedback)
  serve(app, contract.listFeedback, ({ tx, params, query }) => listFeedback(tx, params.id, query))
  app.addHook('onClose', () => writeViews(app.platform))
}
