import { describe, expect, test } from 'vitest'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, settings } from '#test/world.ts'

const model = await newModel({ isPublic: true })
const hidden = await newModel()
await newLiveEntry(model, { title: 'One', slug: 'one' })
await newLiveEntry(hidden, { title: 'Hidden', slug: 'hidden' })
const delivery = (await newContentKey(acme, 'delivery')).secret
const preview = (await newContentKey(acme, 'preview')).secret
const management = (await newContentKey(acme, 'management')).secret

const api = settings.apiHost
const own = `${acme.domain}.${settings.rootDomain}`
const base = `/api/v1/content/${model.pluralKey}`
const named = `?domain=${acme.domain}`
const page = { origin: 'https://www.example.com' }

function ask(host: string, url: string, token: string | null = null, headers: Record<string, string> = {}) {
  return app.inject({ url, headers: { host, ...(token && { authorization: `Bearer ${token}` }), ...headers } })
}
type Answered = Awaited<ReturnType<typeof ask>>
const kept = ({ headers }: Answered) => [
  headers['cache-control'],
  headers.vary,
  headers['cross-origin-resource-policy'],
]
const forPages = ({ headers }: Answered) => [
  headers['access-control-allow-origin'],
  headers['access-control-allow-credentials'],
]

const ofKeys = 'Authorization, Accept-Encoding'
const ofCookies = 'Authorization, Cookie, Accept-Encoding'
const forAll = 'public, max-age=60, stale-while-revalidate=300'
const forKey = 'private, max-age=0, must-revalidate'
const forNobody = 'private, no-store'

describe('how long an answer is kept, by whom, and what it depends on', () => {
  test.each([
    ['anybody, on the host of the API', api, null, named, [forAll, ofKeys, 'cross-origin']],
    ['anybody, on the host of the workspace', own, null, '', [forAll, ofCookies, 'same-origin']],
    ['a delivery key', api, delivery, '', [forKey, ofKeys, 'same-origin']],
    ['a delivery key, on the host of the workspace', own, delivery, '', [forKey, ofCookies, 'same-origin']],
    ['a preview key', api, preview, '?perspective=published', [forNobody, ofKeys, 'same-origin']],
    ['a management key', api, management, '?perspective=published', [forNobody, ofKeys, 'same-origin']],
    ['a session', own, acme.agent.token, '?perspective=published', [forNobody, ofCookies, 'same-origin']],
  ])('%s', async (_, host, token, query, wanted) => {
    for (const path of [`${base}${query}`, `${base}/one${query}`]) {
      // The second and third answers come from the cache. The last answer says that nothing has changed.
      const answers = [await ask(host, path, token), await ask(host, path, token), await ask(host, path, token)]
      const known = { 'if-none-match': String(answers[0]!.headers.etag) }
      answers.push(await ask(host, path, token, known))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 304])
      expect(answers.map(kept)).toEqual([wanted, wanted, wanted, wanted])
    }
  })

  test.each([
    ['of a past moment', null, `${named}&as_of=2026-01-01T00:00:00Z`],
    ['of a draft', preview, '?fields=title'],
  ])('nobody keeps what is %s', async (_, token, query) => {
    const answer = await ask(api, `${base}${query}`, token)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, forNobody])
  })

  test('nobody keeps a refusal', async () => {
    const answer = await ask(api, `${base}/nothing${named}`)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
  })
})

describe('a page of another origin', () => {
  test.each([
    ['anybody', null, named],
    ['a delivery key', delivery, ''],
    ['a preview key', preview, ''],
  ])('reads content on the host of the API, without credentials: %s', async (_, token, query) => {
    for (const path of [`${base}${query}`, `${base}/one${query}`, `${base}/nothing${query}`]) {
      const answer = await ask(api, path, token, page)
      expect(forPages(answer)).toEqual(['*', undefined])
      expect(answer.headers['access-control-expose-headers']).toContain('ETag')
    }
  })

  test('is told that a key is needed, or is none', async () => {
    const answers = [
      await ask(api, `/api/v1/content/${hidden.pluralKey}${named}`, null, page),
      await ask(api, base, 'stk_none', page),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [401, 'key-needed'],
      [401, 'key-unknown'],
    ])
    expect(answers.map(forPages)).toEqual([
      ['*', undefined],
      ['*', undefined],
    ])
  })

  test('is known by no cookie', async () => {
    const cookie = `access_token=${acme.agent.token}; workspace_domain=${acme.domain}`
    const answer = await ask(api, `/api/v1/content/${hidden.pluralKey}${named}`, null, { ...page, cookie })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'key-needed'])
  })

  test.each([
    ['content on the host of a workspace', own, base],
    ['content on the host of sign-in', `app.${settings.rootDomain}`, `${base}${named}`],
    ['anything else of the API', api, '/api/v1/content-models'],
    ['what is nothing', api, '/api/v1/nothing'],
  ])('reads no %s', async (_, host, url) => {
    expect(forPages(await ask(host, url, null, page))).toEqual([undefined, undefined])
  })
})

describe('a browser that asks before a page asks', () => {
  const before = { ...page, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' }
  const askBefore = (host: string, url: string) => app.inject({ method: 'OPTIONS', url, headers: { host, ...before } })

  test.each([base, `${base}/one`])('is let on the host of the API: %s', async (url) => {
    const { statusCode, headers, body } = await askBefore(api, url)
    expect([statusCode, body]).toEqual([204, ''])
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'Authorization, If-None-Match',
      'access-control-max-age': '600',
    })
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  test.each([
    [own, base],
    [`app.${settings.rootDomain}`, base],
    [api, '/api/v1/content-models'],
    [api, '/api/v1/content-entries'],
  ])('is not let on %s to %s', async (host, url) => {
    const { statusCode, headers } = await askBefore(host, url)
    expect([statusCode, headers['access-control-allow-origin'], headers['access-control-allow-methods']]).toEqual([
      405,
      undefined,
      undefined,
    ])
  })
})
