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

/** Serves Vite's modules, which need a looser policy. Includes source files, so only for this machine. */
function serveModules(scope: App, modules: Modules) {
  scope.addHook('preHandler', async (request, reply) => {
    if (!isDirect(request.raw)) throw new Refusal('not-found')
    reply.header('Content-Security-Policy', "default-src * data: blob: 'unsafe-inline'")
    await modules(request.raw, reply.raw)
    if (reply.raw.headersSent) reply.hijack()
  })
}

/** Serves the build. Names in `/assets/` contain a hash, so browsers cache those files for good. */
const serveBuilt = (scope: App) =>
  scope.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    // The compressed files of the build are sent instead of a file, but have no URL.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    index: false,
    // Not needed, because the ETag is a hash of the content. Each page loads two dozen files, so headers cost.
    lastModified: false,
    // Nobody requests parts of scripts or styles, so this header is left out too.
    acceptRanges: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('Cache-Control', isHashed ? 'max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
