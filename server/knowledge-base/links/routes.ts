import * as contract from '#contract/knowledge-base/links.ts'
import { readDocument } from '#contract/writing/document-reading.ts'
import { refuseUnknown } from '#server/knowledge-base/articles/editor-call.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve, serveWithoutTransaction } from '#server/platform/http/serve.ts'
import { listBrokenLinks } from './list-broken-links.ts'
import { checkAgain } from './outside/check-links.ts'
import { readPasted } from './read-pasted.ts'

export function articleLinkRoutes(app: App) {
  serve(app, contract.listBrokenLinks, async (call) => ({
    items: await listBrokenLinks(call, call.params.id, call.query),
    next: null,
  }))
  serve(app, contract.checkLinksAgain, async ({ platform, tx, params }) => {
    await refuseUnknown(tx, params.id)
    if (!platform.settings.checksOutsideLinks) return { waiting: 0 }
    return { waiting: await checkAgain(tx, params.id) }
  })
  serveWithoutTransaction(app, readDocument, readPasted)
}
