import * as contract from '#contract/content/entry-links.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { createLink, endLink, showLinks } from './entry-links.ts'

export function entryLinkRoutes(app: App) {
  serve(app, contract.listEntryLinks, async (call) => ({ items: await showLinks(call, call.params.id), next: null }))
  serve(app, contract.createEntryLink, (call) => createLink(call, call.params.id, call.body))
  serve(app, contract.endEntryLink, (call) => endLink(call, call.params.id, call.params.link))
}
