import * as contract from '#contract/help/article-uses.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { showPassage } from './show-passage.ts'
import { listTicketArticles, listUses } from './show-uses.ts'

export function articleUseRoutes(app: App) {
  serve(app, contract.listUses, (call) => listUses(call, call.params.id, call.query))
  serve(app, contract.listTicketArticles, (call) => listTicketArticles(call, call.params.id, call.query))
  serve(app, contract.showPassage, (call) => showPassage(call, call.params.id, call.query))
}
