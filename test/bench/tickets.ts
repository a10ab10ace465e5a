import { ask, load, type Measured, type Target } from './load.ts'
import { type BenchSetup, leastShare } from './place.ts'
import { plant } from './plant.ts'
import { measureTicketBatch } from './ticket-batch.ts'

/** Minimum ratio to the bare route, or for searches the maximum 95th percentile. */
const wanted: Record<string, { ratio: number } | { p95Ms: number }> = {
  'ticket list': { ratio: 0.12 },
  ticket: { ratio: 0.3 },
  conversation: { ratio: 0.25 },
  search: { p95Ms: 150 },
  'saved views': { p95Ms: 50 },
  'views of fields': { p95Ms: 100 },
  'counts of 20 views': { p95Ms: 100 },
  palette: { p95Ms: 80 },
  'data: ticket list': { ratio: 0.06 },
  'data: ticket': { ratio: 0.06 },
  'page: ticket list': { ratio: 0.015 },
  'page: ticket': { ratio: 0.015 },
}
const ticketCount = Number(process.env.BENCH_TICKETS ?? 50_000)
const mostRounds = 3
/** A slow target gets fewer requests, so that the benchmark ends. */
const mostSeconds = 10
const apiHost = 'api.startuptools.localhost'

/**
 * Measures tickets, their pages and sign-in, prints each figure with its target, and returns the names of those that
 * are too far off.
 */
export async function measureTickets({ databaseUrl, ports, product, start, waitFor }: BenchSetup): Promise<string[]> {
  const planted = await plant({ databaseUrl, port: ports.product, ticketCount })
  start(['test/bench/bare.ts', databaseUrl, String(ports.bare)], { NODE_ENV: 'production' })
  await waitFor(ports.bare, `/${planted.workspaceId}/${planted.ticketIds[0]}`)

  const views = await saveViews(ports.product, planted.token)
  const { targets, bare } = chooseTargets(ports, { ...planted, views })
  // Warms up until the code is compiled.
  await load(bare, { inFlight: 32, count: 3000 })
  printHead()
  const missed: string[] = []
  for (const target of targets) {
    const isReached = report(target.name, await measureBeside(target, bare))
    if (product.exitCode !== null) throw new Error('The server ended during the benchmark')
    if (!isReached) missed.push(target.name)
  }
  return [...missed, ...(await measureTicketBatch(ports.product, await planted.signInLater()))]
}

type Rounds = { own: Measured[]; beside: Measured[] }

async function measureBeside(target: Target, bare: Target): Promise<Rounds> {
  const rounds: Rounds = { own: [], beside: [] }
  await load(target, loadOf(target))
  for (let round = 0; round < mostRounds; round += 1) {
    rounds.own.push(await load(target, loadOf(target)))
    rounds.beside.push(await load(bare, { inFlight: 32, count: 3000 }))
  }
  return rounds
}

const queries = [
  'status<solved assignee:none',
  'status<solved assignee:me priority>=high',
  'tag:topic-7 status<solved',
  'status:open created<30d order:priority',
  'status<solved waiting>2h order:waiting',
]
const fieldQueries = ['field.product:clock status<solved', 'field.seats>=490', 'field.product:web field.seats<10']

/** Saves twenty views, of which some ask for custom fields. */
async function saveViews(port: number, token: string) {
  const save = async (query: string, at: number): Promise<string> => {
    const body = { name: `${query} ${at}`.slice(0, 60), query }
    return (await ask({ port, host: apiHost, token, method: 'POST', path: '/api/v1/views', body })).id
  }
  const all = Array.from({ length: 20 }, (_, at) => [...queries, ...fieldQueries][at % 8]!)
  const ids: string[] = []
  for (const [at, query] of all.entries()) ids.push(await save(query, at))
  return { plain: ids.slice(0, queries.length), ofFields: ids.slice(queries.length, 8) }
}

/** Expensive calls are made less often, and batches by few people at a time. */
function loadOf({ name }: Target) {
  if (name.startsWith('change')) return { inFlight: 4, count: 60, mostSeconds }
  if (name.startsWith('page')) return { inFlight: 32, count: 600, mostSeconds }
  return { inFlight: 32, count: /^(search|palette|views|counts)/.test(name) ? 1500 : 3000, mostSeconds }
}

type Planted = Awaited<ReturnType<typeof plant>> & { views: Awaited<ReturnType<typeof saveViews>> }

function chooseTargets(
  ports: BenchSetup['ports'],
  { domain, token, workspaceId, ticketIds, refreshTokens, views }: Planted,
) {
  const api = { port: ports.product, host: apiHost, token }
  const page = { port: ports.product, host: `${domain}.startuptools.localhost:${ports.product}` }
  const tickets = turnsOf(7919)
  const signIns = turnsOf(1)
  const renewals = turnsOf(1)
  const searches = turnsOf(1)
  const changes = turnsOf(1)
  const listOf = (ids: string[]) => `/api/v1/tickets?view=${ids[tickets() % ids.length]}&limit=25`
  const someTicket = () => ticketIds[tickets() % ticketIds.length]!
  const get = (path: () => string) => () => ({ method: 'GET', path: path() })
  const post = (path: string, body: () => unknown) => () => ({ method: 'POST', path, body: body() })
  const identity = '/api/StartupToolsIdentity'
  const targets: Target[] = [
    { ...api, name: 'ticket list', next: get(() => '/api/v1/tickets?view=active&limit=25') },
    { ...api, name: 'ticket', next: get(() => `/api/v1/tickets/${someTicket()}`) },
    { ...api, name: 'conversation', next: get(() => `/api/v1/tickets/${someTicket()}/messages`) },
    {
      ...api,
      name: 'search',
      next: get(() => `/api/v1/tickets?q=${['invoice', 'export', 'holiday'][searches() % 3]}`),
    },
    { ...api, name: 'saved views', next: get(() => listOf(views.plain)) },
    { ...api, name: 'views of fields', next: get(() => listOf(views.ofFields)) },
    { ...api, name: 'counts of 20 views', next: get(() => '/api/v1/views') },
    {
      ...api,
      name: 'palette',
      next: get(() => `/api/v1/palette?q=${['invoice', 'expo', 'customer%20177', '4190'][searches() % 4]}`),
    },
    { ...page, name: 'data: ticket list', next: get(() => '/service/tickets.data') },
    { ...page, name: 'data: ticket', next: get(() => `/service/tickets/${someTicket()}.data`) },
    { ...page, name: 'page: ticket list', next: get(() => '/service/tickets') },
    { ...page, name: 'page: ticket', next: get(() => `/service/tickets/${someTicket()}`) },
    // These targets run last, because the database cleans up after their changes.
    {
      ...api,
      name: 'change 100 tickets',
      next: post('/api/v1/ticket-changes', () => ({
        ids: hundredOf(ticketIds, changes()),
        changes: { priority: changes() % 4 < 2 ? 'high' : 'low', addTags: [`round-${changes() % 10}`] },
      })),
    },
    {
      ...api,
      name: 'sign-in: login',
      next: post(`${identity}/login`, () => ({ email: `member${signIns()}@bench.test` })),
    },
    {
      ...api,
      name: 'sign-in: refresh',
      next: post(`${identity}/refresh-token`, () => ({
        refreshToken: refreshTokens[renewals() % refreshTokens.length],
      })),
    },
  ]
  const bare: Target = {
    name: 'bare',
    port: ports.bare,
    host: '127.0.0.1',
    next: get(() => `/${workspaceId}/${someTicket()}`),
  }
  return {
    targets: targets.map((target) => (target.host === page.host ? withCookie(target, token) : target)),
    bare,
  }
}

function hundredOf(ids: string[], turn: number) {
  const start = (turn * 100) % (ids.length - 99)
  return ids.slice(start, start + 100)
}

/** Counts in steps, so that each request differs. */
function turnsOf(step: number) {
  let turn = 0
  return () => {
    turn += step
    return turn
  }
}

/** Sends the token as a cookie, because pages do not read a bearer token. */
function withCookie(target: Target, token: string): Target {
  return { ...target, cookie: `access_token=${token}` }
}

function printHead() {
  console.log(
    `\n${ticketCount} tickets, and as many in another workspace, 32 requests in flight (4 for changes), best of ${mostRounds} rounds; ratio to a bare Fastify route with one indexed query`,
  )
  const head = ['req/s', 'p50 ms', 'p95 ms', 'failed', 'target', 'ratio']
  console.log(`${'what'.padEnd(20)}${head.map((title) => title.padStart(10)).join('')}`)
}

/** Prints the line of a target. Returns false if requests failed or the figure is too far off. */
function report(name: string, { own, beside }: Rounds): boolean {
  const { requestsPerSecond, p50, p95 } = best(own)
  const failures = own.reduce((sum, measured) => sum + measured.failures, 0)
  const ratio = requestsPerSecond / best(beside).requestsPerSecond
  const { target, share } = judge(name, { ratio, p95 })
  const figures = [requestsPerSecond.toFixed(0), p50.toFixed(1), p95.toFixed(1), String(failures), target]
  const verdict = target === '' ? '' : share >= 1 ? 'reached' : `${Math.floor(share * 100)} % of it`
  console.log(
    `${name.padEnd(20)}${[...figures, ratio.toFixed(4)].map((figure) => figure.padStart(10)).join('')}  ${verdict}`,
  )
  return share >= leastShare && failures === 0
}

function best(measured: Measured[]): Measured {
  return measured.toSorted((a, b) => b.requestsPerSecond - a.requestsPerSecond)[0]!
}

/** Returns the reached share of the target: 1 is the full target. Without a target, the share is 1. */
function judge(name: string, { ratio, p95 }: { ratio: number; p95: number }): { target: string; share: number } {
  const aim = wanted[name]
  if (!aim) return { target: '', share: 1 }
  if ('ratio' in aim) return { target: String(aim.ratio), share: ratio / aim.ratio }
  return { target: `${aim.p95Ms} ms`, share: aim.p95Ms / p95 }
}
