import { describe, expect, test } from 'vitest'
import { changeArticle, type EditedArticle, listArticles, showArticle } from '#contract/knowledge-base/articles.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { acme, app, globex, owner, type Person, platform, settings } from '#test/world.ts'
import { createViews, writeViews } from './note-view.ts'
import { rankPopular } from './rank-popular.ts'

const asAdmin = as(acme.admin)
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
type Reader = { remoteAddress?: string; person?: Person; method?: 'GET' | 'HEAD'; headers?: object }

const read = (slug: string, { remoteAddress = '198.51.100.1', person, method = 'GET', headers }: Reader = {}) =>
  app.inject({
    ...{ method, url: slug ? `/knowledgebase/article/${slug}` : '/knowledgebase', remoteAddress },
    headers: {
      ...{ host: `${acme.domain}.${settings.rootDomain}`, 'user-agent': firefox },
      ...(person && { cookie: `access_token=${person.token}` }),
      ...headers,
    },
  })
async function viewsOf(id: string) {
  await writeViews(platform)
  return ((await asAdmin(showArticle, { params: { id }, query: {} })) as EditedArticle).views
}
const rank = () => inWorkspace(platform.app, acme.id, rankPopular)
const popularFor = async (person: Person | null) => {
  const host = person ? settings.apiHost : `${acme.domain}.${settings.rootDomain}`
  const { items } = await as(person)(listArticles, { query: { order: 'popular' } }, { host })
  return items.map(({ title }) => title)
}

describe('an article is read', () => {
  test('by a reader once a day, whether it is drawn, kept or known to them', async () => {
    const { id, slug } = await newLiveArticle({ title: 'Counted' })
    const { headers } = await read(slug)
    await read(slug)
    await read(slug, { headers: { 'if-none-match': String(headers.etag) } })
    await read(slug, { remoteAddress: '198.51.100.2' })
    await read(slug, { headers: { 'user-agent': `${firefox} other` } })
    await read(slug, { person: acme.customer, remoteAddress: '198.51.100.3' })
    expect(await viewsOf(id)).toBe(4)
    const [listed] = (await asAdmin(listArticles, { query: { order: 'popular' } })).items
    expect([listed?.title, listed?.views]).toEqual(['Counted', 4])
  })

  test('by no crawler, no prefetch, nobody of the team, and nobody who asks for headers alone', async () => {
    const { id, slug } = await newLiveArticle({ title: 'Not counted' })
    await read(slug, { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } })
    await read(slug, { headers: { 'user-agent': '' } })
    await read(slug, { headers: { 'sec-purpose': 'prefetch' } })
    await read(slug, { method: 'HEAD' })
    await read(slug, { person: acme.agent })
    await read(`${slug}.md`)
    expect(await viewsOf(id)).toBe(0)
  })

  test('by 50 of a network at most, whatever browsers they say they are', () => {
    const views = createViews()
    const from = (network: string, one: number) =>
      views.count({ workspaceId: 'w', articleId: 'a', network, browser: `${one}` }, 0)
    const counted = Array.from({ length: 60 }, (_, one) => from(`198.51.100.${one}`, one))
    expect(counted.filter(Boolean)).toHaveLength(50)
    expect(from('203.0.113.1', 1)).toBe(true)
    expect(views.take()).toEqual([['w', new Map([['a', 51]])]])
  })

  test('again the next day', () => {
    const views = createViews()
    const view = { workspaceId: 'w', articleId: 'a', network: '198.51.100.1', browser: 'One' }
    const dayMs = 86_400_000
    expect([0, dayMs - 1, dayMs, dayMs + 1].map((now) => views.count(view, now))).toEqual([true, false, true, false])
  })
})

describe('what is popular', () => {
  test('is what was read the most of late, on the home page and for customers, from the next count on', async () => {
    const [old, often, seldom] = [
      await newLiveArticle({ title: 'Popular once' }),
      await newLiveArticle({ title: 'Popular often' }),
      await newLiveArticle({ title: 'Popular seldom' }),
    ]
    for (const one of [1, 2, 3, 4, 5]) await read(old.slug, { remoteAddress: `203.0.113.${one}` })
    await writeViews(platform)
    await owner.query('update article_counts set recent_on = recent_on - 28 where article_id = $1', [old.id])
    for (const one of [1, 2, 3]) await read(often.slug, { remoteAddress: `203.0.113.${one}` })
    await read(seldom.slug)
    await writeViews(platform)
    const before = (await read('')).body
    await rank()
    const isNamed = (title: string) => title.startsWith('Popular')
    expect((await popularFor(null)).filter(isNamed)).toEqual(['Popular often', 'Popular seldom'])
    expect((await popularFor(acme.customer)).filter(isNamed)).toEqual(['Popular often', 'Popular seldom'])
    const home = (await read('')).body
    expect([before.includes('id="popular"'), home.includes('id="popular"')]).toEqual([false, true])
    const searched = await app.inject({
      url: '/knowledgebase/search?q=xyzzyq',
      headers: { host: `${acme.domain}.${settings.rootDomain}` },
    })
    expect(searched.body).toContain('Popular often')
  })

  test('makes no page anew where nothing changed', async () => {
    await rank()
    const revision = async () =>
      (await owner.query('select revision from knowledge_bases where workspace_id = $1', [acme.id])).rows[0].revision
    const before = await revision()
    await rank()
    expect(await revision()).toBe(before)
  })

  test('tells nobody of what they may not find, nor another workspace of anything', async () => {
    const { id, slug } = await newLiveArticle({ title: 'Hidden soon' })
    for (const one of [11, 12, 13]) await read(slug, { remoteAddress: `203.0.113.${one}` })
    await writeViews(platform)
    await rank()
    await asAdmin(changeArticle, { params: { id }, body: { visibility: 'team' } })
    const found = await Promise.all([null, acme.customer, acme.agent, globex.agent].map(popularFor))
    expect(found.map((titles) => titles.includes('Hidden soon'))).toEqual([false, false, true, false])
    const seen = await platform.reader.pool.connect()
    await seen.query(`begin; select enter_host('${acme.domain}')`)
    const { rows } = await seen.query('select article_id from popular_articles where article_id = $1', [id])
    await seen.query('rollback')
    seen.release()
    expect(rows).toEqual([])
  })
})
