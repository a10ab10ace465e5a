import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { App } from '#server/platform/http/platform.ts'
import { isDirect } from '#server/platform/is-direct.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cspReportRoutes } from './csp-reports.ts'
import { referenceRoutes } from './reference-page.ts'

const anyHost = { config: { host: 'any' as const }, schema: { hide: true } }

/** For whoever operates the installation: alive, ready, how busy. On the main port for every host, bare address too. */
export function operationRoutes(app: App) {
  const { registry, requests } = makeMetrics(app)
  const look = lookEachSecond(app)
  cspReportRoutes(app)
  referenceRoutes(app)
  app.get('/healthz', anyHost, async () => ({ ok: true }))

  app.get('/readyz', anyHost, async (_, reply) => {
    const isReady = await look()
    return reply.code(isReady ? 200 : 503).send({ ok: isReady })
  })

  app.get('/metrics', anyHost, async (request, reply) => {
    if (!mayReadMetrics(request, app.platform.settings.metricsToken)) throw new Refusal('not-found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })

  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    requests.observe({ method, route: routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.quickAnswers.onAnswered(({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / 1000))
}

/** Whether the database answers. It is asked at most once a second, however many ask here. */
function lookEachSecond({ platform }: App) {
  let answer: Promise<boolean> | undefined
  const forget = () => {
    answer = undefined
  }
  return () => {
    answer ??= platform.app.pool
      .query('select count(*) from jobs.count_jobs()')
      .then(
        () => true,
        () => false,
      )
      .finally(() => setTimeout(forget, 1000).unref())
    return answer
  }
}

function makeMetrics(app: App) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  })
  new Gauge({
    name: 'jobs',
    help: 'Jobs that are due, and jobs that gave up',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { rows } = await app.platform.app.pool.query('select ready, failed from jobs.count_jobs()')
      this.set({ state: 'ready' }, rows[0].ready)
      this.set({ state: 'failed' }, rows[0].failed)
    },
  })
  const { app: database, mailBounds } = app.platform
  new Gauge({
    name: 'unsolicited_mails_today',
    help: 'Mails since midnight UTC to people who never wrote to the workspace that mails them, of the whole installation',
    registers: [registry],
    async collect() {
      const { rows } = await database.pool.query('select count_unsolicited_mails() as sent')
      this.set(rows[0].sent)
    },
  })
  new Counter({
    name: 'unsolicited_mails_refused_total',
    help: 'Such mails that a bound refused, in this process',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(mailBounds.refused)
    },
  })
  return { registry, requests }
}

function mayReadMetrics({ headers, raw }: FastifyRequest, token: string | undefined): boolean {
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return (token && given.length === wanted.length && timingSafeEqual(given, wanted)) || isDirect(raw)
}
