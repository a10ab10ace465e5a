import { remarkOnArticle } from '#contract/knowledge-base/comments.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { remark } from './remark.ts'

export function articleRemarkRoutes(app: App) {
  serve(app, remarkOnArticle, (call) => remark(call, call.params.id, call.body))
}
