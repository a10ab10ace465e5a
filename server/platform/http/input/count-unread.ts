import type { FastifyError, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { bearerIn, isSameOrigin } from '#server/platform/http/admission.ts'
import { countedLimits, limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Refusal } from '#server/platform/refusal.ts'

type Failure = FastifyError | Refusal

/**
 * A call that is refused before it is asked who calls, because it cannot be read or its input is none, counts as any
 * other: for the session whose token it shows, else for its network, and as the kind that its endpoint is.
 */
export async function countUnread(error: Failure, request: FastifyRequest): Promise<Failure> {
  const { endpoint } = request.routeOptions.config
  if (!endpoint || request.hasBegun) return error
  const sessionId = await sessionOf(request)
  try {
    count(request, endpoint, sessionId)
    return error
  } catch (refusal) {
    return refusal as Refusal
  }
}

/** Nothing is renewed for what is refused, and no other site counts for a browser's session. */
async function sessionOf(request: FastifyRequest): Promise<string | null> {
  const { authorization } = request.headers
  const ofCookie = isSameOrigin(request) ? request.cookies?.access_token : undefined
  const text = authorization ? bearerIn(authorization) : ofCookie
  return (text && (await request.server.platform.tokens.verify(text))?.sessionId) || null
}

function count({ server, ip }: FastifyRequest, { for: audiences, counts }: Endpoint, sessionId: string | null) {
  const { limiter } = server.platform
  const network = networkOf(ip)
  const ofNobody = audiences.includes('visitor') ? limits.visitor : limits.anonymous
  limiter.count(sessionId ? limits.session : ofNobody, sessionId ?? network)
  if (!counts) return
  const limit = countedLimits[counts]
  limiter.count(limit, limit.of === 'network' ? network : (sessionId ?? network))
}
