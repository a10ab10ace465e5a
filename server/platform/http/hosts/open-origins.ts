import type { FastifyRequest } from 'fastify'
import type { App } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** For every page alike, and never with credentials: on the API host no cookie counts, so nothing comes along unasked. */
const forAnyPage = { 'Access-Control-Allow-Origin': '*' }

/** What a page reads of an answer, beside what every page may (CORS protocol of the Fetch standard). */
export const openToPages: Record<string, string> = {
  ...forAnyPage,
  'Access-Control-Expose-Headers': 'ETag, Cache-Tag, Deprecation, Sunset, RateLimit, RateLimit-Policy, Retry-After',
}

const answerToPreflight = {
  ...forAnyPage,
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'Authorization, If-None-Match',
  'Access-Control-Max-Age': '600',
}

/** Whether pages of any origin may read what is answered here, a refusal too. */
export const isOpenToPages = ({ productHost, routeOptions: { config } }: FastifyRequest): boolean =>
  productHost.kind === 'api' && config.endpoint?.isOpenToPages === true

/** Answers a browser that asks first whether a page of another origin may ask; on the host of the API alone. */
export function answerPreflights(app: App, path: string) {
  app.route({
    method: 'OPTIONS',
    url: path,
    schema: { hide: true },
    config: { isOpen: true, counts: 'visitor' },
    handler: async ({ productHost }, reply) => {
      if (productHost.kind !== 'api') throw new Refusal('method-not-allowed')
      return reply.code(204).headers(answerToPreflight).send()
    },
  })
}
