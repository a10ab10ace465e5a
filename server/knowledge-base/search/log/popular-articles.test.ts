import { beforeEach, describe, expect, test } from 'vitest'
import { listSearches, noteOpened, searchArticles } from '#contract/knowledge-base/search.ts'
import { writeChoices } from '#server/knowledge-base/search/queries/log.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle, paragraphs } from '#test/new-article.ts'
import { acme, app, owner, platform, settings } from '#test/world.ts'
import { createChoices } from './note-search.ts'

const host = `${acme.domain}.${settings.rootDomain}`
const find = async (q: string) =>
  (await as(null)(searchArticles, { query: { q } }, { host })).items.map(({ title }) => title)
/** Searches as an anonymous visitor and opens an article from the results. */
async function choose(q: string, article: string, remoteAddress: string) {
  const from = { headers: { host }, remoteAddress }
  await app.inject({ ...from, method: 'GET', url: searchArticles.path, query: { q } })
  await app.inject({ ...from, method: 'PUT', url: noteOpened.path, payload: { article } })
}
/** Reads the search log, because this request stores the pending entries. */
const write = () => as(acme.admin)(listSearches, { query: {} })
const choicesOf = async (id: string) =>
  (await owner.query('select choices from article_choices where article_id = $1', [id])).rows

beforeEach(() => owner.query('delete from article_choices where workspace_id = any($1)', [[acme.id]]))

test('of matches that are as good as each other, what many networks chose comes first', async () => {
  const [one, other] = [await newLiveArticle({ title: 'Emu one' }), await newLiveArticle({ title: 'Emu two' })]
  expect(await find('emu')).toEqual([one.title, other.title])
  for (let network = 0; network < 20; network += 1) await choose('emu', other.id, `198.18.${network}.7`)
  await write()
  expect(await find('emu')).toEqual([other.title, one.title])
})

test('one person with a script changes nothing, from however many addresses of a network', async () => {
  const [one, other] = [await newLiveArticle({ title: 'Koel one' }), await newLiveArticle({ title: 'Koel two' })]
  for (let address = 0; address < 20; address += 1) await choose('koel', other.id, `198.19.1.${address}`)
  for (let address = 0; address < 20; address += 1) await choose('koel', other.id, `2001:db8:1:${address}::1`)
  await write()
  expect(await choicesOf(other.id)).toEqual([{ choices: 2 }])
  expect(await find('koel')).toEqual([one.title, other.title])
})

test('nor day by day', async () => {
  const [one, other] = [await newLiveArticle({ title: 'Brolga one' }), await newLiveArticle({ title: 'Brolga two' })]
  for (let day = 0; day < 100; day += 1) {
    await inWorkspace(platform.app, acme.id, (tx) => writeChoices(tx, new Map([[other.id, 1]])))
    await owner.query('update article_choices set counted_on = counted_on - 1')
  }
  expect(await find('brolga')).toEqual([one.title, other.title])
})

test('no better match is overtaken', async () => {
  const heading = { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Cassowary' }] }
  await newLiveArticle({ title: 'Better', document: { type: 'doc', content: [heading] } })
  const worse = await newLiveArticle({ title: 'Birds', document: paragraphs('Such as the cassowary') })
  await inWorkspace(platform.app, acme.id, (tx) => writeChoices(tx, new Map([[worse.id, 1_000_000]])))
  expect(await find('cassowary')).toEqual(['Better', 'Birds'])
})

test('what the team opens, and what was not found, counts for nothing', async () => {
  const article = await newLiveArticle({ title: 'Quoll' })
  await as(acme.agent)(searchArticles, { query: { q: 'quoll' } })
  await as(acme.agent)(noteOpened, { body: { article: article.id } })
  await as(acme.customer)(noteOpened, { body: { article: article.id } })
  await write()
  expect(await choicesOf(article.id)).toEqual([])
})

test('a network counts again the next day', () => {
  const choices = createChoices()
  const visitor = { workspaceId: 'w', kind: 'visitor', network: '198.18.0.1' } as const
  const dayMs = 86_400_000
  for (const now of [0, dayMs - 1, dayMs, dayMs + 1]) choices.count(visitor, 'a', now)
  expect(choices.take()).toEqual([['w', new Map([['a', 2]])]])
  expect(choices.take()).toEqual([])
})

describe('what readers said of articles', () => {
  const vote = (id: string, helpful: number, unhelpful: number) =>
    owner.query(
      `insert into article_counts (workspace_id, article_id, helpful, unhelpful) values ($1, $2, $3, $4)
       on conflict (workspace_id, article_id) do update set helpful = $3, unhelpful = $4`,
      [acme.id, id, helpful, unhelpful],
    )

  test('puts what helped before what did not, of matches that are as good as each other', async () => {
    const [one, other] = [
      await newLiveArticle({ title: 'Dunnart one' }),
      await newLiveArticle({ title: 'Dunnart two' }),
    ]
    await vote(one.id, 2, 18)
    await vote(other.id, 9, 1)
    expect(await find('dunnart')).toEqual([other.title, one.title])
    await vote(other.id, 4, 0)
    await vote(one.id, 0, 4)
    expect(await find('dunnart')).toEqual([one.title, other.title])
  })

  test('puts nothing before a better match, also together with what they choose', async () => {
    const heading = { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Bilby' }] }
    const better = await newLiveArticle({ title: 'Best', document: { type: 'doc', content: [heading] } })
    const worse = await newLiveArticle({ title: 'Animals', document: paragraphs('Such as the bilby') })
    await inWorkspace(platform.app, acme.id, (tx) => writeChoices(tx, new Map([[worse.id, 1_000_000]])))
    await vote(worse.id, 1_000_000, 0)
    await vote(better.id, 0, 1_000_000)
    expect(await find('bilby')).toEqual(['Best', 'Animals'])
  })

  test('is told as a share, once enough of them have said so', async () => {
    const [many, few] = [await newLiveArticle({ title: 'Potoroo one' }), await newLiveArticle({ title: 'Potoroo two' })]
    await vote(many.id, 7, 1)
    await vote(few.id, 4, 0)
    const { items } = await as(null)(searchArticles, { query: { q: 'potoroo' } }, { host })
    expect(items.map(({ title, helpfulShare }) => [title, helpfulShare])).toEqual([
      [many.title, 88],
      [few.title, null],
    ])
  })
})
