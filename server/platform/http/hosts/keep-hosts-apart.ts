import type { FastifyReply, FastifyRequest } from 'fastify'
import { keepNoRefusal, securityHeaders } from '#server/platform/http/headers.ts'
import { refuseOversize, refuseUnkeepable } from '#server/platform/http/input/refuse-input.ts'
import type { App } from '#server/platform/http/platform.ts'
import { isDirect } from '#server/platform/is-direct.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findMoved, type Host, hostOf, nameIn } from './hosts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The one kind of host that serves this route; `any` is for health checks. */
    host?: 'files' | 'mail' | 'any'
    /** An address under /api that is no endpoint and that anybody may read. */
    isOpen?: boolean
  }
}

const kindsOfApi = new Set(['api', 'app', 'root', 'workspace'])

/** Finds which host a request is for, lets each host serve its own routes alone, and gives every answer its headers. */
export function keepHostsApart(app: App) {
  const { settings } = app.platform
  app.addHook('onRoute', ({ method, url, config }) => {
    if (url.startsWith('/api/') && !config?.endpoint && !config?.isOpen)
      throw new Error(`${method} ${url} does not say whom it is for`)
  })
  app.addHook('onRequest', async (request, reply) => {
    request.productHost = findHost(request, settings)
    refuseOversize(request)
    const moved = request.routeOptions.config.host === 'any' ? null : findMoved(request, settings)
    // The method and the body go along.
    if (moved) return reply.redirect(moved, 308)
    if (!isServedHere(request)) throw new Refusal('not-found')
  })
  app.addHook('preHandler', async (request) => refuseUnkeepable(request))
  app.addHook('onSend', async (request, reply, payload) => {
    for (const [name, value] of Object.entries(securityHeaders(request, reply, settings))) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    keepNoRefusal(reply)
    return payload
  })
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply))
  app.quickAnswers.onAnswered((answered) => app.log.info(answered, 'answered'))
  app.setNotFoundHandler((request) => {
    throw new Refusal(otherMethod(app, request) ? 'method-not-allowed' : 'not-found')
  })
}

/** The development mailbox exists for this machine alone. For everybody else its host is one that nobody knows. */
function findHost(
  { host: named, raw }: FastifyRequest,
  { rootDomain, filesHost, hasDevelopmentMailbox }: Settings,
): Host {
  const host = hostOf(nameIn(named), rootDomain, filesHost)
  return host.kind !== 'mail' || (hasDevelopmentMailbox && isDirect(raw)) ? host : { kind: 'unknown', label: null }
}

function isServedHere({ productHost: { kind }, routeOptions: { config, url } }: FastifyRequest): boolean {
  // What matches no route goes to the answer for that.
  if (config.host === 'any' || url === undefined) return true
  if (kind === 'files' || kind === 'mail') return config.host === kind
  if (config.host) return false
  if (url?.startsWith('/api/')) return kindsOfApi.has(kind)
  return kind !== 'api'
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const otherMethod = (app: App, { url }: FastifyRequest) =>
  url.startsWith('/api/') && methods.some((method) => app.findRoute({ method, url: url.split('?')[0]! }) !== null)

/** One line a request: the route, never the query or an address of a person. */
function logRequest(request: FastifyRequest, reply: FastifyReply) {
  const { method, routeOptions, id } = request
  const fields = {
    request: id,
    method,
    route: routeOptions.url ?? 'none',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  }
  if (routeOptions.config.host === 'any') request.log.debug(fields, 'answered')
  else request.log.info(fields, 'answered')
}
