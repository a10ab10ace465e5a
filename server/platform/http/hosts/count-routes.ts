import type { FastifyRequest } from 'fastify'
import { limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { App } from '#server/platform/http/platform.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The rate limit per network of a route that is not an endpoint. Endpoints set theirs in the contract. */
    counts?: 'anonymous' | 'visitor' | 'page' | 'file' | 'report'
  }
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Counts the requests of routes with `counts`, before their body is read. Throws at startup if a writing route is no
 * endpoint and has no limit.
 */
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

// Counts a request for its network. Page requests with a valid token are not counted here, because they count per
// session when the page reads data.
async function countRoute({ server, cookies, ip }: FastifyRequest, counts: keyof typeof limits) {
  const { limiter, tokens } = server.platform
  const token = counts === 'page' || counts === 'visitor' ? cookies.access_token : undefined
  if (token && (await tokens.verify(token))) return
  limiter.count(limits[counts], networkOf(ip))
}
