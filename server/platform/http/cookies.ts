import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#server/platform/refusal.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { networkOf } from './network.ts'
import type { TokenPair } from './platform.ts'

const days30 = 30 * 24 * 3600
const sessionCookies = [
  'access_token',
  'refresh_token',
  'user_guid_id',
  'isUser',
  'workspace_domain',
  'timezone',
] as const
const secret = new Set<string>(['access_token', 'refresh_token'])
export type SessionCookies = Partial<Record<(typeof sessionCookies)[number], string>>

export function setSessionCookies(reply: FastifyReply, settings: Settings, values: SessionCookies) {
  for (const [name, value] of Object.entries(values))
    reply.setCookie(name, value, { ...attributes(name, settings), maxAge: days30 })
}

export function clearSessionCookies(
  reply: FastifyReply,
  settings: Settings,
  names: readonly string[] = sessionCookies,
) {
  for (const name of names) reply.setCookie(name, '', { ...attributes(name, settings), maxAge: 0 })
}

const attributes = (name: string, settings: Settings) =>
  ({
    domain: settings.rootDomain,
    path: '/',
    sameSite: 'lax',
    secure: settings.publicScheme === 'https',
    httpOnly: secret.has(name),
    encode: encodeURIComponent,
  }) as const

/**
 * Finds the valid access token in the cookies, or null. Renews an expired token and sets both cookies. Parallel
 * requests share one renewal.
 */
export function findCookieToken(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
  request.cookieToken ??= lookForToken(request, reply)
  return request.cookieToken
}

async function lookForToken(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
  refuseDoubledCookies(request.headers.cookie ?? '')
  const { platform } = request.server
  const { access_token: access, refresh_token: refresh } = request.cookies
  if (access && (await platform.tokens.verify(access))) return access
  if (!refresh) return null
  const pair = await renewOnce(refresh, () => platform.renewSession(refresh, networkOf(request.ip)))
  if (!pair) return null
  setSessionCookies(reply, platform.settings, { access_token: pair.accessToken, refresh_token: pair.refreshToken })
  return pair.accessToken
}

const renewals = new Map<string, Promise<TokenPair | null>>()

function renewOnce(refreshToken: string, renew: () => Promise<TokenPair | null>): Promise<TokenPair | null> {
  const running = renewals.get(refreshToken)
  if (running) return running
  const renewal = renew().finally(() => renewals.delete(refreshToken))
  renewals.set(refreshToken, renewal)
  return renewal
}

// Refuses a request with two session cookies of the same name. Another host of the domain must have set one of them,
// and the server cannot know which one is genuine.
function refuseDoubledCookies(header: string) {
  const names = header.split(';').map((part) => part.split('=')[0]!.trim())
  if (sessionCookies.some((name) => names.filter((found) => found === name).length > 1))
    throw new Refusal('duplicate-cookie')
}
