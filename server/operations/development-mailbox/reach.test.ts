import { spawn } from 'node:child_process'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { platform, settings } from '#test/world.ts'

/** Simulates an installation with pages. There, the pages answer unknown URLs. */
const pages = { load: () => Promise.reject(new Refusal('unavailable')) }
const newApp = async (variables: Record<string, string> = {}) => {
  const own = readSettings({ DATA_DIR: settings.dataDir, LOG_LEVEL: 'fatal', RATE_LIMITS: 'relaxed', ...variables })
  const app = await createApp({ ...platform, settings: own }, pages)
  afterAll(() => app.close())
  return app
}
const app = await newApp()
const behindProxy = await newApp({ TRUSTED_PROXIES: '127.0.0.1' })

type Asking = { method?: 'GET' | 'POST' | 'DELETE'; url?: string; host?: string; remoteAddress?: string }

/** Sends a request. Removes the values from the answer that differ between two requests. */
async function ask(server: typeof app, asking: Asking = {}, headers: Record<string, string | undefined> = {}) {
  const { method = 'GET', url = '/messages', host = settings.mailHost, remoteAddress = '127.0.0.1' } = asking
  const answer = await server.inject({
    method,
    url,
    remoteAddress,
    headers: { host, ...headers },
  })
  const { date: _, 'ratelimit-reset': __, ...rest } = answer.headers
  return { status: answer.statusCode, headers: rest, body: answer.body.replace(settings.mailHost, 'HOST') }
}

const nobody = `nobody-${Date.now().toString(36)}.example`
const paths = [
  ...([
    '/',
    '/messages',
    '/messages?to=a@b.example',
    '//messages',
    '/Messages',
    '/messages/',
    '/list',
    '/inbox.js',
  ] as const),
  ...(['/messages/1/html', '/%6dessages', '/./messages', '/messages/../messages', '/?id=1', '/api/v1/viewer'] as const),
]

describe('who came by a proxy is answered on the host of the mailbox as on one that nobody knows', () => {
  test.each(paths)('%s', async (url) => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    const unknown = await ask(app, { url, host: nobody }, forwarded)
    expect(unknown.status).toBe(404)
    expect(await ask(app, { url }, forwarded)).toEqual(unknown)
    expect(await ask(app, { url, host: `${settings.mailHost.toUpperCase()}:3000` }, forwarded)).toEqual(unknown)
  })

  test.each([
    ['DELETE', '/messages'],
    ['POST', '/emptying'],
    ['POST', '/letters'],
  ] as const)('%s %s', async (method, url) => {
    const headers = { 'x-real-ip': '203.0.113.9', origin: `http://${settings.mailHost}` }
    expect(await ask(app, { method, url }, headers)).toEqual(await ask(app, { method, url, host: nobody }, headers))
  })
})

describe('a request of this machine opens the mailbox, unless it carries a header that proxies add:', () => {
  test('none', async () => {
    const browser = {
      'user-agent': 'Mozilla/5.0',
      'sec-fetch-site': 'none',
      dnt: '1',
      'x-requested-with': 'x',
      cookie: 'a=b',
    }
    expect((await ask(app, {}, browser)).status).toBe(200)
    expect((await ask(app, { url: '/', host: `${settings.mailHost}:3000` }, browser)).status).toBe(200)
  })

  test.each([
    ...['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Forwarded-Port', 'X-Forwarded-Server'],
    ...['X-Forwarded', 'X_Forwarded_For', 'Forwarded', 'Forwarded-For', 'Via', 'X-Real-IP', 'X-Client-IP', 'Client-IP'],
    ...[
      'X-Cluster-Client-IP',
      'True-Client-IP',
      'CF-Connecting-IP',
      'CF-Ray',
      'CF-Visitor',
      'CDN-Loop',
      'Fastly-Client-IP',
    ],
    ...['Fly-Client-IP', 'X-Original-Host', 'X-Original-URL', 'X-Original-Forwarded-For', 'X-Envoy-External-Address'],
    ...[
      'X-Amzn-Trace-Id',
      'X-Azure-ClientIP',
      'X-Appengine-User-IP',
      'X-Cloud-Trace-Context',
      'X-Varnish',
      'X-ARR-Log-Id',
    ],
    ...['X-Remote-Addr', 'Remote-Addr', 'X-Host', 'X-Proxy-User-Ip', 'Proxy-Connection', 'X-Scheme', 'Front-End-Https'],
    ...['X-SSL-Client-Verify', 'DO-Connecting-IP', 'X-ProxyUser-Ip', 'X-Source-IP', 'X-From-IP'],
  ])('%s', async (name) => {
    expect((await ask(app, {}, { [name]: '127.0.0.1' })).status).toBe(404)
    expect((await ask(app, {}, { [name]: '' })).status).toBe(404)
  })
})

describe('the address is the one of the connection:', () => {
  test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('%s is this machine', async (remoteAddress) => {
    expect((await ask(app, { remoteAddress })).status).toBe(200)
  })

  test.each(['203.0.113.9', '10.0.0.1', '172.17.0.1', '::ffff:203.0.113.9', 'fe80::1'])(
    '%s is not',
    async (remoteAddress) => {
      expect((await ask(app, { remoteAddress })).status).toBe(404)
    },
  )

  test('what a trusted proxy says of who asks changes nothing', async () => {
    expect((await ask(behindProxy)).status).toBe(200)
    const local = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': settings.mailHost, 'x-forwarded-proto': 'http' }
    expect((await ask(behindProxy, {}, local)).status).toBe(404)
    expect((await ask(behindProxy, { host: nobody }, local)).status).toBe(404)
    expect((await ask(behindProxy, { remoteAddress: '203.0.113.9' })).status).toBe(404)
  })
})

describe('a proxy that adds no header is known', () => {
  const listen = async () => {
    const server = await newApp()
    await server.listen({ port: 0, host: '127.0.0.1' })
    return (server.server.address() as AddressInfo).port
  }
  const request = (version: string, connection: string) =>
    `GET /messages HTTP/${version}\r\nHost: ${settings.mailHost}\r\n${connection}\r\n\r\n`
  const speak = async (port: number, asked: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(asked)
    return (await text(socket)).split(' ')[1]
  }

  test('by HTTP/1.0 or an offer to upgrade, which nginx sends as it is set up most often', async () => {
    const port = await listen()
    const answers = [
      await speak(port, request('1.1', 'Connection: close')),
      await speak(port, request('1.0', 'Connection: close')),
      await speak(port, request('1.1', 'Connection: upgrade, close')),
      await speak(port, request('1.1', 'Connection: close\r\nUpgrade: websocket')),
    ]
    expect(answers).toEqual(['200', '404', '404', '404'])
  })

  test.runIf(process.getuid?.() === 0)('by the account of the system under which it runs', async () => {
    const port = await listen()
    const script = `const s = require('net').connect(${port}, '127.0.0.1'); s.write(${JSON.stringify(request('1.1', 'Connection: close'))}); s.pipe(process.stdout)`
    const askAs = (uid: number) => text(spawn(process.execPath, ['-e', script], { uid, cwd: '/' }).stdout)
    expect((await askAs(65_534)).split(' ')[1]).toBe('404')
    expect((await askAs(1000)).split(' ')[1]).toBe('200')
  })
})

test.each([
  [
    'a domain, wherever the server listens',
    { ROOT_DOMAIN: 'example.com', SMTP_URL: 'smtp://127.0.0.1:2500', RATE_LIMITS: 'on' },
  ],
  ['a localhost name with a relay', { SMTP_URL: 'smtp://127.0.0.1:2500' }],
])('there is none on %s', async (_, variables) => {
  const own = await newApp(variables)
  const { rootDomain } = own.platform.settings
  for (const host of [`mail.${rootDomain}`, settings.mailHost, 'mail.localhost']) {
    for (const url of ['/', '/messages', '/list'])
      expect(await ask(own, { url, host })).toEqual(await ask(own, { url, host: nobody }))
  }
})
