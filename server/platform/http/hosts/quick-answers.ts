import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyServerFactory, FastifyServerOptions } from 'fastify'
import { limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { problemOf } from '#server/platform/http/problems.ts'
import { outageSeconds, Refusal } from '#server/platform/refusal.ts'
import { type Host, hostOf, nameIn } from './hosts.ts'

/** An answer that was given before, as it left; its headers as names and values in turn. */
export type GivenAnswer = {
  status: number
  headers: string[]
  body: Buffer | null
  route: string
  /** Hears of each time that it is given again. */
  onGiven?: ((asker: Asker) => void) | undefined
}

/** Who asks, as far as a room counts readers. */
export type Asker = { method: string; headers: IncomingHttpHeaders; network: () => string }

/** What somebody without any session asks a workspace for. */
export type Question = { label: string; url: string; accepts: string | undefined; known: string | undefined }

/** One line for every answer, whichever way it went. */
export type Answered = { method: string; route: string; status: number; ms: number }

/** What a program asks with its key. */
export type KeyQuestion = {
  authorization: string
  host: Host
  url: string
  known: string | undefined
  address: () => string | undefined
}

export type QuickAnswers = ReturnType<typeof createQuickAnswers>

/** An answer that differs by one of these goes the whole way, and so does what has a body. */
const isPersonal = (headers: IncomingHttpHeaders) =>
  headers.cookie !== undefined ||
  headers.origin !== undefined ||
  headers.range !== undefined ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined

/**
 * Gives answers without the whole way through the framework, which costs three times as much as the answer: those that are
 * the same for everybody again, and content to the programs that show a key. Same bytes, same headers, counted and noted
 * like any other.
 */
export function createQuickAnswers({ settings, limiter }: Pick<Platform, 'settings' | 'limiter'>) {
  const trust = proxyAddr.compile(settings.trustedProxies)
  const listeners: ((answered: Answered) => void)[] = []
  let find: (question: Question) => GivenAnswer | null = () => null
  let ask: (question: KeyQuestion) => Promise<GivenAnswer> | GivenAnswer | null = () => null
  let last: { named: string; host: Host } | undefined
  let isStopping = false

  function answer(request: IncomingMessage): Promise<GivenAnswer> | GivenAnswer | null {
    const { method, headers, url = '' } = request
    if (method !== 'GET' || isPersonal(headers)) return null
    const host = readHost(hostNamed(request))
    const { authorization } = headers
    if (authorization !== undefined) {
      const address = () => addressOf(request)
      return ask({ authorization, host, url, known: headers['if-none-match'], address })
    }
    const { label } = host
    if (!label) return null
    const found = find({ label, url, accepts: headers['accept-encoding'], known: headers['if-none-match'] })
    return found && isWithinLimit(request) ? found : null
  }

  /** Under load many in a row come to one host. */
  function readHost(named: string): Host {
    if (named !== last?.named) last = { named, host: hostOf(nameIn(named), settings.rootDomain, settings.filesHost) }
    return last.host
  }

  /** As Fastify reads it where proxies are trusted. */
  function hostNamed({ headers, socket }: IncomingMessage): string {
    const forwarded = headers['x-forwarded-host']
    if (!forwarded || !trust(socket.remoteAddress ?? '', 0)) return headers.host ?? ''
    return String(forwarded).split(',').at(-1)!.trim()
  }

  const addressOf = (request: IncomingMessage) =>
    request.headers['x-forwarded-for'] ? proxyAddr(request, trust) : request.socket.remoteAddress

  /** Who asks too often is told so on the whole way. */
  function isWithinLimit(request: IncomingMessage): boolean {
    try {
      limiter.count(limits.visitor, networkOf(addressOf(request)))
      return true
    } catch {
      return false
    }
  }

  const serverFactory: FastifyServerFactory = (handle, options) => {
    const listener: RequestListener = (request, response) => {
      if (isStopping) return sendAway(response)
      const began = performance.now()
      const give = (given: GivenAnswer) => {
        response.writeHead(given.status, given.headers)
        response.end(given.body)
        const { route, status, onGiven } = given
        onGiven?.({ method: 'GET', headers: request.headers, network: () => networkOf(addressOf(request)) })
        for (const tell of listeners) tell({ method: 'GET', route, status, ms: performance.now() - began })
      }
      const given = answer(request)
      if (!given) return handle(request, response)
      if (given instanceof Promise) given.then(give)
      else give(given)
    }
    return limitServer(listener, options as FastifyServerOptions & { http?: ServerOptions })
  }

  return {
    serverFactory,
    /** The room that keeps answers gives them out here. */
    give(from: typeof find) {
      find = from
    },
    /** Asks here for what a key is shown; whoever is asked never fails, and answers null for what goes the whole way. */
    giveToKeys(from: typeof ask) {
      ask = from
    },
    onAnswered(tell: (answered: Answered) => void) {
      listeners.push(tell)
    },
    /** From now on what has begun is finished, and whoever asks is told to come again. */
    stop() {
      isStopping = true
    },
  }
}

function sendAway(response: ServerResponse) {
  const headers = { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', Connection: 'close' }
  response.writeHead(503, { ...headers, 'Retry-After': String(outageSeconds) })
  response.end(JSON.stringify(problemOf(new Refusal('stopping'))))
}

/** What Fastify sets on a server that it makes itself. */
function limitServer(listener: RequestListener, options: FastifyServerOptions & { http?: ServerOptions }): Server {
  const server = createServer(options.http ?? {}, listener)
  server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout
  server.requestTimeout = options.requestTimeout ?? server.requestTimeout
  return server.setTimeout(options.connectionTimeout ?? 0)
}
