import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Endpoint, takesWords } from '#contract/endpoint.ts'
import { type KeyText, readApiKey } from '#server/platform/api-keys/api-key.ts'
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
  type WorkspaceTx,
} from '#server/platform/database.ts'
import { keyOf } from '#server/platform/fast-reads/key-cache.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Account, type Caller, type CallerOf, type Member, mayCall, type Person, refusalOfKey } from './caller.ts'
import { findCookieToken } from './cookies.ts'
import type { AccessToken } from './credentials/access-token.ts'
import type { Host } from './hosts/hosts.ts'
import { countedLimits, type Limiter, type LimitState, limits, nearest } from './limits.ts'
import { networkOf } from './network.ts'
import type { Platform } from './platform.ts'

/** Runs `work` in one transaction as the caller. Refuses callers that the endpoint does not allow. */
export type Door<C = Caller, Tx = Transaction> = <T>(
  work: (tx: Tx, caller: C) => Promise<T>,
  options?: TransactionOptions,
) => Promise<T>

/** Identifies the caller before the body is read. Rights are checked later, in the transaction that `door` opens. */
export async function identifyCaller(request: FastifyRequest, reply: FastifyReply) {
  const { endpoint, role = 'app' } = request.routeOptions.config
  if (endpoint!.for.includes('anyone')) countAnonymous(request, reply, endpoint!)
  else request.door = await findDoor(request, reply, endpoint!, role)
}

/**
 * Returns the door of a request, with the types of its endpoint. The door admits only callers that the endpoint allows.
 */
export function doorOf<E extends Endpoint>({ door }: FastifyRequest): Door<CallerOf<E>, WorkspaceTx> {
  if (!door) throw new Error('The caller of this endpoint was not identified')
  return door as Door<CallerOf<E>, WorkspaceTx>
}

async function findDoor(
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

function noBearer({ productHost, headers: { authorization, cookie } }: FastifyRequest) {
  if (productHost.kind !== 'api' || cookie) return new Refusal('not-signed-in')
  return new Refusal('not-signed-in', {
    detail: authorization
      ? 'The token in Authorization is not valid or has expired. Send an API key or the token of a session.'
      : 'Send an API key or the token of a session as Authorization: Bearer',
  })
}

function countAnonymous({ server, ip }: FastifyRequest, reply: FastifyReply, { counts }: Endpoint) {
  const { limiter } = server.platform
  const network = networkOf(ip)
  tellLimit(reply, limiter.count(limits.anonymous, network))
  if (counts) tellLimit(reply, limiter.count(countedLimits[counts], network))
}

type Bearer = { token: AccessToken; key?: undefined } | { key: KeyText; token?: undefined }

// Finds the API key or the access token of a request. A token in a cookie is accepted only from pages of the same
// origin.
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
    const runAdmitted = (tx: Transaction, entered: EnteredSession | null) => {
      const caller = callerOf(entered, token, network)
      if (!caller) throw new Refusal('not-signed-in')
      admit(caller, token.sessionId)
      return work(tx, caller)
    }
    return asSession(database, token.sessionId, runAdmitted, options)
  }
}

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
  return { ...placed, kind, plan: named.plan!, role, isAdmin: isAdmin(role), isHrAdmin, key: null }
}

const isAdmin = (role: EnteredSession['role']) => role === 'FreeAdminUser' || role === 'AdminUser'

// Returns the door of an API key. Refuses networks that sent too many unknown keys. On endpoints for visitors, a key of
// unknown kind first enters as a visitor. If it is no delivery key, it enters again as `app`.
function keyDoor(request: FastifyRequest, reply: FastifyReply, text: KeyText, gate: Gate, endpoint: Endpoint): Door {
  const { limiter, keyCache, app, reader } = request.server.platform
  const admitKey = keyEntrance(request, reply, gate)
  return async (work, options) => {
    if (!request.isAdmitted) limiter.refuseSpent(limits.unknownKey, networkOf(request.ip))
    const reading = keyCache.beginReading()
    const enter = async (database: Database) => {
      const last: { entered: EnteredKey | null } = { entered: null }
      const entering = (tx: Transaction, entered: EnteredKey | null) => {
        last.entered = entered
        if (database === reader && entered && entered.kind !== 'delivery') throw new NotForReaders()
        return work(tx, admitKey(entered))
      }
      const result = await asKey(database, text, entering, options)
      // Caches the key after the transaction, so that a failed transaction caches nothing.
      if (last.entered) keyCache.add(text, last.entered, reading)
      return result
    }
    const mayRead = endpoint.for.includes('visitor') && (keyCache.kindOf(text) ?? 'delivery') === 'delivery'
    return enter(mayRead ? reader : app).catch((error: unknown) => {
      if (error instanceof NotForReaders) return enter(app)
      throw error
    })
  }
}

/** Thrown if another key than a delivery key entered as a visitor. Visitors see only published content. */
class NotForReaders extends Error {}

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
    const caller = entered.kind === 'management' ? makerOf(entered, network) : keyOf(entered, network)
    admit(caller, entered.id)
    keyCalls.count(entered, { isAgain })
    isAgain = true
    return caller
  }
}

const hasManyCalls = ({ kind }: EnteredKey) => kind === 'delivery' || kind === 'preview'

function makerOf(entered: EnteredKey & { kind: 'management' }, network: string): Member {
  const { id: keyId, workspaceId, domain, plan, serviceStartedAt, scopes, models, maker, expiresAt } = entered
  const key = { id: keyId, kind: 'management', scopes, models, expiresAt } as const
  return {
    kind: 'member',
    ...maker,
    workspaceId,
    domain,
    plan,
    serviceStartedAt,
    network,
    isAdmin: isAdmin(maker.role),
    sessionId: keyId,
    key,
  }
}

/** Returns the door of visitors. Their database role sees only published content. */
function visitorDoor(request: FastifyRequest, admit: Gate, { refusals }: Endpoint): Door {
  const { platform } = request.server
  const network = networkOf(request.ip)
  const domain = visitedDomain(request)
  // If the address names no workspace, the caller should learn that a key is missing, not that the workspace is
  // unknown.
  if (domain === '' && refusals?.includes('key-needed')) throw new Refusal('key-needed')
  return (work, options) => {
    const runAdmitted = (tx: Transaction, entered: EnteredHost | null) => {
      if (!entered) throw new Refusal('workspace-not-found')
      const caller: Caller = { ...entered, kind: 'visitor', id: null, network }
      admit(caller, network)
      return work(tx, caller)
    }
    return asVisitor(platform.reader, domain, runAdmitted, options)
  }
}

function visitedDomain({ query, productHost }: FastifyRequest): string {
  // A repeated `domain` parameter is an array. Converted to text, it matches no workspace.
  const named = typeof query === 'object' && query && 'domain' in query ? query.domain : (productHost.label ?? '')
  return String(named).toLowerCase()
}

type Gate = (caller: Caller, key: string) => void

function openGate(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Gate {
  const { platform } = request.server
  return (caller, key) => {
    const { isAdmitted } = request
    const states = isAdmitted ? [] : [countInWorkspace(platform, caller)]
    states.push(admit(request, endpoint, caller, isAdmitted ? null : { key, query: request.query }))
    for (const state of states) if (state) tellLimit(reply, state)
    request.isAdmitted = true
  }
}

/** Checks that the caller may call the endpoint. Counts the call under the endpoint's limit if `counted` is given. */
export function admit(
  { server, productHost }: { server: { platform: Platform }; productHost: Host },
  endpoint: Endpoint,
  caller: Caller,
  counted: CountedRequest | null,
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

type CountedRequest = { key: string; query: unknown }

function countKind(
  { limiter }: Platform,
  endpoint: Endpoint,
  { workspaceId, network }: Caller,
  counted: CountedRequest,
): LimitState | null {
  if (!endpoint.counts) return null
  if (takesWords(endpoint)) return countSearch(limiter, counted)
  const limit = countedLimits[endpoint.counts]
  const keys = { caller: counted.key, workspace: workspaceId ?? counted.key, network }
  return limiter.count(limit, keys[limit.of])
}

const lastWords = new LRUCache<string, string>({ max: 50_000 })

export function countSearch(limiter: Limiter, { key, query }: CountedRequest): LimitState | null {
  // The query was not validated yet, so `q` can be anything.
  const q = typeof query === 'object' && query && 'q' in query ? query.q : ''
  const words = typeof q === 'string' ? q.trim() : ''
  if (!words) return null
  const isAgain = lastWords.get(key) === words
  lastWords.set(key, words)
  return limiter.count(isAgain ? limits.searchAgain : countedLimits.search, key)
}

export const limitHeaders = ({ limit, remaining, resetSeconds }: LimitState) => ({
  'RateLimit-Policy': `"${limit.name}";q=${limit.most};${limit.perMs ? `w=${limit.perMs / 1000}` : 'qu="concurrent-requests"'}`,
  RateLimit: `"${limit.name}";r=${remaining};t=${resetSeconds}`,
})

const told = new WeakMap<FastifyReply, LimitState>()

export function tellLimit(reply: FastifyReply, state: LimitState) {
  const shown = nearest(state, told.get(reply))
  told.set(reply, shown)
  reply.headers(limitHeaders(shown))
}

type Failure = FastifyError | Refusal

/**
 * Checks the caller before reporting an input error. Returns the refusal of the caller instead if the caller is not
 * signed in, not allowed or calls too often.
 */
export async function judgeCallerFirst(error: Failure, { door, isAdmitted }: FastifyRequest): Promise<Failure> {
  if (!door || isAdmitted || !isInputFault(error)) return error
  try {
    await door(async () => {}, { isReading: true })
    return error
  } catch (refusal) {
    return refusal instanceof Refusal && comesFirst.has(refusal.status) ? refusal : error
  }
}

const statusOf = (error: Failure) => (error instanceof Refusal ? error.status : error.statusCode)
const isInputFault = (error: Failure) => [400, 413, 415, 422].includes(statusOf(error) ?? 0)
const comesFirst = new Set([401, 403, 429])
