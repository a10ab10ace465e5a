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
import { type Host, hostOf, nameIn } from '#server/platform/http/hosts/hosts.ts'
import { limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { problemOf } from '#server/platform/http/problems.ts'
import { outageSeconds, Refusal } from '#server/platform/refusal.ts'

export type PreparedAnswer = {
  status: number
  headers: string[]
  body: Buffer | null
  route: string
  onSent?: ((reader: PageReader) => void) | undefined
}

export type PageReader = { method: string; headers: IncomingHttpHeaders; network: () => string }

export type VisitorRequest = {
  label: string
  url: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

export type KeyRequest = {
  authorization: string
  host: Host
  url: string
  ifNoneMatch: string | undefined
  address: () => string | undefined
}

export type AnswerLine = { method: string; route: string; status: number; ms: number }

export type QuickAnswers = ReturnType<typeof createQuickAnswers>

/** Returns whether Fastify must answer, because the request has a body or a header that changes the answer. */
const isPersonal = (headers: IncomingHttpHeaders) =>
  headers.cookie !== undefined ||
  headers.origin !== undefined ||
  headers.range !== undefined ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined

/**
 * Answers frequent requests without Fastify: public pages for visitors, and content for keys. Answers and rate limits
 * are the same as through Fastify, but the log lines have no request id.
 */
export function createQuickAnswers({ settings, limiter }: Pick<Platform, 'settings' | 'limiter'>) {
  const trust = proxyAddr.compile(settings.trustedProxies)
  const listeners: ((line: AnswerLine) => void)[] = []
  let findForVisitor: (request: VisitorRequest) => PreparedAnswer | null = () => null
  let findForKey: (request: KeyRequest) => Promise<PreparedAnswer> | PreparedAnswer | null = () => null
  let isStopping = false

  function findAnswer(request: IncomingMessage): Promise<PreparedAnswer> | PreparedAnswer | null {
    const { method, headers, url = '' } = request
    if (method !== 'GET' || isPersonal(headers)) return null
    const host = hostOf(nameIn(hostNamed(request)), settings.rootDomain, settings.filesHost)
    const { authorization, 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = headers
    if (authorization !== undefined)
      return findForKey({ authorization, host, url, ifNoneMatch, address: () => addressOf(request) })
    if (!host.label) return null
    const answer = findForVisitor({ label: host.label, url, acceptEncoding, ifNoneMatch })
    return answer && isWithinLimit(request) ? answer : null
  }

  /** Returns the host name of a request by the same rules as Fastify with `trustProxy`. */
  function hostNamed({ headers, socket }: IncomingMessage): string {
    const forwarded = headers['x-forwarded-host']
    if (!forwarded || !trust(socket.remoteAddress ?? '', 0)) return headers.host ?? ''
    return String(forwarded).split(',').at(-1)!.trim()
  }

  const addressOf = (request: IncomingMessage) =>
    request.headers['x-forwarded-for'] ? proxyAddr(request, trust) : request.socket.remoteAddress

  // Counts the request for the visitor limit of its network. If the limit is exceeded, the request goes to Fastify,
  // which refuses it.
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
      const send = ({ status, headers, body, route, onSent }: PreparedAnswer) => {
        response.writeHead(status, headers)
        response.end(body)
        onSent?.({ method: 'GET', headers: request.headers, network: () => networkOf(addressOf(request)) })
        for (const tell of listeners) tell({ method: 'GET', route, status, ms: performance.now() - began })
      }
      const answer = findAnswer(request)
      if (!answer) return handle(request, response)
      if (answer instanceof Promise) answer.then(send)
      else send(answer)
    }
    return limitServer(listener, options)
  }

  return {
    serverFactory,
    answerVisitorsFrom(find: typeof findForVisitor) {
      findForVisitor = find
    },
    /** `find` must neither throw nor reject. If it returns null, Fastify answers the request. */
    answerKeysFrom(find: typeof findForKey) {
      findForKey = find
    },
    onAnswer(tell: (line: AnswerLine) => void) {
      listeners.push(tell)
    },
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

function limitServer(listener: RequestListener, options: FastifyServerOptions & { http?: ServerOptions }): Server {
  const server = createServer(options.http ?? {}, listener)
  server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout
  server.requestTimeout = options.requestTimeout ?? server.requestTimeout
  return server.setTimeout(options.connectionTimeout ?? 0)
}
