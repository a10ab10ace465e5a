import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeArticle, publishArticle, showArticle } from '#contract/knowledge-base/articles.ts'
import { createApp } from '#server/app.ts'
import { writeViews } from '#server/knowledge-base/feedback/views/note-view.ts'
import type { AnswerLine } from '#server/platform/fast-reads/quick-answers.ts'
import { createLimiter } from '#server/platform/http/limits.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { acme, globex, platform, settings } from '#test/world.ts'

type Node = Awaited<ReturnType<typeof createApp>>
type PageRequest = { method?: string; headers?: Record<string, string>; agent?: Agent }

const host = `${acme.domain}.${settings.rootDomain}`
const answered: AnswerLine[] = []
let node: Node
let path: string
let id: string

async function listen(given: typeof platform) {
  const app = await createApp(given)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

beforeAll(async () => {
  node = await listen(platform)
  node.quickAnswers.onAnswer((one) => answered.push(one))
  const article = await newLiveArticle({ title: 'Given twice' })
  id = article.id
  path = `/knowledgebase/article/${article.slug}`
})
afterAll(() => node.close())
beforeEach(() => answered.splice(0))

const ask = (url: string, { method = 'GET', headers = {}, agent }: PageRequest = {}, app = node) =>
  new Promise<{ status: number; headers: object; etag: string; body: string }>((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo
    const outgoing = request(
      { host: '127.0.0.1', port, path: url, method, agent, headers: { host, 'accept-encoding': 'br', ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const { date: _, ...sent } = response.headers
          const body = Buffer.concat(chunks).toString('base64')
          resolve({ status: response.statusCode!, headers: sent, etag: String(sent.etag), body })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end()
  })

/** Repeats a request until a cached answer is sent, because an answer is cached only after it was sent. */
async function askTwice(asked: PageRequest = {}) {
  const first = await ask(path, asked)
  await expect
    .poll(async () => {
      await ask(path, asked)
      return answered.length
    })
    .toBeGreaterThan(0)
  return first
}

test.each<Record<string, string>>([{ 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }])(
  'who asks as somebody did before gets the same: %o',
  async (headers) => {
    const first = await askTwice({ headers })
    const again = await ask(path, { headers })
    expect(again).toEqual(first)
    expect(answered.at(-1)).toMatchObject({ method: 'GET', route: '/knowledgebase/*', status: 200 })
    const known = { headers: { ...headers, 'if-none-match': first.etag } }
    const unchanged = await askTwice(known)
    expect(await ask(path, known)).toEqual(unchanged)
    expect(answered.at(-1)).toMatchObject({ status: 304 })
  },
)

describe('the whole way goes whoever asks', () => {
  test.each<[what: string, url: (path: string) => string, asked: PageRequest]>([
    ['with a cookie', (url) => url, { headers: { cookie: `refresh_token=${globex.agent.refreshToken}` } }],
    ['who takes it as it is', (url) => url, { headers: { 'accept-encoding': 'identity' } }],
    ['with a token', (url) => url, { headers: { authorization: 'Bearer x' } }],
    ['from another origin', (url) => url, { headers: { origin: 'http://elsewhere.test' } }],
    ['for a part', (url) => url, { headers: { range: 'bytes=0-1' } }],
    ['with a query', (url) => `${url}?q=1`, {}],
    ['for the headers alone', (url) => url, { method: 'HEAD' }],
    ['another workspace', (url) => url, { headers: { host: `${globex.domain}.${settings.rootDomain}` } }],
    ['the API’s host', (url) => url, { headers: { host: `api.${settings.rootDomain}` } }],
    ['in the name of another host', (url) => url, { headers: { host: `x@${host}` } }],
  ])('%s', async (_, urlOf, asked) => {
    await askTwice()
    answered.splice(0)
    await ask(urlOf(path), asked)
    expect(answered).toEqual([])
  })
})

test('a reader is counted also where the page is given again', async () => {
  const { id: articleId, slug } = await newLiveArticle({ title: 'Given and counted' })
  let readers = 0
  // Cached pages are checked again every second, so a slow machine may not use the cached answer. The test repeats the
  // request until it does.
  await expect
    .poll(async () => {
      readers += 1
      await ask(`/knowledgebase/article/${slug}`, { headers: { 'user-agent': `Mozilla/5.0 Firefox/${readers}.0` } })
      return answered.length
    })
    .toBeGreaterThan(0)
  await writeViews(platform)
  const read = await as(acme.admin)(showArticle, { params: { id: articleId }, query: {} })
  expect(read.views).toBe(readers)
})

test('after a change the first answer shows it', async () => {
  const asAdmin = as(acme.admin)
  await askTwice()
  await asAdmin(changeArticle, { params: { id }, body: { title: 'Given anew' } })
  await asAdmin(publishArticle, { params: { id }, body: {} })
  const { body } = await ask(path)
  expect(brotliDecompressSync(Buffer.from(body, 'base64')).toString()).toContain('Given anew')
})

test('every answer is counted, and who asks too often is refused', async () => {
  const strict = await listen({ ...platform, limiter: createLimiter(0.02) })
  const statuses: number[] = []
  for (let turn = 0; turn < 62; turn += 1) statuses.push((await ask(path, {}, strict)).status)
  expect(statuses).toEqual([...Array(60).fill(200), 429, 429])
  await strict.close()
})

test('while the server stops, whoever asks over an open connection is told to come again', async () => {
  const stopping = await createApp(platform)
  const hold = Promise.withResolvers<void>()
  stopping.addHook('preClose', () => hold.promise)
  await stopping.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await ask(path, { agent }, stopping)
  const closed = stopping.close()
  const { status, headers, body } = await ask(path, { agent }, stopping)
  expect([status, headers]).toEqual([503, expect.objectContaining({ 'retry-after': '2', connection: 'close' })])
  expect(JSON.parse(Buffer.from(body, 'base64').toString())).toMatchObject({ status: 503, code: 'stopping' })
  hold.resolve()
  await closed
})
