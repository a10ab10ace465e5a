import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { App } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Allows pages of every origin, but without credentials. The API host ignores cookies. */
const forAnyPage = { 'Access-Control-Allow-Origin': '*' }

export const openToPages: Record<string, string> = {
  ...forAnyPage,
  'Access-Control-Expose-Headers': 'ETag, Cache-Tag, Deprecation, Sunset, RateLimit, RateLimit-Policy, Retry-After',
}

const answerToPreflight = (method: Endpoint['method']) => ({
  ...forAnyPage,
  'Access-Control-Allow-Methods': method === 'GET' ? 'GET, HEAD' : method,
  'Access-Control-Allow-Headers': method === 'GET' ? 'Authorization, If-None-Match' : 'Content-Type',
  'Access-Control-Max-Age': '600',
})

export const isOpenToPages = ({ productHost, routeOptions: { config } }: FastifyRequest): boolean =>
  productHost.kind === 'api' && config.endpoint?.isOpenToPages === true

export function answerPreflights(app: App, { path, method }: Pick<Endpoint, 'path' | 'method'>) {
  app.route({
    method: 'OPTIONS',
    url: path,
    schema: { hide: true },
    config: { isOpen: true, counts: 'visitor' },
    handler: async ({ productHost }, reply) => {
      if (productHost.kind !== 'api') throw new Refusal('method-not-allowed')
      return reply.code(204).headers(answerToPreflight(method)).send()
    },
  })
}
