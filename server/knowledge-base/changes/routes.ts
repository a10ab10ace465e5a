import * as contract from '#contract/knowledge-base/changes.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeArticles, countArticles } from './article-batch.ts'
import { findInArticles } from './find-in-articles.ts'

export function articleChangeRoutes(app: App) {
  serve(app, contract.countMatchingArticles, (call) => countArticles(call.tx, call.query))
  serve(app, contract.findInArticles, (call) => findInArticles(call.tx, call.query))
  serve(app, contract.changeArticles, (call) => changeArticles(call, call.body))
}
