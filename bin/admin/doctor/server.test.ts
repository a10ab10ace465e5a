import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createEncrypted } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { createLog } from '#server/platform/log.ts'
import { startSmtpListener } from '#server/platform/mail/smtp-listener.ts'
import { lockDataFolder } from '#server/platform/process/instance-lock.ts'
import { diagnose, dnsOf } from '#test/doctor.ts'
import { platform, settings } from '#test/world.ts'

beforeEach(() => {
  process.exitCode = 0
})
afterEach(() => {
  process.exitCode = 0
})

/** Starts a server like `npm start` does: locks the data folder and listens for HTTP and incoming mail. */
async function startOwn() {
  onTestFinished(lockDataFolder(settings.dataDir).release)
  const app = await createApp({ ...platform, log: createLog('fatal') })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const log = { info() {}, error() {} }
  const listener = await startSmtpListener({
    host: '127.0.0.1',
    port: 0,
    isKnownRecipient: async () => true,
    store: async () => {},
    log,
  })
  onTestFinished(listener.close)
  return { PORT: String((app.server.address() as AddressInfo).port), INBOUND_SMTP_PORT: String(listener.port) }
}

async function portOf(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return String((server.address() as AddressInfo).port)
}

const stranger = () =>
  portOf(
    createServer((socket) =>
      socket
        .resume()
        .on('error', () => {})
        .end('220 other ESMTP\r\n'),
    ),
  )

test('ports of our own running server are well', async () => {
  const variables = await startOwn()
  const { told, marked } = await diagnose({ variables })
  expect(told).toContain(`✓ PORT ${variables.PORT} is served by the running server.`)
  expect(told).toContain(`✓ INBOUND_SMTP_PORT ${variables.INBOUND_SMTP_PORT} is served by the running server.`)
  expect(told).toContain('✓ The server is running and ready.')
  expect(marked('✗')).toEqual([])
  expect(process.exitCode).toBe(0)
})

test('a port that another program took is at fault, whether or not our server runs', async () => {
  const variables = { PORT: await stranger(), INBOUND_SMTP_PORT: await stranger() }
  const sentences = ['PORT', 'INBOUND_SMTP_PORT'].map((name) =>
    expect.stringMatching(
      new RegExp(`^✗ ${name} \\d+ is taken by another program\\. Stop it, or set ${name} to a free port\\.`),
    ),
  )
  expect((await diagnose({ variables })).marked('✗')).toEqual(sentences)
  onTestFinished(lockDataFolder(settings.dataDir).release)
  const { marked, told } = await diagnose({ variables })
  expect(marked('✗').slice(0, 2)).toEqual(sentences)
  expect(told).toContain(`✗ The server is running but does not answer on port ${variables.PORT}.`)
  expect(process.exitCode).toBe(1)
})

/** Starts another process that answers like a server of this product, as a proxy in front of the server does. */
async function startProxy() {
  const code = `require('node:http').createServer((_, response) => response.end('{"ok":true}')).listen(0, '127.0.0.1', function () {
    console.log(this.address().port)
  })`
  const program = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void program.kill())
  const [line] = await once(program.stdout, 'data')
  return String(line).trim()
}

test('a proxy that has the port of our server is another program', async () => {
  const variables = { ...(await startOwn()), PORT: await startProxy() }
  const { marked } = await diagnose({ variables })
  expect(marked('✗')).toEqual([expect.stringMatching(`^✗ PORT ${variables.PORT} is taken by another program`)])
})

test('another installation on the port is another program', async () => {
  const variables = await startOwn()
  const { marked } = await diagnose({ variables: { ...variables, DATA_DIR: `${settings.dataDir}/other` } })
  expect(marked('✗')).toHaveLength(2)
})

test('a proxy that is not trusted is told of with the line that trusts it', async () => {
  const variables = await startOwn()
  const headers = { 'x-forwarded-for': '203.0.113.7', host: settings.apiHost }
  await (await fetch(`http://127.0.0.1:${variables.PORT}/healthz`, { headers })).text()
  const { marked, told } = await diagnose({ variables })
  expect(marked('!')).toEqual([
    expect.stringMatching(
      /^! In the last hour, the server ignored X-Forwarded-For from 127\.0\.0\.1, .* all its visitors share one rate limit/,
    ),
  ])
  expect(told).toContain('\n    TRUSTED_PROXIES=127.0.0.1\n')
  expect(process.exitCode).toBe(0)
})

const onDomain = { ROOT_DOMAIN: 'desk.example', SMTP_URL: 'smtp://127.0.0.1:1', TRUSTED_PROXIES: '127.0.0.1' }
const askDns = dnsOf({ '*.desk.example': { A: ['127.0.0.1'] }, 'desk.example': { A: ['127.0.0.1'] } })
const siteLines = (told: string) => told.split('\n').filter((line) => line.includes('://*.desk.example'))

test('the address of a workspace is opened as a browser does it', async () => {
  const own = await startOwn()
  const variables = { ...own, ...onDomain, PUBLIC_SCHEME: 'http', PUBLIC_PORT: own.PORT }
  const { told } = await diagnose({ variables, askDns })
  expect(siteLines(told)).toEqual(['✓ http://*.desk.example reaches a Startup Tools server.'])
  expect(told).toContain('✓ The clocks of this machine and of the proxy agree.')
})

test('a certificate that browsers do not trust is at fault', async () => {
  const file = (name: string) =>
    readFileSync(new URL(`../../../server/platform/mail/fixtures/certificates/first.${name}`, import.meta.url))
  const proxy = createEncrypted({ cert: file('cert'), key: file('key') }, (_, response) => response.end('{"ok":true}'))
  const { told } = await diagnose({ variables: { ...onDomain, PUBLIC_PORT: await portOf(proxy) }, askDns })
  expect(siteLines(told)).toEqual([
    expect.stringMatching(
      /^✗ Browsers do not trust the certificate of https:\/\/\*\.desk\.example \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. Get a certificate for desk\.example and \*\.desk\.example/,
    ),
  ])
})

test('a proxy that leads elsewhere is at fault while the server runs, and open while it does not', async () => {
  const { createServer: createPlain } = await import('node:http')
  const proxy = createPlain((_, response) => response.writeHead(502).end('Bad gateway'))
  const variables = { ...onDomain, PUBLIC_SCHEME: 'http', PUBLIC_PORT: await portOf(proxy) }
  const idle = await diagnose({ variables, askDns })
  expect(siteLines(idle.told)).toEqual([
    expect.stringMatching(/^- .*\/healthz answered 502\. The server is not running\.$/),
  ])
  const { told } = await diagnose({ variables: { ...variables, ...(await startOwn()) }, askDns })
  expect(siteLines(told)).toEqual([
    expect.stringMatching(/^✗ .*\/healthz answered 502, .* Configure the proxy to pass every host below desk\.example/),
  ])
})

test('nothing behind the address is a doubt, since this machine may see less than others', async () => {
  const { told } = await diagnose({ variables: { ...onDomain, PUBLIC_PORT: '1' }, askDns })
  expect(siteLines(told)).toEqual([expect.stringMatching(/^! .* does not answer at 127\.0\.0\.1 \(ECONNREFUSED\)/)])
})

test('without TRUSTED_PROXIES on a domain the visitors share one limit, which is told with the line to add', async () => {
  const { TRUSTED_PROXIES: _, ...variables } = onDomain
  const { marked } = await diagnose({ variables })
  expect(marked('!')[0]).toMatch(
    /^! TRUSTED_PROXIES is not set, .* Set TRUSTED_PROXIES=127\.0\.0\.1,::1, and configure the proxy to send X-Forwarded-For\.$/,
  )
})

test.each([
  [{ cert: 'first.cert', key: 'first.key' }, /^✓ The certificate of incoming mail is valid until 2126-/m],
  [{ cert: 'first.cert', key: 'second.key' }, /^✗ INBOUND_SMTP_TLS_KEY is not the key of the certificate/m],
  [{ cert: 'first.key', key: 'first.key' }, /^✗ The certificate of incoming mail can't be used/m],
])('the certificate of incoming mail is examined: %j', async ({ cert, key }, sentence) => {
  const path = (name: string) => `server/platform/mail/fixtures/certificates/${name}`
  const variables = { INBOUND_SMTP_TLS_CERT: path(cert), INBOUND_SMTP_TLS_KEY: path(key) }
  expect((await diagnose({ variables })).told).toMatch(sentence)
})
