import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { App } from '#server/platform/http/platform.ts'
import { isDirect } from '#server/platform/is-direct.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { Refusal } from '#server/platform/refusal.ts'

export type Modules = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const clientFolder = fileURLToPath(new URL('client', buildFolder))

export async function serveAssets(scope: App, modules?: Modules) {
  if (modules) serveModules(scope, modules)
  else if (existsSync(clientFolder)) await serveBuilt(scope)
}

/** Vite needs a looser policy than the build. It also serves source files, so only to this machine. */
function serveModules(scope: App, modules: Modules) {
  scope.addHook('preHandler', async (request, reply) => {
    if (!isDirect(request.raw)) throw new Refusal('not-found')
    reply.header('Content-Security-Policy', "default-src * data: blob: 'unsafe-inline'")
    await modules(request.raw, reply.raw)
    if (reply.raw.headersSent) reply.hijack()
  })
}

/** Names of assets contain a hash, so browsers cache them. Other files are revalidated. */
const serveBuilt = (scope: App) =>
  scope.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    // The build stores the compressed forms beside each file. They are only served under its name.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    index: false,
    // The ETag is a hash of the content. Last-Modified would add nothing, and a page has two dozen files.
    lastModified: false,
    // Scripts and styles are sent whole. A page loads two dozen of them, so each header counts.
    acceptRanges: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('Cache-Control', isHashed ? 'max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
