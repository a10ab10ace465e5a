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

// Serves Vite's modules with a looser content security policy, which they need. Vite also serves source files, so only
// direct requests from this machine are answered.
function serveModules(scope: App, modules: Modules) {
  scope.addHook('preHandler', async (request, reply) => {
    if (!isDirect(request.raw)) throw new Refusal('not-found')
    reply.header('Content-Security-Policy', "default-src * data: blob: 'unsafe-inline'")
    await modules(request.raw, reply.raw)
    if (reply.raw.headersSent) reply.hijack()
  })
}

// Serves the files of the build. Names in `/assets/` contain a hash, so browsers cache these files forever.
const serveBuilt = (scope: App) =>
  scope.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    // Sends the compressed version of a file if the browser accepts it. The compressed versions have no URLs of their
    // own.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    index: false,
    // `Last-Modified` is not needed, because the ETag is enough. Each page loads two dozen files, so each header costs
    // time.
    lastModified: false,
    // No browser requests parts of scripts or styles, so `Accept-Ranges` is left out, too.
    acceptRanges: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('Cache-Control', isHashed ? 'max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
