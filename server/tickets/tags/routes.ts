import { listTags as contract } from '#contract/tickets/tags.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { listTags } from './list-tags.ts'

export function tagRoutes(app: App) {
  serve(app, contract, ({ tx, query }) => listTags(tx, query))
}
