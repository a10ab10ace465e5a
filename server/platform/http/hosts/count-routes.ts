import type { FastifyRequest } from 'fastify'
import { limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { App } from '#server/platform/http/platform.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit of a route that is no endpoint, by network. Endpoints declare theirs in the contract. */
    counts?: 'anonymous' | 'visitor' | 'page' | 'file' | 'report'
  }
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Before anything of the request is read. A writing route without a limit stops the start. */
export function countRoutes(app: App) {
  app.addHook('onRoute', (route) => {
    const { counts, endpoint } = route.config ?? {}
    if (counts) {
      const count = async (request: FastifyRequest) => countRoute(request, counts)
      route.onRequest = [count, ...[route.onRequest ?? []].flat()]
      return
    }
    const isWriting = [route.method].flat().some((method) => !readingMethods.has(method))
    if (isWriting && !endpoint) throw new Error(`${route.method} ${route.url} does not say what it counts`)
  })
}

/** Requests with a token are counted by session when their page reads. */
async function countRoute({ server, cookies, ip }: FastifyRequest, counts: keyof typeof limits) {
  const { limiter, tokens } = server.platform
  const token = counts === 'page' || counts === 'visitor' ? cookies.access_token : undefined
  if (token && (await tokens.verify(token))) return
  limiter.count(limits[counts], networkOf(ip))
}
