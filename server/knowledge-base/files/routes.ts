import { showArticle } from '#contract/knowledge-base/articles.ts'
import { type RenderContext, signedFiles } from '#server/knowledge-base/articles/rendering/resolve-references.ts'
import { type ReadCall, showArticle as show } from '#server/knowledge-base/articles/show-article.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { findShownFiles } from './find-files.ts'
import { serveFile } from './serve-file.ts'
import { serveCard } from './social-cards/serve-card.ts'

export function articleFileRoutes(app: App) {
  serve(app, showArticle, async (call) => {
    const { article, etag } = await show(call, call.params.id, call.query.language, filesFor(call))
    call.setEtag(etag)
    return article
  })
  const options = { config: { counts: 'file' as const }, schema: { hide: true } }
  app.get('/knowledgebase/files/:name', options, serveFile)
  app.get('/knowledgebase/cards/:name', options, serveCard)
}

/** Returns permanent URLs for visitors and signed URLs for other callers, because API keys have no cookie. */
function filesFor({ caller, platform }: ReadCall): RenderContext['findFiles'] {
  if (caller.kind !== 'visitor') return signedFiles(platform, caller.workspaceId!)
  const origin = platform.settings.workspaceOrigin(caller.domain)
  return (tx, ids) => findShownFiles(tx, caller, ids, origin)
}
