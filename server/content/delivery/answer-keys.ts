import { randomUUID } from 'node:crypto'
import { parse } from 'node:querystring'
import type { FastifyError } from 'fastify'
import * as contract from '#contract/content/delivery.ts'
import type { Parameters } from '#server/content/filters/read-filter.ts'
import { isTakenFrom } from '#server/platform/api-keys/key-networks.ts'
import { countCachedKey, findCachedKey, keyOf } from '#server/platform/fast-reads/key-cache.ts'
import type { KeyRequest, PreparedAnswer } from '#server/platform/fast-reads/quick-answers.ts'
import { limitHeaders } from '#server/platform/http/admission.ts'
import type { Key } from '#server/platform/http/caller.ts'
import { headersOfApi } from '#server/platform/http/headers.ts'
import type { Host } from '#server/platform/http/hosts/hosts.ts'
import { type LimitState, nearest } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { asRefusal, failure, problemOf } from '#server/platform/http/problems.ts'
import type { Delivery, DeliveryAnswer } from './answer.ts'

/** Delivery URLs whose path has no percent escapes. The normal route answers all other URLs. */
const plainUrl = /^\/api\/v1\/content\/(\w{1,60})(?:\/([\w.~-]{1,200}))?(?:\?([^#]{1,4000}))?$/

type SentAnswer = Omit<DeliveryAnswer, 'status'> & { status: number }
type DeliveryRoute = { route: string; host: Host }
type RateLimitHeaders = Record<string, string>

/**
 * Bypasses Fastify for reads with a delivery key, if this process has cached the key and the content state.
 * `answer-keys.test.ts` compares the answers with those of the normal routes.
 */
export function answerKeys(platform: Platform, delivery: Delivery) {
  const { settings } = platform
  const onApi = headersOfApi(settings, 'api')
  const elsewhere = headersOfApi(settings, 'workspace')

  const give = (
    { status, headers, bytes }: SentAnswer,
    { route, host }: DeliveryRoute,
    limited: RateLimitHeaders,
  ): PreparedAnswer => {
    const turns = inTurn({ ...(host.kind === 'api' ? onApi : elsewhere), ...headers })
    for (const name in limited) turns.push(name, limited[name]!)
    if (bytes !== null) turns.push('Content-Length', String(bytes.length))
    return { status, route, headers: turns, body: bytes }
  }

  const giveProblem = (error: unknown, place: DeliveryRoute, limited: RateLimitHeaders): PreparedAnswer => {
    const refusal = asRefusal(error as FastifyError)
    const id = randomUUID()
    if (!refusal) platform.log.error({ err: error, reqId: id }, 'request failed')
    if (refusal?.status === 503) platform.log.warn({ err: refusal.cause ?? error }, 'database unavailable')
    const problem = refusal ? problemOf(refusal) : failure(id)
    const seconds = refusal?.retryAfterSeconds
    const headers = {
      'Content-Type': 'application/problem+json; charset=utf-8',
      ...(seconds ? { 'Retry-After': String(seconds) } : {}),
      ...(refusal?.budget && limitHeaders(refusal.budget)),
    }
    return give({ status: problem.status, headers, bytes: Buffer.from(JSON.stringify(problem)) }, place, limited)
  }

  return (question: KeyRequest): Promise<PreparedAnswer> | PreparedAnswer | null => {
    const asked = readQuestion(platform, question)
    const found = asked && peek(delivery, asked, question)
    if (!asked || !found) return null
    const place: DeliveryRoute = { route: asked.endpoint.path, host: question.host }
    let state: LimitState
    try {
      state = countCachedKey(platform, { ...asked, host: question.host, query: undefined })
    } catch (error) {
      return giveProblem(error, place, {})
    }
    const limited = limitHeaders(state)
    if (typeof found !== 'function') return give(found, place, limited)
    return found().then(
      (delivered) =>
        give(delivered, place, delivered.budget ? limitHeaders(nearest(state, delivered.budget)) : limited),
      (error: unknown) => giveProblem(error, place, limited),
    )
  }
}

/** Converts headers to alternating names and values, as Node expects. Flattening pairs takes several times as long. */
function inTurn(headers: Record<string, string>): string[] {
  const turns: string[] = []
  for (const name in headers) turns.push(name, headers[name]!)
  return turns
}

// Parses a request. Returns null unless it is a read with a cached delivery key that is valid for this host and this
// network.
function readQuestion(platform: Platform, { authorization, host, url, address }: KeyRequest) {
  const [, model, id = null, query = ''] = plainUrl.exec(url) ?? []
  if (model === undefined) return null
  const entered = findCachedKey(platform, authorization)
  if (entered?.kind !== 'delivery') return null
  if (host.kind !== 'api' && host.label !== entered.domain) return null
  const from = address()
  if (!isTakenFrom(entered, from)) return null
  const caller: Key = keyOf(entered, networkOf(from))
  const endpoint = id === null ? contract.listContent : contract.showContent
  return { entered, caller, model, id, query, isOnApi: host.kind === 'api', endpoint }
}

type DeliveryQuestion = NonNullable<ReturnType<typeof readQuestion>>

// Returns the answer, or a function that makes it. Returns null if the request is refused: the normal route then
// answers and counts the refusal. Returns undefined if the content state is not cached.
function peek(
  delivery: Delivery,
  { caller, model, id, query, isOnApi }: DeliveryQuestion,
  { url, ifNoneMatch: known }: KeyRequest,
) {
  try {
    let read: Parameters | undefined
    const parameters = () => {
      read ??= readParameters(query)
      return read
    }
    const found = delivery.peek({ caller, model, id, url, isOnApi, known, parameters })
    if (typeof found === 'function') parameters()
    return found
  } catch {
    return null
  }
}

/** Parses the query like the normal route. Throws if the query is invalid, so that the normal route answers. */
function readParameters(query: string): Parameters {
  if (decodeURIComponent(query).includes('\0')) throw new Error('No text')
  return contract.listContent.query.parse({ ...parse(query, undefined, undefined, { maxKeys: 0 }) })
}
