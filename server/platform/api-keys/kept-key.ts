import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { admit, bearerIn, countInWorkspace, tellLimit } from '#server/platform/http/admission.ts'
import type { Key } from '#server/platform/http/caller.ts'
import { limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { readApiKey } from './api-key.ts'
import { keyOf } from './kept-keys.ts'

/**
 * Who reads content with a delivery or preview key, without asking the database: for answers that are kept in memory. The call
 * is admitted and counted, or refused, as at the door. Null where the request shows no such key or this process did not
 * see it within the last second; then the door finds out, and keeps it. `serveApart` asks here by itself.
 */
export function keptKey(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Key | null {
  const { platform } = request.server
  const text = readApiKey(bearerIn(request.headers.authorization ?? '') ?? '')
  const entered = text && platform.keptKeys.find(text)
  if (!entered) return null
  const caller = keyOf(entered, networkOf(request.ip))
  tellLimit(reply, platform.limiter.count(limits.deliveryKey, caller.id))
  countInWorkspace(platform, caller)
  admit(request, endpoint, caller, { key: caller.id, query: request.query })
  platform.keyCalls.count(entered)
  return caller
}
