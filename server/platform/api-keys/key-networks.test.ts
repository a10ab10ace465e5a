import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { changeApiKey } from '#contract/workspace/api-keys.ts'
import { createApp } from '#server/app.ts'
import type { AnswerLine } from '#server/platform/fast-reads/quick-answers.ts'
import { createLimiter } from '#server/platform/http/limits.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, owner, platform, settings } from '#test/world.ts'

const model = await newModel()
await newLiveEntry(model, { title: 'One' })
const url = `/api/v1/content/${model.pluralKey}`
const askFrom = (remoteAddress: string, token: string, on = app) =>
  on.inject({ url, remoteAddress, headers: { host: settings.apiHost, authorization: `Bearer ${token}` } })
const statusFrom = async (remoteAddress: string, token: string) => (await askFrom(remoteAddress, token)).statusCode

/** Revokes the keys of each test, because the number of keys per workspace is limited. */
afterEach(() => owner.query('update api_keys set revoked_at = now() where workspace_id = $1', [acme.id]))

const networks = ['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48']

describe.each(['delivery', 'preview', 'management'] as const)('a key of some networks: %s', (kind) => {
  test.each([
    ['203.0.113.200', 200],
    ['::ffff:203.0.113.9', 200],
    ['198.51.100.7', 200],
    ['2001:db8:1:9::4', 200],
    ['203.0.114.1', 403],
    ['198.51.100.8', 403],
    ['2001:db8:2::1', 403],
    ['127.0.0.1', 403],
  ])('from %s: %i, by the door and from memory', async (address, status) => {
    const { secret } = await newContentKey(acme, kind, { networks })
    await statusFrom('203.0.113.1', secret)
    expect(await statusFrom(address, secret)).toBe(status)
    expect(await statusFrom('203.0.113.1', secret)).toBe(200)
    const { secret: fresh } = await newContentKey(acme, kind, { networks })
    expect(await statusFrom(address, fresh)).toBe(status)
  })
})

test('a key is taken from where it is said from the next call on, and from anywhere where nothing is said', async () => {
  const { id, secret } = await newContentKey(acme, 'delivery')
  expect(await statusFrom('192.0.2.1', secret)).toBe(200)
  await as(acme.admin)(changeApiKey, { params: { id }, body: { networks } })
  expect((await askFrom('192.0.2.1', secret)).json()).toMatchObject({ status: 403, code: 'api-key-elsewhere' })
  await as(acme.admin)(changeApiKey, { params: { id }, body: { networks: null } })
  expect(await statusFrom('192.0.2.1', secret)).toBe(200)
})

test('who shows it elsewhere uses up none of its calls, and is soon refused as somebody without a key', async () => {
  const { secret } = await newContentKey(acme, 'delivery', { networks, dailyCalls: 3 })
  const relaxed = platform.limiter
  platform.limiter = createLimiter(1)
  const statuses: number[] = []
  for (let turn = 0; turn < 62; turn += 1) statuses.push(await statusFrom('192.0.2.1', secret))
  const own = [await statusFrom('203.0.113.1', secret), await statusFrom('203.0.113.1', secret)]
  platform.limiter = relaxed
  expect(statuses).toEqual([...Array(60).fill(403), 429, 429])
  expect(own).toEqual([200, 200])
})

describe('the short way', () => {
  const answered: AnswerLine[] = []
  const agent = new Agent({ keepAlive: true })
  const listening = createApp(platform).then(async (node) => {
    node.quickAnswers.onAnswer((one) => answered.push(one))
    await node.listen({ port: 0, host: '127.0.0.1' })
    return node
  })
  afterAll(async () => {
    agent.destroy()
    await (await listening).close()
  })
  const ask = async (token: string) => {
    const { port } = (await listening).server.address() as AddressInfo
    const headers = { host: settings.apiHost, authorization: `Bearer ${token}` }
    return new Promise<number>((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, path: url, agent, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode!))
      })
      outgoing.on('error', reject).end()
    })
  }

  test.each([
    ['its own', ['127.0.0.0/8'], 200],
    ['another', networks, 403],
  ])('asks as well from which network it is called: %s', async (_, from, status) => {
    const { secret } = await newContentKey(acme, 'delivery', { networks: ['203.0.113.1', ...from] })
    for (const _turn of [1, 2, 3]) {
      await askFrom('203.0.113.1', secret, await listening)
      expect(await ask(secret)).toBe(status)
    }
    expect(answered.splice(0).every((one) => one.status === status)).toBe(true)
  })
})
