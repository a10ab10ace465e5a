import type { FastifyReply, FastifyRequest } from 'fastify'
import { answersEtag, type Endpoint } from '#contract/endpoint.ts'
import { statusesOf } from '#server/platform/description/operations.ts'
import { refusalsOf } from '#server/platform/description/refusals-of.ts'
import type { App } from '#server/platform/http/platform.ts'

const undescribed = new Set<string>()

/** Collects the responses of all tests that the contract of the endpoint does not describe. */
export function noteUndescribed(app: App) {
  app.addHook('preSerialization', async (request: FastifyRequest, reply, payload) => {
    const { endpoint } = request.routeOptions.config
    const answer = endpoint && findUndescribed(endpoint, reply, payload)
    if (answer) undescribed.add(`${request.method} ${request.routeOptions.url}: ${answer}`)
    return payload
  })
}

export function takeUndescribed(): string[] {
  const taken = [...undescribed]
  undescribed.clear()
  return taken
}

function findUndescribed(endpoint: Endpoint, reply: FastifyReply, payload: unknown): string | null {
  const status = reply.statusCode
  if (status === 500) return null
  if (status >= 400) {
    const { code } = payload as { code: string }
    return refusalsOf(endpoint)
      .get(status)
      ?.some((one) => one === code)
      ? null
      : `${status} ${code}`
  }
  if (!statusesOf(endpoint).some((one) => one === status)) return String(status)
  return reply.hasHeader('etag') && !answersEtag(endpoint) ? 'an ETag' : null
}
