import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Endpoint, takesWords } from '#contract/endpoint.ts'
import type { Scope } from '#contract/scopes.ts'
import { type KeyText, readApiKey } from '#server/platform/api-keys/api-key.ts'
import { type KeyOfWorkspace, keyOf } from '#server/platform/api-keys/kept-keys.ts'
import { refuseElsewhere } from '#server/platform/api-keys/key-networks.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import {
  asKey,
  asSession,
  asVisitor,
  type EnteredHost,
  type EnteredKey,
  type EnteredSession,
  type TransactionOptions,
} from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Account, type Caller, type Member, mayCall, type Person, refusalOfKey } from './caller.ts'
import { findCookieToken } from './cookies.ts'
import type { AccessToken } from './credentials/access-token.ts'
import type { Host } from './hosts/hosts.ts'
import { countedLimits, type Limiter, type LimitState, limits, nearest } from './limits.ts'
import { networkOf } from './network.ts'
import type { Platform } from './platform.ts'

/** Lets work happen in one transaction as whoever calls; a caller whom the endpoint is not for is refused. */
export type Door = <T>(
  work: (tx: Transaction, caller: Caller) => Promise<T>,
  options?: TransactionOptions,
) => Promise<T>

/** Finds by what the caller identifies, counts the call, and answers the door that is theirs. */
export async function findDoor(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  role: 'app' | 'identity',
): Promise<Door> {
  const { platform } = request.server
  const isOnlyForVisitors = endpoint.for.every((audience) => audience === 'visitor')
  const bearer = isOnlyForVisitors ? null : await findBearer(request, reply)
  const gate = openGate(request, reply, endpoint)
  if (bearer?.key) return keyDoor(request, reply, bearer.key, gate, endpoint)
  if (bearer) {
    tellLimit(reply, platform.limiter.count(limits.session, bearer.token.sessionId))
    return sessionDoor(request, bearer.token, platform[role], gate)
  }
  const isForVisitors = endpoint.for.includes('visitor')
  tellLimit(reply, platform.limiter.count(isForVisitors ? limits.visitor : limits.anonymous, networkOf(request.ip)))
  if (!isForVisitors) throw noBearer(request)
  return visitorDoor(request, gate, endpoint)
}

/** A program that sends nothing is told what to send, and somebody whose session has ended that it has. */
function noBearer({ productHost, headers: { authorization, cookie } }: FastifyRequest) {
  if (productHost.kind !== 'api' || cookie) return new Refusal('not-signed-in')
  return new Refusal('not-signed-in', {
    detail: authorization
      ? 'The token in Authorization is not valid or has expired. Send an API key or the token of a session.'
      : 'Send an API key or the token of a session as Authorization: Bearer',
  })
}

/** Counts a call that nobody has to be signed in for. */
export function countAnonymous({ server, ip }: FastifyRequest, reply: FastifyReply, { counts }: Endpoint) {
  const { limiter } = server.platform
  const network = networkOf(ip)
  tellLimit(reply, limiter.count(limits.anonymous, network))
  if (counts) tellLimit(reply, limiter.count(countedLimits[counts], network))
}

type Bearer = { token: AccessToken; key?: undefined } | { key: KeyText; token?: undefined }

/** The verified token of a session, from the header or from the cookies of a page of the same origin; or the text of a key. */
async function findBearer(request: FastifyRequest, reply: FastifyReply): Promise<Bearer | null> {
  const { authorization } = request.headers
  const text = authorization ? bearerIn(authorization) : await cookieBearer(request, reply)
  const key = text && authorization ? readApiKey(text) : null
  if (key) return { key }
  if (authorization && isLikeKey(authorization)) {
    request.server.platform.limiter.count(limits.unknownKey, networkOf(request.ip))
    throw new Refusal('key-unknown')
  }
  const token = text ? await request.server.platform.tokens.verify(text) : null
  return token && { token }
}

const isLikeKey = (header: string) => /^Bearer +stk_/i.test(header)

export const bearerIn = (header: string) => /^Bearer ([\w.-]+)$/i.exec(header)?.[1] ?? null

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

function sessionDoor(request: FastifyRequest, token: AccessToken, database: Database, admit: Gate): Door {
  const network = networkOf(request.ip)
  return (work, options) => {
    const comeIn = (tx: Transaction, entered: EnteredSession | null) => {
      const caller = callerOf(entered, token, network)
      if (!caller) throw new Refusal('not-signed-in')
      admit(caller, token.sessionId)
      return work(tx, caller)
    }
    return asSession(database, token.sessionId, comeIn, options)
  }
}

/** Who a session is, or null when it is not live or not the token's. */
export function callerOf(
  entered: EnteredSession | null,
  { subject, sessionId }: AccessToken,
  network: string,
): Account | Person | null {
  if (!entered || entered.id !== subject) return null
  const { kind, role, isHrAdmin, isStale: _, ...person } = entered
  const named = { ...person, sessionId, network }
  if (kind === 'account') return { ...named, kind, workspaceId: null, domain: null }
  const placed = { ...named, workspaceId: named.workspaceId!, domain: named.domain! }
  if (kind === 'customer') return { ...placed, kind }
  const ofTeam = role as Member['role']
  return { ...placed, kind, plan: named.plan!, role: ofTeam, isAdmin: isAdmin(role), isHrAdmin, key: null }
}

const isAdmin = (role: EnteredSession['role']) => role === 'FreeAdminUser' || role === 'AdminUser'

/**
 * A key is known for one once it was looked up, so until then its network is what counts. What visitors may read, a delivery
 * key reads under their role: one whose kind is not known yet is taken for such a key, and comes again where it is none.
 */
function keyDoor(request: FastifyRequest, reply: FastifyReply, text: KeyText, gate: Gate, endpoint: Endpoint): Door {
  const { limiter, keptKeys, app, reader } = request.server.platform
  limiter.refuseSpent(limits.unknownKey, networkOf(request.ip))
  const comeIn = keyEntrance(request, reply, gate)
  return async (work, options) => {
    const moment = keptKeys.moment()
    const enter = async (database: Database) => {
      const came: { last: EnteredKey | null } = { last: null }
      const entering = (tx: Transaction, entered: EnteredKey | null) => {
        came.last = entered
        if (database === reader && entered && entered.kind !== 'delivery') throw new NotForReaders()
        return work(tx, comeIn(entered))
      }
      const result = await asKey(database, text, entering, options)
      // Until it ended well, whoever came in may be presumed.
      if (came.last) keptKeys.keep(text, came.last, moment)
      return result
    }
    const mayRead = endpoint.for.includes('visitor') && (keptKeys.kindOf(text) ?? 'delivery') === 'delivery'
    return enter(mayRead ? reader : app).catch((error: unknown) => {
      if (error instanceof NotForReaders) return enter(app)
      throw error
    })
  }
}

/** A key that may see more than what is published came under the role that may not. */
class NotForReaders extends Error {}

/** Says who a key is, admits it, and counts the call once however many transactions it takes. */
function keyEntrance(request: FastifyRequest, reply: FastifyReply, admit: Gate) {
  const { limiter, keyCalls } = request.server.platform
  const network = networkOf(request.ip)
  let counted: LimitState | undefined
  let isAgain = false
  return (entered: EnteredKey | null): Caller => {
    if (!entered) {
      limiter.count(limits.unknownKey, network)
      throw new Refusal('key-unknown')
    }
    refuseElsewhere({ limiter }, entered, request.ip)
    counted ??= limiter.count(hasManyCalls(entered) ? limits.deliveryKey : limits.key, entered.id)
    tellLimit(reply, counted)
    const caller = entered.kind === 'management' ? makerOf(entered, network) : keyOf(entered as KeyOfWorkspace, network)
    admit(caller, entered.id)
    keyCalls.count(entered, { isAgain })
    isAgain = true
    return caller
  }
}

const hasManyCalls = ({ kind }: EnteredKey) => kind === 'delivery' || kind === 'preview'

/** Whoever made a management key, by it. */
function makerOf(entered: EnteredKey, network: string): Member {
  const { id: keyId, workspaceId, domain, plan, serviceStartedAt, models, maker, expiresAt } = entered
  const key = { id: keyId, kind: 'management', scopes: entered.scopes as Scope[], models, expiresAt } as const
  return {
    ...{ kind: 'member', ...maker!, workspaceId, domain, plan, serviceStartedAt, network },
    ...{ isAdmin: isAdmin(maker!.role), sessionId: keyId, key },
  }
}

/** Anonymous readers come under a role that sees what is published, and nothing else. */
function visitorDoor(request: FastifyRequest, admit: Gate, { refusals }: Endpoint): Door {
  const { platform } = request.server
  const network = networkOf(request.ip)
  const domain = visitedDomain(request)
  // Where keys are the way in, one is missing: nobody has named a workspace that could be wrong.
  if (domain === '' && refusals?.includes('key-needed')) throw new Refusal('key-needed')
  return (work, options) => {
    const comeIn = (tx: Transaction, entered: EnteredHost | null) => {
      if (!entered) throw new Refusal('workspace-not-found')
      const caller: Caller = { ...entered, kind: 'visitor', id: null, network }
      admit(caller, network)
      return work(tx, caller)
    }
    return asVisitor(platform.reader, domain, comeIn, options)
  }
}

/** The workspace that the query names, else that of the host. */
function visitedDomain({ query, productHost }: FastifyRequest): string {
  // Named twice it is a list, which is the name of no workspace.
  const named = (query as { domain?: string | string[] }).domain ?? productHost.label ?? ''
  return String(named).toLowerCase()
}

type Gate = (caller: Caller, key: string) => void

/**
 * Refuses whom the endpoint is not for, and what is too much or cannot be now. A call that comes back for another
 * transaction is looked at anew and counted once.
 */
function openGate(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Gate {
  const { platform } = request.server
  let isCounted = false
  return (caller, key) => {
    const states = isCounted ? [] : [countInWorkspace(platform, caller)]
    states.push(admit(request, endpoint, caller, isCounted ? null : { key, query: request.query }))
    for (const state of states) if (state) tellLimit(reply, state)
    isCounted = true
  }
}

/**
 * Refuses as a gate does. The call counts as the kind that it is, unless it has been counted before; what is left of that
 * budget is answered.
 */
export function admit(
  { server, productHost }: { server: { platform: Platform }; productHost: Host },
  endpoint: Endpoint,
  caller: Caller,
  counted: Counted | null,
): LimitState | null {
  const { platform } = server
  const isElsewhere = productHost.kind === 'workspace' && caller.kind !== 'visitor'
  if (isElsewhere && productHost.label !== caller.domain) throw new Refusal('wrong-workspace')
  if (!mayCall(caller, endpoint)) throw refusalOfKey(caller, endpoint) ?? new Refusal('not-allowed')
  const state = counted && countKind(platform, endpoint, caller, counted)
  for (const need of endpoint.needs ?? []) platform.needs[need](caller)
  return state
}

export const countInWorkspace = ({ limiter }: Platform, { workspaceId }: Caller): LimitState | null =>
  workspaceId ? limiter.count(limits.workspace, workspaceId) : null

/** Whom a call counts for, and what it asks. */
type Counted = { key: string; query: unknown }

function countKind(
  { limiter }: Platform,
  endpoint: Endpoint,
  { workspaceId, network }: Caller,
  counted: Counted,
): LimitState | null {
  if (!endpoint.counts) return null
  if (takesWords(endpoint)) return countSearch(limiter, counted)
  const limit = countedLimits[endpoint.counts]
  const keys = { caller: counted.key, workspace: workspaceId ?? counted.key, network }
  return limiter.count(limit, keys[limit.of])
}

const lastWords = new LRUCache<string, string>({ max: 50_000 })

/** The words that were searched last count less when they are searched again. */
export function countSearch(limiter: Limiter, { key, query }: Counted): LimitState | null {
  const words = (query as { q?: string } | undefined)?.q?.trim()
  if (!words) return null
  const isAgain = lastWords.get(key) === words
  lastWords.set(key, words)
  return limiter.count(isAgain ? limits.searchAgain : countedLimits.search, key)
}

/** Header fields of draft-ietf-httpapi-ratelimit-headers. */
export const limitHeaders = ({ limit, remaining, resetSeconds }: LimitState) => ({
  'RateLimit-Policy': `"${limit.name}";q=${limit.most};${limit.perMs ? `w=${limit.perMs / 1000}` : 'qu="concurrent-requests"'}`,
  RateLimit: `"${limit.name}";r=${remaining};t=${resetSeconds}`,
})

const told = new WeakMap<FastifyReply, LimitState>()

/** Of the budgets that a call counts for, the answer names the one that is nearest to its end. */
export function tellLimit(reply: FastifyReply, state: LimitState) {
  const shown = nearest(state, told.get(reply))
  told.set(reply, shown)
  reply.headers(limitHeaders(shown))
}

type Failure = FastifyError | Refusal

/**
 * What a call is refused with that cannot be read or whose input is none: whoever may not make it, or made too many, is
 * told that first.
 */
export async function judgeUnread(error: Failure, request: FastifyRequest, reply: FastifyReply): Promise<Failure> {
  const { endpoint, role = 'app' } = request.routeOptions.config
  if (!endpoint || request.hasBegun) return error
  if (endpoint.for.includes('anyone') || !isInputFault(error)) return countUnread(error, request, endpoint)
  try {
    const enter = await findDoor(request, reply, endpoint, role)
    await enter(async () => {}, { isReading: true })
    return error
  } catch (refusal) {
    return refusal instanceof Refusal && comesFirst.has(refusal.status) ? refusal : error
  }
}

const statusOf = (error: Failure) => (error instanceof Refusal ? error.status : error.statusCode)
const isInputFault = (error: Failure) => [400, 413, 415].includes(statusOf(error) ?? 0)
const comesFirst = new Set([401, 403, 429])

/**
 * What is refused before it is asked who calls counts as any other call: for the session whose token it shows, else for
 * its network, and as the kind that its endpoint is.
 */
async function countUnread(error: Failure, request: FastifyRequest, endpoint: Endpoint): Promise<Failure> {
  const sessionId = await sessionOf(request)
  try {
    countAs(request, endpoint, sessionId)
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

function countAs({ server, ip }: FastifyRequest, { for: audiences, counts }: Endpoint, sessionId: string | null) {
  const { limiter } = server.platform
  const network = networkOf(ip)
  const ofNobody = audiences.includes('visitor') ? limits.visitor : limits.anonymous
  limiter.count(sessionId ? limits.session : ofNobody, sessionId ?? network)
  if (!counts) return
  const limit = countedLimits[counts]
  limiter.count(limit, limit.of === 'network' ? network : (sessionId ?? network))
}
