import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { App } from '#server/platform/http/platform.ts'
import { isDirect } from '#server/platform/is-direct.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** What Vite answers a browser with in development. */
export type Modules = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const clientFolder = fileURLToPath(new URL('client', buildFolder))

/** The files that pages load: as built, or in development as Vite has them right now. */
export async function serveAssets(scope: App, modules?: Modules) {
  if (modules) serveModules(scope, modules)
  else if (existsSync(clientFolder)) await serveBuilt(scope)
}

/** Vite answers for modules and styles; it needs a looser policy than what is built. It also answers with source files, so only to this machine. */
function serveModules(scope: App, modules: Modules) {
  scope.addHook('preHandler', async (request, reply) => {
    if (!isDirect(request.raw)) throw new Refusal('not-found')
    reply.header('Content-Security-Policy', "default-src * data: blob: 'unsafe-inline'")
    await modules(request.raw, reply.raw)
    if (reply.raw.headersSent) reply.hijack()
  })
}

/** Names of assets carry a hash of their content, so browsers keep them; other files are asked for again. */
const serveBuilt = (scope: App) =>
  scope.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    // The build has put them beside each file; they are answered under its name alone.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    index: false,
    // Each has a tag of its content; when it was built tells nobody more, and a page has two dozen of them.
    lastModified: false,
    // Scripts and styles are read whole. A page loads two dozen of them, so each header counts.
    acceptRanges: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('Cache-Control', isHashed ? 'max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
