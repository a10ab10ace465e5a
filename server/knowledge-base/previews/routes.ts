import * as contract from '#contract/knowledge-base/preview-links.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { createPreviewLink, listPreviewLinks } from './preview-links.ts'
import { servePreview } from './serve-preview.ts'

export function previewRoutes(app: App) {
  serve(app, contract.listPreviewLinks, async (call) => ({
    items: await listPreviewLinks(call, call.params.id),
    next: null,
  }))
  serve(app, contract.createPreviewLink, (call) => createPreviewLink(call, call.params.id, call.body))
  app.get('/knowledgebase/preview/:token', { config: { counts: 'anonymous' }, schema: { hide: true } }, servePreview)
}
