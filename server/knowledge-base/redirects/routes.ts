import * as contract from '#contract/knowledge-base/redirects.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { createRedirect, deleteRedirect, listRedirects } from './change-redirects.ts'

export function redirectRoutes(app: App) {
  serve(app, contract.listRedirects, ({ tx, query }) => listRedirects(tx, query))
  serve(app, contract.createRedirect, ({ tx, body }) => createRedirect(tx, body))
  serve(app, contract.deleteRedirect, ({ tx, params }) => deleteRedirect(tx, params.id))
}
