import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readMetrics } from '#test/metrics.ts'
import { platform, settings } from '#test/world.ts'

type RequestSource = { address?: string; headers?: Record<string, string> }

/** Starts a separate server and collects its log lines. */
async function startWith(TRUSTED_PROXIES: string[]) {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const app = await createApp({ ...platform, log, settings: { ...settings, trustedProxies: TRUSTED_PROXIES } })
  onTestFinished(() => app.close())
  const get = (url: string, { address = '127.0.0.1', headers = {} }: RequestSource = {}) =>
    app.inject({ url, remoteAddress: address, headers: { host: settings.apiHost, ...headers } })
  const told = () => lines.map((line) => JSON.parse(line)).filter(({ add }) => add)
  return { get, told, readiness: async () => (await get('/readyz')).json() }
}

const forwarded = { 'x-forwarded-for': '203.0.113.7' }

test('a proxy that is not trusted is warned of once, with the line that trusts it', async () => {
  const { get, told, readiness } = await startWith(['10.0.0.1'])
  for (const headers of [forwarded, forwarded, { forwarded: 'for=203.0.113.7' }])
    await get('/api/v1/viewer', { headers })
  expect(told()).toMatchObject([
    {
      address: '127.0.0.1',
      add: 'TRUSTED_PROXIES=10.0.0.1,127.0.0.1',
      msg: expect.stringContaining('all its visitors share one rate limit'),
    },
  ])
  expect(await readiness()).toEqual({ ok: true, untrustedProxies: ['127.0.0.1'] })
  expect(readMetrics((await get('/metrics')).body).valueIn('untrusted_forwarded_requests_total')).toBe(3)
})

test('a proxy is warned of by its plain address, however the socket writes it', async () => {
  const { get, told } = await startWith([])
  await get('/healthz', { address: '::ffff:10.0.0.9', headers: forwarded })
  expect(told()).toMatchObject([{ address: '10.0.0.9', add: 'TRUSTED_PROXIES=10.0.0.9' }])
})

test('nobody is warned of a trusted proxy, nor of requests that nobody passed on', async () => {
  const { get, told, readiness } = await startWith(['10.0.0.0/8'])
  await get('/healthz', { address: '10.2.3.4', headers: forwarded })
  await get('/healthz', { address: '203.0.113.9' })
  expect(told()).toEqual([])
  expect(await readiness()).toEqual({ ok: true })
})

test('somebody who sends the header from many addresses fills no log, and makes no server unready', async () => {
  const { get, told } = await startWith([])
  for (let last = 1; last <= 30; last++) await get('/healthz', { address: `203.0.113.${last}`, headers: forwarded })
  expect(told()).toHaveLength(20)
  const strict = await get('/readyz?strict')
  expect(strict.json().untrustedProxies).toHaveLength(20)
  expect(strict.statusCode).toBe(200)
})

test('which addresses those are is for whoever operates the server', async () => {
  const { get } = await startWith([])
  await get('/healthz', { headers: forwarded })
  expect((await get('/readyz', { address: '203.0.113.9' })).json()).toEqual({ ok: true })
})
