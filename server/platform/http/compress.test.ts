import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ServerBuild } from 'react-router'
import { afterAll, describe, expect, test } from 'vitest'
import { showTicket } from '#contract/tickets/tickets.ts'
import { createApp } from '#server/app.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { ask } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { openStream } from '#test/open-stream.ts'
import { acme, platform, settings } from '#test/world.ts'
import { codingFor } from './compress.ts'

const build: ServerBuild = await import(new URL('server/index.js', buildFolder).href)
const app = await createApp(platform, { load: async () => build })
afterAll(() => app.close())

const workspaceHost = `${acme.domain}.${settings.rootDomain}`
const cookie = `access_token=${acme.agent.token}; workspace_domain=${acme.domain}; timezone=UTC`
const page = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: '/coming-soon', headers: { host: workspaceHost, cookie, ...headers } })
const withoutNonce = (html: string) => html.replace(/nonce="[^"]+"/g, '')

describe('what is made for a request is compressed on its way out:', () => {
  test('a page, its data, JSON', async () => {
    const get = (host: string, url: string) =>
      app.inject({ url, headers: { host, cookie, 'accept-encoding': 'gzip, br' } })
    const answers = [
      await get(workspaceHost, '/coming-soon'),
      await get(workspaceHost, '/coming-soon.data'),
      await get(settings.apiHost, '/api/openapi.json'),
    ]
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers['content-encoding']])).toEqual([
      [200, 'br'],
      [200, 'br'],
      [200, 'br'],
    ])
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('with the same words in %s, and as long as it says', async (coding, decompress) => {
    const [plain, coded] = [await page(), await page({ 'accept-encoding': coding })]
    expect(withoutNonce(decompress(coded.rawPayload).toString())).toBe(withoutNonce(plain.body))
    expect(coded.headers['content-length']).toBe(String(coded.rawPayload.length))
    expect([plain.headers.vary, coded.headers.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding'])
  })

  test('and stays as it is for whoever accepts no coding', async () => {
    const { headers, body } = await page()
    expect(headers['content-encoding']).toBeUndefined()
    expect(body).toContain('</html>')
  })

  test('HEAD and what is short are left alone', async () => {
    const head = await page({ 'accept-encoding': 'br' }, 'HEAD')
    const short = await app.inject({ url: '/healthz', headers: { 'accept-encoding': 'br' } })
    expect([head.headers['content-encoding'], short.headers['content-encoding']]).toEqual([undefined, undefined])
  })

  test('an answer with an ETag keeps the bytes that its ETag names', async () => {
    const { id } = await newTicket(acme, { subject: '遅'.repeat(200) })
    const { headers, rawPayload } = await ask(acme.agent, showTicket, { params: { id } }, { 'accept-encoding': 'br' })
    expect(rawPayload.length).toBeGreaterThan(1024)
    expect([headers.etag, headers['content-encoding']]).toEqual([expect.stringMatching(/^"/), undefined])
  })

  test('the live stream is not held back by it', async () => {
    const stream = await openStream(acme.agent.token, { 'accept-encoding': 'br, gzip' })
    await stream.until(/\n\n/)
    await stream.close()
    expect(stream.headers['content-encoding']).toBeUndefined()
  })

  test.each(['cross-site', 'same-site'])('and not where a %s page made a signed-in browser ask', async (site) => {
    const asked = { 'accept-encoding': 'br', 'sec-fetch-site': site }
    expect((await page(asked)).headers).not.toHaveProperty('content-encoding')
    expect((await page({ ...asked, 'sec-fetch-site': 'same-origin' })).headers['content-encoding']).toBe('br')
    expect((await page({ ...asked, 'sec-fetch-site': 'none' })).headers['content-encoding']).toBe('br')
  })
})

describe('of what a client accepts', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.1, gzip;q=1', 'br'],
    ['gzip;q=0', null],
    ['br;q=, gzip;q=x', null],
    ['identity', null],
    ['', null],
    [undefined, null],
    ['brotli', null],
  ])('%j means %s', (accepted, coding) => {
    expect(codingFor(accepted)).toBe(coding)
  })

  test.each([
    ['entries', `${'x,'.repeat(8000)}br`],
    ['parameters', `br${';q=0'.repeat(4000)}`],
  ])('a header of thousands of %s is read no further than browsers write', (_, accepted) => {
    expect(codingFor(accepted)).toBeNull()
  })
})
