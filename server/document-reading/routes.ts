import * as contract from '#contract/document-reading.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serveApart } from '#server/platform/http/serve.ts'
import { fromHtml } from './from-html.ts'
import { fromMarkdown } from './from-markdown.ts'

export function documentReadingRoutes(app: App) {
  serveApart(app, contract.readDocument, async ({ body: { html, markdown } }) =>
    html === undefined ? fromMarkdown(markdown!) : fromHtml(html),
  )
}
