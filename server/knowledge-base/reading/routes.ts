import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import * as contract from '#contract/knowledge-base/preview-links.ts'
import { takeRemarkForm } from '#server/knowledge-base/comments/take-remark-form.ts'
import { takeFeedbackForm } from '#server/knowledge-base/feedback/take-form.ts'
import { acceptForms } from '#server/pages/reader-forms.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { keepPages } from './kept/keep-pages.ts'
import { clientFolder } from './load-pages.ts'
import { createPreviewLink, listPreviewLinks } from './previews/preview-links.ts'
import { servePreview } from './previews/serve-preview.ts'
import { answerFromCache, pageServer } from './serve-page.ts'

// Path segment with a language tag (BCP 47), such as `de` or `pt-BR`. No other URLs of the product have `knowledgebase`
// as their second segment.
const language = ':language(^(?:[a-z]{2,3}|[a-z]{2,3}-[A-Za-z0-9-]{2,16})$)'

export function readingRoutes(app: App) {
  const kept = keepPages(app.platform)
  app.addHook('onClose', async () => kept.close())
  app.quickAnswers.answerVisitorsFrom((request) => answerFromCache(kept, request))
  const handler = pageServer(kept)
  const options = { config: { counts: 'visitor' as const }, schema: { hide: true } }
  const formOptions = { ...options, config: { counts: 'page' as const } }
  const bases = ['/knowledgebase', `/${language}/knowledgebase`]
  for (const base of bases)
    for (const url of [base, `${base}/*`]) app.route({ method: ['GET', 'HEAD'], url, ...options, handler })
  app.register(async (scope) => {
    acceptForms(scope)
    for (const base of bases) {
      scope.post(`${base}/article/:slug/feedback`, formOptions, takeFeedbackForm)
      scope.post(`${base}/article/:slug/remark`, formOptions, takeRemarkForm)
    }
  })
  for (const url of ['/sitemap.xml', '/sitemap-:part.xml', '/robots.txt', '/llms.txt'])
    app.route({ method: ['GET', 'HEAD'], url, ...options, handler })
  if (existsSync(clientFolder)) app.register(serveAssets)
}

export function previewRoutes(app: App) {
  serve(app, contract.listPreviewLinks, async (call) => ({
    items: await listPreviewLinks(call, call.params.id),
    next: null,
  }))
  serve(app, contract.createPreviewLink, (call) => createPreviewLink(call, call.params.id, call.body))
  app.get('/knowledgebase/preview/:token', { config: { counts: 'anonymous' }, schema: { hide: true } }, servePreview)
}

/** Serves scripts and styles. Their file names contain a hash, so browsers are allowed to cache them forever. */
const serveAssets = (scope: App) =>
  scope.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    decorateReply: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    index: false,
    lastModified: false,
    setHeaders: (reply) => reply.header('Cache-Control', 'public, max-age=31536000, immutable'),
  })
