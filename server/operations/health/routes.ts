import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { productVersion } from '#server/platform/database/migrations.ts'
import type { App } from '#server/platform/http/platform.ts'
import { isDirect } from '#server/platform/is-direct.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { makeMetrics } from './metrics.ts'
import { lookEachSecond, type Trouble } from './readiness.ts'
import { referenceRoutes } from './reference-page.ts'
import { watchForwarding } from './watch-forwarding.ts'

const anyHost = { config: { host: 'any' as const }, schema: { hide: true } }

export function operationRoutes(app: App) {
  const forwarding = watchForwarding(app.platform.settings, app.platform.log)
  const { registry, requests } = makeMetrics(app.platform, forwarding)
  const look = lookEachSecond(app.platform)
  cspReportRoutes(app)
  referenceRoutes(app)
  app.get('/healthz', anyHost, async (request) => {
    const version = mayReadMetrics(request, app.platform.settings.metricsToken) ? { version: productVersion } : {}
    return { ok: true, ...version }
  })

  app.get('/readyz', anyHost, async (request, reply) => {
    const { isReady, degraded } = await look()
    const isStrict = new URLSearchParams(request.raw.url?.split('?')[1]).has('strict')
    const isFine = isReady && !(isStrict && degraded.length > 0)
    const why = mayReadMetrics(request, app.platform.settings.metricsToken) ? explain(degraded) : {}
    return reply.code(isFine ? 200 : 503).send({ ok: isFine, ...why })
  })

  // Returns details for the operator. Untrusted proxies are only listed and do not count as a problem, because anybody
  // can send a forwarding header.
  const explain = (degraded: Trouble[]) => {
    const untrustedProxies = forwarding.addresses()
    return {
      ...(degraded.length > 0 && { degraded }),
      ...(untrustedProxies.length > 0 && { untrustedProxies }),
    }
  }

  app.get('/metrics', anyHost, async (request, reply) => {
    if (!mayReadMetrics(request, app.platform.settings.metricsToken)) throw new Refusal('not-found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })

  app.addHook('onRequest', async ({ raw }) => forwarding.look(raw))
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    requests.observe({ method, route: routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.quickAnswers.onAnswer(({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / 1000))
}

function mayReadMetrics({ headers, raw }: FastifyRequest, token: string | undefined): boolean {
  const sent = Buffer.from(headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return (token && sent.length === expected.length && timingSafeEqual(sent, expected)) || isDirect(raw)
}

type Report = { body?: Record<string, unknown>; 'csp-report'?: Record<string, unknown> }

// Receives reports of browsers about violations of the content security policy. Logs only the violated directive, but
// no data of the report.
function cspReportRoutes(app: App) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    for (const type of ['application/reports+json', 'application/csp-report']) {
      scope.addContentTypeParser(
        type,
        { parseAs: 'string', bodyLimit: 16_384 },
        scope.getDefaultJsonParser('error', 'error'),
      )
    }
    scope.post<{ Body: Report | Report[] }>(
      '/api/csp-report',
      { config: { isOpen: true, counts: 'report' }, schema: { hide: true } },
      async (request, reply) => {
        for (const report of [request.body].flat().slice(0, 10)) {
          const { effectiveDirective, 'violated-directive': violated } = report?.body ?? report?.['csp-report'] ?? {}
          const directive = [effectiveDirective, violated].find((named) => typeof named === 'string') ?? ''
          request.log.warn({ directive: directive.slice(0, 60) }, 'a page broke its content security policy')
        }
        return reply.code(204).send()
      },
    )
  })
}
