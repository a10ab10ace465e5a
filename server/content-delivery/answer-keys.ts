import { randomUUID } from 'node:crypto'
import { parse } from 'node:querystring'
import type { FastifyError } from 'fastify'
import * as contract from '#contract/content-delivery.ts'
import type { Parameters } from '#server/content-filters/read-filter.ts'
import { countKept, findKept } from '#server/platform/api-keys/kept-key.ts'
import { keyOf } from '#server/platform/api-keys/kept-keys.ts'
import { limitHeaders } from '#server/platform/http/admission.ts'
import type { Key } from '#server/platform/http/caller.ts'
import { headersOfApi } from '#server/platform/http/headers.ts'
import type { GivenAnswer, KeyQuestion } from '#server/platform/http/hosts/quick-answers.ts'
import type { LimitState } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { asRefusal, failure, problemOf } from '#server/platform/http/problems.ts'
import type { Delivered, Delivery } from './answer.ts'

/** Letters that nothing has to be decoded of; all else goes the whole way. */
const plainUrl = /^\/api\/v1\/content\/(\w{1,60})(?:\/([\w.~-]{1,200}))?(?:\?([^#]{1,4000}))?$/

type Given = Omit<Delivered, 'status'> & { status: number }

/**
 * Answers a delivery key without the framework: where this process knows the key and the state of the content. Callers,
 * limits and answers are those of the endpoints, as `answer-keys.test.ts` compares.
 */
export function answerKeys(platform: Platform, delivery: Delivery) {
  const common = headersOfApi(platform.settings)
  /** In turn names and values of headers that are given again and again. */
  const inTurn = new WeakMap<object, string[]>()
  const turnsOf = (headers: Record<string, string>) => {
    const turns = inTurn.get(headers) ?? Object.entries({ ...common, ...headers }).flat()
    inTurn.set(headers, turns)
    return turns
  }

  const give = ({ status, headers, bytes }: Given, route: string, limited: Record<string, string>): GivenAnswer => {
    const turns = turnsOf(headers).slice()
    for (const name in limited) turns.push(name, limited[name]!)
    if (bytes !== null) turns.push('Content-Length', String(bytes.length))
    return { status, route, headers: turns, body: bytes }
  }

  const giveProblem = (error: unknown, route: string, limited: Record<string, string>): GivenAnswer => {
    const refusal = asRefusal(error as FastifyError)
    const id = randomUUID()
    if (!refusal) platform.log.error({ err: error, reqId: id }, 'request failed')
    if (refusal?.status === 503) platform.log.warn({ err: refusal.cause ?? error }, 'database unavailable')
    const problem = refusal ? problemOf(refusal) : failure(id)
    const seconds = refusal?.retryAfterSeconds
    const headers = {
      'Content-Type': 'application/problem+json; charset=utf-8',
      ...(seconds ? { 'Retry-After': String(seconds) } : {}),
    }
    return give({ status: problem.status, headers, bytes: Buffer.from(JSON.stringify(problem)) }, route, limited)
  }

  return (question: KeyQuestion): Promise<GivenAnswer> | GivenAnswer | null => {
    const asked = readQuestion(platform, question)
    const found = asked && peek(delivery, asked, question)
    if (!asked || !found) return null
    const { endpoint } = asked
    const route = endpoint.path
    let limited: Record<string, string> = {}
    try {
      const state: LimitState = countKept(platform, { ...asked, host: question.host, query: undefined })
      limited = limitHeaders(state)
    } catch (error) {
      return giveProblem(error, route, limited)
    }
    if (typeof found !== 'function') return give(found, route, limited)
    return found().then(
      (delivered) => give(delivered, route, limited),
      (error: unknown) => giveProblem(error, route, limited),
    )
  }
}

/** Who asks for what; null for whatever is not plainly a read with a key that is known here. */
function readQuestion(platform: Platform, { authorization, host, url, network }: KeyQuestion) {
  const [, model, id = null, query = ''] = plainUrl.exec(url) ?? []
  if (model === undefined) return null
  const entered = findKept(platform, authorization)
  if (entered?.kind !== 'delivery') return null
  if (host.kind !== 'api' && host.label !== entered.domain) return null
  const caller: Key = keyOf(entered, network())
  return { entered, caller, model, id, query, endpoint: id === null ? contract.listContent : contract.showContent }
}

type Asked = NonNullable<ReturnType<typeof readQuestion>>

/** What can be answered, if it is no question that is refused: those are answered on the whole way, where they are counted as well. */
function peek(delivery: Delivery, { caller, model, id, query }: Asked, { url, known }: KeyQuestion) {
  try {
    let read: Parameters | undefined
    const parameters = () => {
      read ??= readParameters(query)
      return read
    }
    const found = delivery.peek({ caller, model, id, url, known, parameters })
    if (typeof found === 'function') parameters()
    return found
  } catch {
    return null
  }
}

/** As the endpoint's schema takes them; what is no text, or one that cannot be kept, goes the whole way. */
function readParameters(query: string): Parameters {
  if (decodeURIComponent(query).includes('\0')) throw new Error('No text')
  return contract.listContent.query.parse({ ...parse(query, undefined, undefined, { maxKeys: 0 }) }) as Parameters
}
