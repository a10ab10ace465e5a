import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createContentCategory } from '#contract/content/categories.ts'
import { changeEntry, publishEntry, unpublishEntry } from '#contract/content/entries.ts'
import { createApp } from '#server/app.ts'
import type { AnswerLine } from '#server/platform/fast-reads/quick-answers.ts'
import { createLimiter } from '#server/platform/http/limits.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, globex, platform, settings } from '#test/world.ts'

type Node = Awaited<ReturnType<typeof createApp>>

const answered: AnswerLine[] = []
const api = `api.${settings.rootDomain}`
const agent = new Agent({ keepAlive: true, maxSockets: 4 })
let node: Node
let key: string
let model: Awaited<ReturnType<typeof newModel>>
let base: string

async function listen(given: typeof platform) {
  const app = await createApp(given)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

beforeAll(async () => {
  node = await listen(platform)
  node.quickAnswers.onAnswer((one) => answered.push(one))
  key = (await newContentKey(acme, 'delivery')).secret
  const category = await as(acme.admin)(createContentCategory, { body: { name: 'News', slug: 'quick-news' } })
  model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'slug', kind: 'slug' },
      { key: 'topic', kind: 'category' },
      { key: 'other', kind: 'reference' },
      { key: 'minutes', kind: 'integer' },
    ],
  })
  base = `/api/v1/content/${model.pluralKey}`
  const one = await newLiveEntry(model, { title: 'One', slug: 'one', topic: category.id, minutes: 4 })
  await newLiveEntry(model, { title: 'Two “quoted” ünïcode', slug: 'two', other: one.id, minutes: 7 })
  for (const number of [3, 4, 5])
    await newLiveEntry(model, { title: `${number}`, slug: `s-${number}`, topic: category.id })
})
afterAll(async () => {
  agent.destroy()
  await node.close()
})
beforeEach(() => answered.splice(0))

type DeliveryRequest = { headers?: Record<string, string>; host?: string; secret?: string }

function ask(url: string, { headers = {}, host = api, secret = key }: DeliveryRequest = {}, app = node) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo
    const sent = { host, authorization: `Bearer ${secret}`, ...headers }
    const outgoing = request({ host: '127.0.0.1', port, path: url, agent, headers: sent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { date: _, connection: __, 'keep-alive': ___, ratelimit: ____, ...rest } = response.headers
        resolve({ status: response.statusCode!, headers: rest, body: Buffer.concat(chunks).toString() })
      })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

/** Sends the same request without a socket, so that the normal route answers it. */
async function askWholeWay(url: string, { headers = {}, host = api, secret = key }: DeliveryRequest = {}) {
  const response = await node.inject({ url, headers: { host, authorization: `Bearer ${secret}`, ...headers } })
  const { date: _, connection: __, 'keep-alive': ___, ratelimit: ____, ...rest } = response.headers
  return { status: response.statusCode, headers: rest, body: response.body }
}

/** Sends a request, so that the server caches the key and the content for a second. */
async function warm(secret = key) {
  await askWholeWay(`${base}?limit=1`, { secret })
  answered.splice(0)
}

/** Repeats the request until the short way answers it. On a slow machine, the cache may expire before the request. */
async function askShortWay(url: string, asked: DeliveryRequest = {}) {
  for (let turn = 0; turn < 20; turn += 1) {
    await warm()
    const answer = await ask(url, asked)
    if (answered.length > 0) return answer
  }
  throw new Error(`${url} always went the whole way`)
}

describe('an answer is what it is on the whole way, the first time and again', () => {
  test.each([
    '',
    '/one',
    '/two',
    '?limit=2',
    '?limit=2&sort=-minutes,title',
    '?filter[topic.slug]=quick-news&limit=2',
    '?filter[topic.slug][eq]=quick-news&sort=publishedAt',
    '?filter%5Bminutes%5D%5Bgte%5D=5&count=exact',
    '?fields=title,other.title',
    '?locale=*',
    '/nothing',
    '?filter[nothing]=1',
    '?limit=1000',
    '?sort=title%00',
    '?sort=%zz',
  ])('%s', async (path) => {
    await warm()
    const quick = await ask(base + path)
    expect(quick).toEqual(await askWholeWay(base + path))
    expect(await ask(base + path)).toEqual(quick)
  })

  test('also where nothing has changed since', async () => {
    const { headers } = await askShortWay(`${base}/one`)
    const known = { headers: { 'if-none-match': String(headers.etag), 'cache-control': 'no-cache' } }
    const quick = await askShortWay(`${base}/one`, known)
    expect(quick).toMatchObject({ status: 304, body: '' })
    expect(answered).toMatchObject([{ method: 'GET', route: '/api/v1/content/:model/:id', status: 304 }])
    expect(quick).toEqual(await askWholeWay(`${base}/one`, known))
  })

  test('on the host of the workspace as well', async () => {
    const host = `${acme.domain}.${settings.rootDomain}`
    const quick = await askShortWay(`${base}/one`, { host })
    expect(quick).toEqual(await askWholeWay(`${base}/one`, { host }))
  })
})

test('by its category, newest first, forward and back, each page has what is next to the one before', async () => {
  await warm()
  const query = '?filter[topic.slug]=quick-news&limit=2'
  const slugs = async (more: string) => JSON.parse((await ask(`${base}${query}${more}`)).body)
  const first = await slugs('')
  const second = await slugs(`&after=${first.next}`)
  const back = await slugs(`&before=${second.previous}`)
  const named = ({ items }: { items: { slug: string }[] }) => items.map(({ slug }) => slug)
  expect([named(first), named(second), named(back)]).toEqual([
    ['s-5', 's-4'],
    ['s-3', 'one'],
    ['s-5', 's-4'],
  ])
  expect(second.next).toBeNull()
})

describe('the whole way goes', () => {
  test.each<[string, (path: string) => string, DeliveryRequest]>([
    ['a browser with cookies', (path) => path, { headers: { cookie: 'a=b' } }],
    ['a page of another origin', (path) => path, { headers: { origin: 'https://example.com' } }],
    ['who asks on the host of another workspace', (path) => path, { host: `${globex.domain}.${settings.rootDomain}` }],
    ['who asks on the host of sign-in', (path) => path, { host: `app.${settings.rootDomain}` }],
    ['a token that is no key', (path) => path, { secret: 'nothing' }],
    ['what is no read of content', () => '/api/v1/content-models', {}],
    ['an address with other letters', (path) => `${path}/%6fne`, {}],
  ])('%s', async (_, urlOf, asked) => {
    await warm()
    const quick = await ask(urlOf(base), asked)
    expect(answered).toEqual([])
    expect(quick).toEqual(await askWholeWay(urlOf(base), asked))
  })
})

test('a key reads its own workspace, with the models that it is limited to', async () => {
  const { secret: strange } = await newContentKey(globex, 'delivery')
  const other = await newModel()
  const { secret: limited } = await newContentKey(acme, 'delivery', { models: [other.id] })
  for (const secret of [strange, limited]) {
    await warm(secret)
    await warm()
    expect((await ask(`${base}/one`)).status).toBe(200)
    for (const url of [base, `${base}/one`]) expect((await ask(url, { secret })).status).toBe(404)
  }
})

test('what was changed by a call shows in the next answer, and nothing after it is taken back', async () => {
  const asAgent = as(acme.agent)
  const { id } = await newLiveEntry(model, { title: 'Round 0', slug: 'rounds' })
  for (let round = 1; round <= 20; round += 1) {
    const params = { model: model.pluralKey, id }
    await asAgent(changeEntry, { params, body: { fields: { title: `Round ${round}` } } })
    await asAgent(publishEntry, { params, body: {} })
    await warm()
    const readers = await Promise.all(Array.from({ length: 8 }, () => ask(`${base}/rounds`)))
    for (const { body } of readers) expect(JSON.parse(body).title).toBe(`Round ${round}`)
  }
  await asAgent(unpublishEntry, { params: { model: model.pluralKey, id }, query: {} })
  expect((await ask(`${base}/rounds`)).status).toBe(404)
})

test('each call counts, and what is too much is refused as on the whole way', async () => {
  const strict = await listen({ ...platform, limiter: createLimiter(0.02) })
  const { secret } = await newContentKey(acme, 'delivery')
  const statuses: number[] = []
  for (let turn = 0; turn < 62; turn += 1) statuses.push((await ask(`${base}/one`, { secret }, strict)).status)
  expect(statuses).toEqual([...Array(60).fill(200), 429, 429])
  expect((await ask(`${base}/one`, { secret }, strict)).headers['retry-after']).toBeTruthy()
  await strict.close()
})
