import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { afterAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import { acme, platform, settings } from '#test/world.ts'

const build: ServerBuild = await import(pathToFileURL('build/server/index.js').href)
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
    expect((await fetch(host, '/healthz')).json()).toEqual({ ok: true })
    expect((await fetch(host, '/readyz')).json()).toEqual({ ok: true })
  })

  test('metrics are for this machine', async () => {
    const asked = (remoteAddress: string) =>
      app.inject({ url: '/metrics', remoteAddress, headers: { host: '127.0.0.1' } })
    expect((await asked('127.0.0.1')).body).toContain('http_request_duration_seconds')
    expect((await asked('203.0.113.9')).statusCode).toBe(404)
  })
})
