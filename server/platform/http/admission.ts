import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Audience, Endpoint } from '#contract/endpoint.ts'
import type { Entered } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { AccessToken } from './access-token.ts'
import { findCookieToken } from './cookies.ts'
import { type LimitState, limits } from './limits.ts'
import { networkOf } from './network.ts'
import type { Caller } from './platform.ts'

/** The verified bearer of a call: from its header, or from the cookies of a page of the same origin. */
export async function findBearer(request: FastifyRequest, reply: FastifyReply): Promise<AccessToken | null> {
  const { authorization } = request.headers
  const token = authorization ? bearerIn(authorization) : await cookieBearer(request, reply)
  return token ? request.server.platform.tokens.verify(token) : null
}

const bearerIn = (header: string) => /^Bearer ([\w.-]+)$/i.exec(header)?.[1] ?? null

async function cookieBearer(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
  const { kind } = request.productHost
  if (kind === 'api' || kind === 'files' || kind === 'mail' || !request.headers.cookie) return null
  const token = await findCookieToken(request, reply)
  if (token && !isSameOrigin(request)) throw new Refusal('cross-site')
  return token
}

export function isSameOrigin({ headers, protocol, host }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] === 'same-origin' || headers.origin === `${protocol}://${host}`
}

/** Turns what the session says into a caller, or refuses whom the endpoint is not for. */
export function admit(
  request: FastifyRequest,
  audiences: readonly Audience[],
  token: AccessToken,
  entered: Entered | null,
): Caller {
  if (!entered || entered.id !== token.subject) throw new Refusal('not-signed-in')
  const caller = {
    ...entered,
    sessionId: token.sessionId,
    isCustomer: entered.kind === 'customer',
    isAdmin: entered.role === 'FreeAdminUser' || entered.role === 'AdminUser',
    network: networkOf(request.ip),
  }
  const { kind, label } = request.productHost
  if (entered.workspaceId) request.server.platform.limiter.count(limits.workspace, entered.workspaceId)
  if (kind === 'workspace' && label !== entered.domain) throw new Refusal('wrong-workspace')
  if (!audiences.some((audience) => isFor(audience, caller))) throw new Refusal('not-allowed')
  return caller
}

function isFor(audience: Audience, { kind, workspaceId, isAdmin }: Caller): boolean {
  if (audience === 'anyone') return true
  if (audience === 'customer') return kind === 'customer'
  if (kind !== 'team') return false
  if (audience === 'account') return true
  return workspaceId !== null && (audience === 'team' || isAdmin)
}

/** Counts the call where it belongs and tells the caller how much is left. */
export function countCall(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, token: AccessToken | null) {
  const { limiter } = request.server.platform
  const key = token?.sessionId ?? networkOf(request.ip)
  tellLimit(reply, limiter.count(token ? limits.session : limits.anonymous, key))
  if (endpoint.limit === 'write') limiter.count(limits.write, key)
  if (endpoint.limit === 'search') limiter.count(limits.search, key)
}

/** Header fields of draft-ietf-httpapi-ratelimit-headers. */
function tellLimit(reply: FastifyReply, { limit, remaining, resetSeconds }: LimitState) {
  reply.header('RateLimit-Policy', `"${limit.name}";q=${limit.most};w=${limit.perMs / 1000}`)
  reply.header('RateLimit', `"${limit.name}";r=${remaining};t=${resetSeconds}`)
}
