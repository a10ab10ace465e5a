import type { OutgoingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { listArticles } from '#contract/knowledge-base/articles.ts'
import { listCategories } from '#contract/knowledge-base/categories.ts'
import { suggestArticles } from '#contract/knowledge-base/search.ts'
import type { App } from '#server/platform/http/platform.ts'
import { as, ask } from '#test/ask.ts'
import { heard, plantCanaries, type Reader, withoutWayBack } from '#test/canaries.ts'
import { acme, app, globex, type Person, settings } from '#test/world.ts'
import type { Address } from './asking/address.ts'
import { readingRoutes } from './routes.ts'

const { canaries, filesOf, isOwn, keys, mixed, ours, readers, slugs, witness } = await plantCanaries()

/** Paths below the base of the pages, by kind of address. TypeScript requires an entry for each new kind. */
const addresses: Record<Address['kind'], string[]> = {
  home: [''],
  article: [...slugs, witness.slug].map((slug) => `/article/${slug}`),
  markdown: [...slugs, witness.slug].map((slug) => `/article/${slug}.md`),
  category: [mixed.id, mixed.slug, ours.id, ours.slug, ours.former].map((slug) => `/category/${slug}`),
  // Searches for other words than “canary”, because marks around found words would split the text that the test looks
  // for.
  search: ['/search', '/search?q=sings', '/search?q=snigs'],
  feed: ['/feed.xml', ...[mixed.slug, ours.slug, ours.former].map((slug) => `/category/${slug}/feed.xml`)],
  sitemap: [],
  robots: [],
  llms: [],
  'embedded-search': ['/search.js'],
}
const below = Object.values(addresses).flat()

/** Collects all public routes from `readingRoutes`, so that the test covers new routes. */
const routes: string[] = []
const note = (url: string | { url: string }) => routes.push(typeof url === 'string' ? url : url.url)
readingRoutes({
  platform: app.platform,
  quickAnswers: app.quickAnswers,
  addHook: () => {},
  register: () => {},
  get: note,
  route: note,
} as unknown as App)

const pages = routes.flatMap((url) => {
  const based = url.replace(/:language\(.*?\)\$?\)?(?=\/)/, 'en').replace(/:part/, '1')
  return based.endsWith('/*') ? below.map((path) => based.replace(/\/\*$/, path)) : [based]
})

// All GET endpoints, including endpoints for admins. Omits the event stream, because it never ends and contains no
// texts.
const reading = app.endpoints.filter(({ method, path }: Endpoint) => method === 'GET' && path !== '/api/v1/events')
const some = ['draft', 'scheduled', 'team'].map((kind) => canaries[kind]!.id)
const calls = reading.flatMap(({ path }) =>
  path.includes(':')
    ? [...(path.includes('knowledge-base') ? [...slugs, mixed.id, ours.id] : some)].map((id) =>
        path.replace(/:\w+/g, encodeURIComponent(id)),
      )
    : [path, `${path}?limit=100`, `${path}?q=canary`, `${path}?label=shared`],
)

const onHost = { host: `${acme.domain}.${settings.rootDomain}` }

const fetch = (url: string, person: Person | null, method: 'GET' | 'HEAD' = 'GET', headers: object = {}) =>
  app.inject({
    ...{ method, url: encodeURI(url) },
    headers: {
      ...onHost,
      ...(person && { cookie: `access_token=${person.token}`, 'sec-fetch-site': 'same-origin' }),
      ...headers,
    },
  })

/** Returns the response headers without values that differ in each response. */
const untimed = ({ date: _, 'content-length': __, ...headers }: OutgoingHttpHeaders) =>
  JSON.stringify(headers).replace(/'nonce-[^']+'/g, "'nonce-N'")

async function leaksIn(urls: string[], { person, lists, own }: Reader) {
  const found: { url: string; status: number; told: string[] }[] = []
  // Sends the requests one after the other. An overloaded server would refuse requests, and refused requests prove
  // nothing.
  for (const url of urls) {
    const answer = await fetch(url, person)
    const allowed = isOwn(url) ? own : lists
    found.push({ url, status: answer.statusCode, told: heard(answer).filter((kind) => !allowed.includes(kind)) })
  }
  return found.filter(({ status, told }) => status >= 500 || told.length > 0)
}

describe.each(Object.entries(readers))('%s', (_, { person, lists, own }) => {
  test('hears by no page of what is not theirs', async () => {
    const leaks = await leaksIn(pages, { person, lists, own })
    expect(pages.length).toBeGreaterThan(40)
    expect(leaks).toEqual([])
  })

  test('hears by no endpoint of what is not theirs', async () => {
    const leaks = await leaksIn(calls, { person, lists, own })
    expect(calls.length).toBeGreaterThan(40)
    expect(leaks).toEqual([])
  })

  test('is suggested nothing that is not theirs', async () => {
    const texts = ['The canary sings', ...Object.keys(canaries).map((kind) => `Why does the canary ${kind} sing?`)]
    const told: string[] = []
    for (const text of texts) {
      const answer = await ask(person, suggestArticles, { body: { text } }, person ? {} : onHost)
      told.push(...heard(answer))
    }
    expect([...new Set(told)].toSorted()).toEqual(lists.toSorted())
  })

  test('is answered alike by the API, for headers alone and with any tag', async () => {
    const path = '/api/v1/knowledge-base/articles'
    const hidden = Object.entries(canaries).filter(([kind]) => !own.includes(kind))
    const statuses = await Promise.all(
      hidden.flatMap(([, { id }]) => [
        fetch(`${path}/${id}`, person, 'HEAD'),
        fetch(`${path}/${id}`, person, 'GET', { 'if-none-match': '*, "1", "2", "3"' }),
      ]),
    )
    expect(new Set(statuses.map(({ statusCode }) => statusCode))).toEqual(
      new Set([(await fetch(`${path}/${mixed.id}`, person)).statusCode]),
    )
  })

  test('is answered alike, for headers alone and with the tag of a page that is somebody’s', async () => {
    const etag = String((await fetch(`/knowledgebase/article/${witness.slug}`, null)).headers.etag)
    const hidden = Object.entries(canaries).filter(([kind]) => !own.includes(kind) && kind !== 'archived')
    const statuses = await Promise.all(
      hidden.flatMap(([, canary]) =>
        canary.slugs.flatMap((slug) => {
          const url = `/knowledgebase/article/${slug}`
          return [fetch(url, person, 'HEAD'), fetch(url, person, 'GET', { 'if-none-match': `*, ${etag}` })]
        }),
      ),
    )
    expect(new Set(statuses.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
  })

  test('is shown the pictures and given the files of what is theirs, and of nothing else', async () => {
    const statuses: Record<string, number[]> = {}
    const told: string[] = []
    for (const [kind, { picture, file }] of Object.entries(filesOf)) {
      const names = [`${picture}-480.webp`, `${picture}-1200.jpg`, file]
      const answers = await Promise.all(
        names.flatMap((name) => {
          const url = `/knowledgebase/files/${name}`
          return [fetch(url, person), fetch(url, person, 'HEAD', { 'if-none-match': '*' })]
        }),
      )
      statuses[kind] = answers.map(({ statusCode }) => statusCode)
      told.push(...answers.filter(({ statusCode }) => statusCode === 404).map(({ headers }) => untimed(headers)))
    }
    const never = await fetch(`/knowledgebase/files/${mixed.id}`, person)
    const neverAsked = await fetch(`/knowledgebase/files/${mixed.id}`, person, 'HEAD')
    expect(statuses).toEqual(
      Object.fromEntries(
        Object.keys(filesOf).map((kind) => [
          kind,
          [...own, 'nobody'].includes(kind) ? [200, 304, 200, 304, 302, 302] : [404, 404, 404, 404, 404, 404],
        ]),
      ),
    )
    expect(new Set(told)).toEqual(new Set([untimed(never.headers), untimed(neverAsked.headers)]))
  })

  test('finds what is theirs, so that the others prove something', async () => {
    const found = heard(await fetch(`/knowledgebase/category/${mixed.slug}`, person))
    const inMixed = lists.filter((kind) => kind !== 'of-our-category')
    expect(found).toEqual(inMixed)
  })
})

test.each(Object.entries(keys))('%s opens nothing that is not its own', async (_, { person, lists, own }) => {
  const leaks = []
  const byKey = { host: settings.apiHost, authorization: `Bearer ${person!.token}` }
  for (const url of calls) {
    const answer = await fetch(url, null, 'GET', byKey)
    const told = heard(answer).filter((kind) => !(isOwn(url) ? own : lists).includes(kind))
    if (answer.statusCode >= 500 || told.length > 0) leaks.push({ url, told, status: answer.statusCode })
  }
  expect(leaks).toEqual([])
  const found = heard(await fetch('/api/v1/knowledge-base/articles?limit=100', null, 'GET', byKey))
  expect(found.toSorted()).toEqual(lists.toSorted())
})

test('a card is drawn of what everybody may read, who has its link included, and of nothing else', async () => {
  const cardOf = (id: string) => fetch(`/knowledgebase/cards/${id}-en-${'0'.repeat(20)}.png`, null)
  const told: string[] = []
  for (const [kind, { id }] of Object.entries(canaries)) {
    const asked = await Promise.all(
      Object.values(readers).map(({ person }) => fetch(`/knowledgebase/cards/${id}-en-${'0'.repeat(20)}.png`, person)),
    )
    const expected = kind === 'unlisted' ? 302 : 404
    expect([kind, ...asked.map(({ statusCode }) => statusCode)]).toEqual([kind, ...asked.map(() => expected)])
    if (expected === 404) told.push(...asked.map(({ headers, body }) => untimed(headers) + withoutWayBack(body)))
  }
  const never = await cardOf(mixed.id)
  expect(new Set(told)).toEqual(new Set([untimed(never.headers) + withoutWayBack(never.body)]))
  expect((await cardOf(witness.id)).statusCode).toBe(302)
  const host = `${globex.domain}.${settings.rootDomain}`
  const elsewhere = `/knowledgebase/cards/${witness.id}-en-${'0'.repeat(20)}.png`
  expect((await fetch(elsewhere, null, 'GET', { host })).statusCode).toBe(404)
})

test('no number counts what its reader may not read', async () => {
  const counted = async (person: Person) =>
    (await as(person)(listCategories, { query: {} })).items.find(({ id }) => id === mixed.id)?.articleCount
  const listed = async (person: Person) =>
    (await as(person)(listArticles, { query: { category: mixed.id } })).items.length
  expect([await counted(acme.customer), await counted(acme.agent)]).toEqual([2, 3])
  expect([await listed(acme.customer), await listed(acme.agent)]).toEqual([2, 3])
})

test('no other workspace has the pictures and files of this one, not even of what is public', async () => {
  const { picture, file } = filesOf.nobody!
  const host = `${globex.domain}.${settings.rootDomain}`
  const names = [`${picture}-480.webp`, file]
  const answers = names.map((name) => fetch(`/knowledgebase/files/${name}`, globex.admin, 'GET', { host }))
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([404, 404])
})
