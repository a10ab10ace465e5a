import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { showViewer } from '#contract/workspace/session.ts'
import { createApp } from '#server/app.ts'
import { connect } from '#server/platform/database/connect.ts'
import { productVersion } from '#server/platform/database/migrations.ts'
import { as } from '#test/ask.ts'
import { acme, app, owner, platform, settings } from '#test/world.ts'

const far = '203.0.113.9'
type RequestSource = { remoteAddress?: string; headers?: Record<string, string> }
const get = (url: string, { remoteAddress = '127.0.0.1', headers = {} }: RequestSource = {}, server = app) =>
  server.inject({ url, remoteAddress, headers: { host: settings.apiHost, ...headers } })

describe('health', () => {
  test('is answered to whoever asks, without a session or a database', async () => {
    const answer = await get('/healthz', { remoteAddress: far })
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }])
  })

  test('tells its version to the operator, and to nobody else', async () => {
    expect((await get('/healthz')).json()).toEqual({ ok: true, version: productVersion })
  })

  test('is no ready server while the database does not answer, and tells nothing of why', async () => {
    const nowhere = connect({
      url: 'postgres://nobody:secret@127.0.0.1:1/none',
      size: 1,
      name: 'none',
      statementTimeoutMs: 100,
    })
    const server = await createApp({ ...platform, app: nowhere })
    const answers = [
      await get('/readyz', {}, server),
      await get('/healthz', {}, server),
      await get('/readyz', { remoteAddress: far }),
    ]
    await server.close()
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [503, '{"ok":false}'],
      [200, `{"ok":true,"version":"${productVersion}"}`],
      [200, '{"ok":true}'],
    ])
  })

  test('takes no other method and no body', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/healthz',
      headers: { host: settings.apiHost },
      payload: {},
    })
    expect(answer.statusCode).toBe(404)
  })
})

describe('metrics', () => {
  test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])(
    'are for this machine, as %s',
    async (remoteAddress) => {
      const answer = await get('/metrics', { remoteAddress })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toMatch(/^text\/plain/)
    },
  )

  test.each([
    [far, {}],
    ['10.0.0.1', {}],
    ['::ffff:203.0.113.9', {}],
    ['127.0.0.1', { 'x-forwarded-for': far }],
    ['::1', { forwarded: `for=${far}` }],
    [far, { authorization: 'Bearer undefined' }],
    [far, { authorization: 'Bearer ' }],
    [far, { 'x-forwarded-for': '127.0.0.1' }],
    [far, { host: '127.0.0.1' }],
  ])('are for nobody else, as %s with %j', async (remoteAddress, headers) => {
    const answer = await get('/metrics', { remoteAddress, headers: headers })
    expect(answer.json()).toMatchObject({ status: 404, code: 'not-found' })
  })

  test('are for whoever has the token, and a session is none', async () => {
    const server = await createApp({ ...platform, settings: { ...settings, metricsToken: 'a-long-token' } })
    const asked = await Promise.all(
      [
        'Bearer a-long-token',
        'Bearer a-long-tokex',
        'Bearer a-long-token ',
        'a-long-token',
        `Bearer ${acme.admin.token}`,
      ].map((authorization) => get('/metrics', { remoteAddress: far, headers: { authorization } }, server)),
    )
    await server.close()
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404, 404, 404])
  })

  test('count calls by their route, and name neither a person nor a ticket', async () => {
    await as(acme.agent)(showViewer, {})
    await get(`/api/v1/tickets/${acme.agent.id}?secret=${acme.agent.email}`)
    // The server counts a call after it has sent the answer, so the metrics can be late.
    const read = async () => (await get('/metrics')).body
    await expect.poll(read).toContain('route="/api/v1/tickets/:id",status="401"')
    const body = await read()
    expect(body).toContain('route="/api/v1/viewer",status="200"')
    expect(body).not.toContain(acme.agent.id)
    expect(body).not.toContain('secret')
  })

  test('tell how many jobs are due', async () => {
    await owner.query(`select jobs.enqueue('identity.prune', '{}'::json, null, 3, null, 0)`)
    expect((await get('/metrics')).body).toMatch(/^jobs\{state="ready"\} [1-9]/m)
    expect((await get('/metrics')).body).toMatch(/^jobs\{state="failed"\} 0$/m)
  })
})

describe('the reference of the API', () => {
  const documentIn = (html: string) =>
    JSON.parse(/<script type="application\/json"[^>]*>(.*)<\/script>/.exec(html)![1]!)

  test('names every endpoint that is served, for people and for machines', async () => {
    const page = await get('/api/docs')
    const document = (await get('/api/openapi.json')).json()
    const named = app.endpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(document.openapi).toMatch(/^3\.1/)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(documentIn(page.body)).toEqual(document)
    expect(named.filter((name) => !document.paths[name.split(' ')[1]!]?.[name.split(' ')[0]!.toLowerCase()])).toEqual(
      [],
    )
  })

  test('says for whom an endpoint is, and what it takes', async () => {
    const { paths } = (await get('/api/openapi.json')).json()
    expect(paths['/api/v1/invitations'].post).toMatchObject({
      description: 'For: admin. Counts as: call, invitation. Takes an Idempotency-Key.',
      security: [{ bearer: [] }],
      responses: { 201: expect.anything() },
    })
    expect(paths['/api/v1/public-workspace'].get.security).toEqual([{}])
  })

  test('is read by anybody, knows no address outside the API, and its script has none to send anything to', async () => {
    const page = await get('/api/docs', { remoteAddress: far })
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'nonce-[^']+'; style-src 'unsafe-inline'; img-src data:; sandbox allow-scripts allow-downloads allow-popups; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(page.body).not.toMatch(/\/healthz|\/metrics|csp-report/)
    expect(page.body.match(/(src|href)="[^"]*"/g)).toEqual(['href="/api/openapi.json"', 'src="/api/docs/scalar.js"'])
  })

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('has its script from here, compressed as the browser takes it: %s', async (accepted, coding) => {
    const script = await get('/api/docs/scalar.js', { headers: { 'accept-encoding': accepted } })
    expect(script.statusCode).toBe(200)
    expect(script.headers).toMatchObject({
      'content-type': expect.stringMatching(/javascript/),
      'cross-origin-resource-policy': 'cross-origin',
      vary: expect.stringMatching(/accept-encoding/i),
    })
    expect(script.headers['content-encoding']).toBe(coding)
  })

  test.each([settings.filesHost, settings.mailHost, 'evil.example'])('is not on %s', async (host) => {
    const answers = [
      await get('/api/docs', { headers: { host } }),
      await get('/api/docs/scalar.js', { headers: { host } }),
      await get('/api/openapi.json', { headers: { host } }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  })
})

describe('a browser’s report of what a policy blocked', () => {
  const report = (payload: string, type = 'application/reports+json', server = app) =>
    server.inject({
      method: 'POST',
      url: '/api/csp-report',
      headers: { host: settings.appHost, 'content-type': type },
      payload,
    })

  test.each([
    ['application/reports+json', '[{"type":"csp-violation","body":{"effectiveDirective":"img-src"}}]'],
    ['application/csp-report', '{"csp-report":{"violated-directive":"script-src"}}'],
    ['application/reports+json', '[]'],
    ['application/reports+json', '[null, 1, "x", {"body": null}]'],
    ['application/csp-report', 'null'],
  ])('is taken as %s, whatever it says: %s', async (type, payload) => {
    const { statusCode, body } = await report(payload, type)
    expect([statusCode, body]).toEqual([204, ''])
  })

  test.each([
    ['application/json', '{}', 415],
    ['text/plain', 'img-src', 415],
    ['application/reports+json', '{', 400],
    ['application/reports+json', '{"__proto__": {}}', 400],
    ['application/reports+json', JSON.stringify([{ body: { 'blocked-uri': 'x'.repeat(16_500) } }]), 413],
  ])('is refused as %s when it is none', async (type, payload, status) => {
    expect((await report(payload, type)).statusCode).toBe(status)
  })

  test('is noted by its directive alone, ten of them at most', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const server = await createApp({ ...platform, log })
    const one = {
      body: { effectiveDirective: 'img-src'.padEnd(200, 'x'), documentURL: 'https://acme.test/?token=secret' },
    }
    await report(JSON.stringify(Array(12).fill(one)), 'application/reports+json', server)
    await server.close()
    expect(lines).toHaveLength(10)
    expect(JSON.parse(lines[0]!)).toMatchObject({ directive: 'img-src'.padEnd(60, 'x') })
    expect(lines.join('')).not.toContain('secret')
  })
})
