import type { FastifyReply, FastifyRequest } from 'fastify'
import { forbidCachingOfErrors, securityHeaders } from '#server/platform/http/headers.ts'
import { refuseOversize, refuseUnstorableText } from '#server/platform/http/input/refuse-input.ts'
import type { App } from '#server/platform/http/platform.ts'
import { isDirect } from '#server/platform/is-direct.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findMoved, type Host, hostOf, nameIn } from './hosts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    host?: 'files' | 'mail' | 'any'
    isOpen?: boolean
  }
}

const kindsOfApi = new Set(['api', 'app', 'root', 'workspace'])

/** Finds the host of each request, limits each host to its own routes, and sets the response headers. */
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
    // Status 308 makes the client repeat the request with the same method and body.
    if (moved) return reply.redirect(moved, 308)
    if (!isServedHere(request)) throw new Refusal('not-found')
  })
  app.addHook('preHandler', async (request) => refuseUnstorableText(request))
  app.addHook('onSend', async (request, reply, payload) => {
    for (const [name, value] of Object.entries(securityHeaders(request, reply, settings))) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    forbidCachingOfErrors(reply)
    return payload
  })
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply))
  app.quickAnswers.onAnswer((line) => app.log.info(line, 'answered'))
  app.setNotFoundHandler((request) => {
    throw new Refusal(otherMethod(app, request) ? 'method-not-allowed' : 'not-found')
  })
}

/** Finds the host of a request. The host of the development mailbox is known only to requests from this machine. */
function findHost(
  { host: named, raw }: FastifyRequest,
  { rootDomain, filesHost, hasDevelopmentMailbox }: Settings,
): Host {
  const host = hostOf(nameIn(named), rootDomain, filesHost)
  return host.kind !== 'mail' || (hasDevelopmentMailbox && isDirect(raw)) ? host : { kind: 'unknown', label: null }
}

function isServedHere({ productHost: { kind }, routeOptions: { config, url } }: FastifyRequest): boolean {
  // Lets requests without a matching route reach the 404 handler.
  if (config.host === 'any' || url === undefined) return true
  if (kind === 'files' || kind === 'mail') return config.host === kind
  if (config.host) return false
  if (url?.startsWith('/api/')) return kindsOfApi.has(kind)
  return kind !== 'api'
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const otherMethod = (app: App, { url }: FastifyRequest) =>
  url.startsWith('/api/') && methods.some((method) => app.findRoute({ method, url: url.split('?')[0]! }) !== null)

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
