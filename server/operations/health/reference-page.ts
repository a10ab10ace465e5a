import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { App } from '#server/platform/http/platform.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'

type Document = { info: { title: string } }

const isOpen = { config: { isOpen: true, counts: 'anonymous' as const }, schema: { hide: true } }
const folder = fileURLToPath(new URL('reference', buildFolder))

/** Options of Scalar, which shows the API reference. They turn off everything that sends requests. */
const look = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  hideTestRequestButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  documentDownloadType: 'json',
  // The theme's grey colours and the colours of HTTP methods have too little contrast (WCAG 2.2, 1.4.3).
  customCss: `
    .light-mode { --scalar-color-2: #565656; --scalar-color-3: #666; --scalar-color-green: #04704b;
      --scalar-color-orange: #a34a00; --scalar-color-blue: #075f9e; --scalar-color-yellow: #805300; --scalar-color-red: #c00014 }
    .dark-mode { --scalar-color-3: #a4a4a4; --scalar-color-red: #ff6b74 }`,
}

export function referenceRoutes(app: App) {
  app.get('/api/docs', isOpen, async ({ nonce }, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', policy(nonce))
      .send(page(nonce, app.swagger())),
  )
  app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
    scope.get('/api/docs/scalar.js', isOpen, async (_, reply) => {
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
      return reply.sendFile('scalar.js')
    })
  })
}

// Returns the content security policy. The page has the same origin as the product, so the sandbox keeps Scalar's
// script away from the session of the team.
const policy = (nonce: string) =>
  `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data:; sandbox allow-scripts allow-downloads allow-popups; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

// A sandboxed page has no `localStorage`, so this script replaces it. It also stops zod from testing `eval`, which the
// policy blocks.
const boot = `
const stored = new Map()
const localStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => void stored.set(key, String(value)),
  removeItem: (key) => void stored.delete(key),
}
Object.defineProperty(globalThis, 'localStorage', { value: localStorage })
globalThis.__zod_globalConfig = { jitless: true }
`
const show = `
const content = JSON.parse(document.getElementById('document').textContent)
Scalar.createApiReference('#reference', { content, ...${JSON.stringify(look)} })
`

const page = (nonce: string, document: Document) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title>
</head>
<body>
<noscript>This page needs scripts. The same as a machine reads it: <a href="/api/openapi.json">openapi.json</a></noscript>
<div id="reference"></div>
<script type="application/json" id="document">${JSON.stringify(document).replaceAll('<', '\\u003c')}</script>
<script nonce="${nonce}">${boot}</script>
<script nonce="${nonce}" src="/api/docs/scalar.js"></script>
<script nonce="${nonce}">${show}</script>
</body>
</html>
`
