import { STATUS_CODES } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ServerBuild } from 'react-router'
import { afterAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownApp } from '#test/own-app.ts'
import { acme, platform, settings } from '#test/world.ts'

const build: ServerBuild = await import(new URL('server/index.js', buildFolder).href)
const app = await createApp(platform, { load: async () => build })
afterAll(() => app.close())

const root = settings.rootDomain
const origin = (host: string) => `http://${host}:3000`
const files = settings.filesOrigin
const fetch = (host: string, url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: `${host}:3000`, ...headers } })

const common = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-permitted-cross-domain-policies': 'none',
  'x-dns-prefetch-control': 'off',
  'permissions-policy': expect.stringContaining('camera=()'),
}
const pageCommon = {
  ...common,
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'reporting-endpoints': 'csp="/api/csp-report"',
}
const withoutNonce = (policy: unknown) => String(policy).replace(/'nonce-[^']+'/g, "'nonce-N'")

describe('every answer says what a browser may do with it', () => {
  test.each([
    ['/auth/login', 200],
    ['/nothing-here', 404],
    ['/auth/create-workspace', 302],
  ])('on the app host: %s', async (url, status) => {
    const { statusCode, headers } = await fetch(`app.${root}`, url)
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({ ...pageCommon, 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' })
    expect(withoutNonce(headers['content-security-policy'])).toBe(
      `default-src 'none'; script-src 'self' 'nonce-N'; style-src 'self' 'nonce-N'; style-src-attr 'none'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self' http://*.${root}:3000; frame-src 'none'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; report-to csp`,
    )
  })

  test('on a workspace host', async () => {
    const cookie = `access_token=${acme.agent.token}; workspace_domain=${acme.domain}`
    const { statusCode, headers } = await fetch(`${acme.domain}.${root}`, '/coming-soon', { cookie })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      ...pageCommon,
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    expect(withoutNonce(headers['content-security-policy'])).toBe(
      `default-src 'none'; script-src 'self' 'nonce-N'; style-src 'self' 'nonce-N'; style-src-attr 'unsafe-inline'; img-src 'self' blob: data: ${files}; media-src 'self' ${files}; font-src 'self'; connect-src 'self' ${files}; worker-src 'self'; manifest-src 'self'; frame-src ${files}; frame-ancestors 'none'; form-action 'self' ${origin(`app.${root}`)}; base-uri 'none'; object-src 'none'; report-to csp`,
    )
  })

  test('where an article is written, which frames previews and nothing from elsewhere', async () => {
    const cookie = `access_token=${acme.admin.token}; workspace_domain=${acme.domain}`
    const policyOf = async (url: string) => {
      const { statusCode, headers } = await fetch(`${acme.domain}.${root}`, url, { cookie })
      return [statusCode, /frame-src ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]]
    }
    expect(await policyOf('/service/knowledgebase/admin/articles/edit')).toEqual([200, "'self'"])
    expect(await policyOf('/service/knowledgebase/admin/articles')).toEqual([200, files])
  })

  test('on customer pages', async () => {
    const { statusCode, headers } = await fetch(`${acme.domain}.${root}`, '/customer/auth/login')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ ...pageCommon, 'x-robots-tag': 'noindex' })
    expect(withoutNonce(headers['content-security-policy'])).toContain("style-src-attr 'none'")
  })

  test.each([
    ['/api/v1/viewer', 401],
    ['/api/v1/nothing', 404],
    [`/api/v1/public-workspace?domain=${acme.domain}`, 200],
    ['/api/v1/public-workspace', 404],
  ])('on the API: %s', async (url, status) => {
    const { statusCode, headers } = await fetch(`api.${root}`, url)
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      ...common,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'Accept-Encoding, Origin',
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  test('on the API for a method that is not taken', async () => {
    const answer = await app.inject({ method: 'DELETE', url: '/api/v1/viewer', headers: { host: `api.${root}` } })
    expect(answer.json()).toMatchObject({ status: 405, code: 'method-not-allowed' })
  })

  test('on the files host, also for what is not there', async () => {
    const url = new URL(signFileUrl(platform, { workspaceId: acme.id, fileId: acme.agent.id, use: 'download' }))
    const { statusCode, headers } = await fetch(url.hostname, url.pathname)
    expect(statusCode).toBe(404)
    expect(headers).toMatchObject({
      ...common,
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
    })
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('on hosts that nobody has, with nothing of the name that was asked for', async () => {
    const unknown = await fetch(`no-such-workspace.${root}`, '/service/tickets')
    const foreign = await fetch('evil.example', '/')
    expect([unknown.statusCode, foreign.statusCode]).toEqual([404, 404])
    expect(unknown.body).toBe(foreign.body)
    expect(unknown.body).not.toContain('no-such-workspace')
    expect(unknown.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  })

  test.each(['//', '//evil.example/team', '/\\\\evil.example/team', 'http://evil.example/team'])(
    'and leads nowhere else for the address %s',
    async (url) => {
      const { statusCode, headers } = await fetch(`${acme.domain}.${root}`, url)
      expect(statusCode).toBeLessThan(500)
      expect(String(headers.location ?? '')).not.toMatch(/^(?!http:\/\/app\.startuptools)./)
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    },
  )

  test('never says which server it is', async () => {
    const { headers } = await fetch(`app.${root}`, '/auth/login')
    expect(headers.server ?? headers['x-powered-by']).toBeUndefined()
  })
})

describe('what is no success is kept by nobody,', () => {
  const lasting = 'public, max-age=31536000, immutable'
  const mayBeKept = new Set([200, 204, 206, 301, 302, 303, 304, 307, 308])
  const hosts: [string, string, object][] = [
    [settings.filesHost, '/statuses', { host: 'files', counts: 'file' }],
    [`app.${root}`, '/statuses-of-pages', {}],
    [`${acme.domain}.${root}`, '/statuses-of-pages', {}],
    [settings.apiHost, '/api/statuses', { isOpen: true }],
    [`${acme.domain}.${root}`, '/api/statuses', { isOpen: true }],
    [`mail.${root}`, '/statuses-of-mails', { host: 'mail', counts: 'file' }],
  ]
  const made = ownApp((own) => {
    for (const [path, config] of new Map(hosts.map(([, path, config]) => [path, config]))) {
      own.get(`${path}/:status`, { config, schema: { hide: true } }, async (request, reply) => {
        const status = Number((request.params as { status: string }).status)
        const { is } = request.query as { is?: string }
        reply.header('Cache-Control', lasting).header('ETag', '"known"')
        if (is === 'refused') throw new Refusal('too-many-requests', { retryAfterSeconds: 1 })
        if (is === 'broken') throw new Error('A bug')
        return reply
          .code(status)
          .type('image/png')
          .send(status === 204 || status === 304 ? undefined : 'bytes')
      })
    }
  })
  const statuses = Object.keys(STATUS_CODES).map(Number)
  const cases = hosts.flatMap(([host, path]) =>
    statuses.filter((status) => status >= 200).map((status) => [host, path, status] as const),
  )

  test.each(cases)('%s%s answers %d', async (host, path, status) => {
    const { statusCode, headers } = await (await made).inject({ url: `${path}/${status}`, headers: { host } })
    expect([statusCode, headers['cache-control']]).toEqual([status, mayBeKept.has(status) ? lasting : 'no-store'])
  })

  const failing = hosts.flatMap(([host, path]) => [
    [host, path, 'refused', 429] as const,
    [host, path, 'broken', 500] as const,
  ])

  test.each(failing)('%s%s is %s after it said how long it is kept', async (host, path, is, status) => {
    const { statusCode, headers } = await (await made).inject({ url: `${path}/200?is=${is}`, headers: { host } })
    expect([statusCode, headers['cache-control']]).toEqual([status, 'no-store'])
  })

  const ofFiles = signFileUrl(platform, { workspaceId: acme.id, fileId: acme.agent.id, use: 'image' })
  test.each([
    [settings.filesHost, new URL(ofFiles).pathname, 404],
    [settings.filesHost, '/image/nothing', 404],
    [settings.filesHost, '/nothing', 404],
    [`app.${root}`, '/nothing-here', 404],
    [`app.${root}`, '/assets/nothing.js', 404],
    [`${acme.domain}.${root}`, '/knowledgebase/article/nothing', 404],
    [`${acme.domain}.${root}`, '/knowledgebase/files/nothing.webp', 404],
    [`${acme.domain}.${root}`, '/knowledgebase/cards/nothing.png', 404],
    [`${acme.domain}.${root}`, '/media/nothing', 404],
    [settings.apiHost, '/api/v1/content/things', 401],
    [settings.apiHost, '/api/v1/nothing', 404],
    [settings.apiHost, '/api/v1/tickets/%E0%A4%A', 400],
    [settings.apiHost, `/api/v1/tickets?q=${'a'.repeat(8200)}`, 414],
    ['evil.example', '/', 404],
    [`no-such-workspace.${root}`, '/knowledgebase', 404],
  ])('%s%s', async (host, url, status) => {
    const { statusCode, headers } = await app.inject({ url, headers: { host } })
    expect([statusCode, String(headers['cache-control'])]).toEqual([status, expect.stringMatching(/no-store/)])
  })

  test.each([
    ['that is none', 'NONSENSE\r\n\r\n', 400],
    ['of too many letters in its headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('a request %s', async (_, sent, status) => {
    const own = await made
    if (!own.server.listening) await own.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((own.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(sent)
    const answer = await text(socket)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain('\r\nCache-Control: no-store\r\n')
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ status })
  })
})

describe('each host serves its own', () => {
  test.each([
    [`files.${root}`, '/api/v1/viewer'],
    [`files.${root}`, '/auth/login'],
    [`mail.${root}`, '/api/v1/viewer'],
    [`api.${root}`, '/auth/login'],
    [`app.${root}`, '/download/abc'],
    [`app.${root}`, '/messages'],
    ['evil.example', '/api/v1/viewer'],
  ])('%s has no %s', async (host, url) => {
    expect((await fetch(host, url)).statusCode).toBe(404)
  })

  test.each(['127.0.0.1', `app.${root}`, 'evil.example'])('health is answered for the host %s', async (host) => {
    expect((await fetch(host, '/healthz')).json()).toMatchObject({ ok: true })
    expect((await fetch(host, '/readyz')).json()).toEqual({ ok: true })
  })

  test('metrics are for this machine', async () => {
    const asked = (remoteAddress: string) =>
      app.inject({ url: '/metrics', remoteAddress, headers: { host: '127.0.0.1' } })
    expect((await asked('127.0.0.1')).body).toContain('http_request_duration_seconds')
    expect((await asked('203.0.113.9')).statusCode).toBe(404)
  })
})
