import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { listTickets } from '#contract/tickets/tickets.ts'
import { listCustomers } from '#contract/workspace/customers.ts'
import { login } from '#contract/workspace/identity.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { createApp } from '#server/app.ts'
import { countedLimits, createLimiter, type Limit, limits } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { as } from '#test/ask.ts'
import { freshEmail } from '#test/sign-in.ts'
import { acme, newMember, type Person, platform, settings } from '#test/world.ts'

/** Pages cannot be rendered in this test. A request that is not refused earlier gets status 503. */
const app = await createApp(platform, { load: () => Promise.reject(new Refusal('unavailable')) })
afterAll(() => app.close())

const relaxed = platform.limiter
afterEach(() => {
  platform.limiter = relaxed
})

const network = '198.51.100.70'
/** Uses up a limit except for one call. Uses a new limiter with the normal limits. */
function leaveOne(limit: Limit, key = network) {
  platform.limiter = createLimiter(1)
  Array.from({ length: limit.most - 1 }, () => platform.limiter.count(limit, key))
}
const visit = (host: string, url = '/', { remoteAddress = network, headers = {}, method = 'GET' as const } = {}) =>
  app.inject({ method, url, remoteAddress, headers: { host: `${host}:3000`, ...headers } })
const statusesOf = async (...asked: (() => ReturnType<typeof visit>)[]) => {
  const statuses: number[] = []
  for (const ask of asked) statuses.push((await ask()).statusCode)
  return statuses
}
const sessionIdOf = ({ token }: Person): string =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid

describe('a network is counted', () => {
  test('for the pages it reads before it is signed in, and a neighbour by itself', async () => {
    leaveOne(limits.page)
    const signedIn = { cookie: `access_token=${acme.agent.token}; workspace_domain=${acme.domain}` }
    const forged = { cookie: `access_token=${acme.agent.token}x` }
    const workspace = `${acme.domain}.${settings.rootDomain}`
    const statuses = await statusesOf(
      () => visit(settings.appHost, '/auth/login'),
      () => visit(settings.appHost, '/auth/login'),
      () => visit(workspace, '/customer/auth/login'),
      () => visit(workspace, '/admin/profile', { headers: forged }),
      () => visit(workspace, '/admin/profile', { headers: signedIn }),
      () => visit(settings.appHost, '/auth/login', { remoteAddress: '198.51.100.71' }),
    )
    expect(statuses).toEqual([503, 429, 429, 429, 503, 503])
  })

  test('for the forms it sends before it is signed in, and told when to come again', async () => {
    leaveOne(limits.page)
    const post = () =>
      app.inject({
        method: 'POST',
        url: '/auth/login',
        remoteAddress: network,
        payload: 'email=x',
        headers: {
          host: settings.appHost,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
        },
      })
    const [taken, refused] = [await post(), await post()]
    expect([taken.statusCode, refused.json().code]).toEqual([503, 'too-many-requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('for the workspaces it makes up, with a session too, while those it knows stay open', async () => {
    const signedIn = { cookie: `access_token=${acme.agent.token}` }
    const known = `${acme.domain}.${settings.rootDomain}`
    await visit(known, '/customer/auth/login')
    leaveOne(limits.unknownHost)
    const statuses = await statusesOf(
      () => visit(`made-up-1.${settings.rootDomain}`, '/', { headers: signedIn }),
      () => visit(`made-up-2.${settings.rootDomain}`, '/', { headers: signedIn }),
      () => visit(known, '/customer/auth/login'),
    )
    expect(statuses).toEqual([404, 429, 503])
  })

  test.each([
    ['/api/docs', limits.anonymous],
    ['/api/docs/scalar.js', limits.anonymous],
    ['/api/openapi.json', limits.anonymous],
  ])('for %s', async (url, limit) => {
    leaveOne(limit)
    await visit(settings.apiHost, url)
    expect((await visit(settings.apiHost, url)).statusCode).toBe(429)
  })

  test('for the reports of its browsers, and for what it fetches from the files host', async () => {
    leaveOne(limits.report)
    const report = () =>
      app.inject({
        method: 'POST',
        url: '/api/csp-report',
        remoteAddress: network,
        payload: '{}',
        headers: { host: settings.appHost, 'content-type': 'application/csp-report' },
      })
    expect(await statusesOf(report, report)).toEqual([204, 429])
    leaveOne(limits.file)
    const file = () => visit(settings.filesHost, '/image/none')
    expect(await statusesOf(file, file)).toEqual([404, 429])
  })

  test('for sign-in', async () => {
    leaveOne(countedLimits['sign-in'])
    const ask = () =>
      app.inject({
        method: login.method,
        url: login.path,
        remoteAddress: network,
        headers: { host: settings.apiHost },
        payload: { email: freshEmail() },
      })
    expect(await statusesOf(ask, ask)).toEqual([200, 429])
  })
})

describe('a list counts as a search', () => {
  test.each([
    ['tickets', listTickets],
    ['customers', listCustomers],
    ['members', listMembers],
  ])('of %s where it is given words, and only then', async (_, list) => {
    const member = await newMember(acme, 'Sia')
    leaveOne(countedLimits.search, sessionIdOf(member))
    const asked = [{ q: 'one' }, { q: 'two' }, { q: ' ' }, {}]
    const statuses: (number | undefined)[] = []
    for (const query of asked) statuses.push((await as(member)(list as typeof listMembers, { query })).status)
    expect(statuses).toEqual([undefined, 429, undefined, undefined])
  })

  test('once where an open page asks for the same words again and again', async () => {
    const member = await newMember(acme, 'Sid')
    leaveOne(countedLimits.search, sessionIdOf(member))
    const search = async (q: string) => (await as(member)(listTickets, { query: { q } })).status
    expect([await search('same'), await search('same'), await search('same'), await search('other')]).toEqual([
      ...[undefined, undefined, undefined],
      429,
    ])
  })
})

test('however many ask whether the server is ready, the database is asked once a second', async () => {
  let asked = 0
  const query = async () => {
    asked += 1
  }
  const own = await createApp({
    ...platform,
    app: { ...platform.app, pool: { query } } as unknown as typeof platform.app,
  })
  const ask = () => own.inject({ url: '/readyz', headers: { host: settings.apiHost } })
  const answers = await Promise.all(Array.from({ length: 50 }, ask))
  await own.close()
  expect([asked, new Set(answers.map(({ statusCode }) => statusCode))]).toEqual([1, new Set([200])])
})
