import { describe, expect, test } from 'vitest'
import { publishArticle, writeTranslation } from '#contract/knowledge-base/articles.ts'
import { changeKnowledgeBaseSettings, changeLanguages, createCategory } from '#contract/knowledge-base/categories.ts'
import { searchArticles } from '#contract/knowledge-base/search.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { acme, app, globex, owner, type Person, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const read = async (path: string, domain = acme.domain) => {
  const { statusCode, body } = await app.inject({ url: path, headers: { host: `${domain}.${settings.rootDomain}` } })
  return { statusCode, body }
}
const locationsIn = (map: string) => [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!)

test('a list within a translation has the first language’s texts where one is missing, unless they are not to stand in', async () => {
  await asAdmin(changeLanguages, { body: { items: ['en', 'hr'] } })
  const category = await asAdmin(createCategory, { body: { name: 'Nights' } })
  const write = async (id: string, title: string, document?: object) => {
    await asAdmin(writeTranslation, { params: { id, language: 'hr' }, body: { title, ...(document && { document }) } })
    await asAdmin(publishArticle, { params: { id }, body: { language: 'hr' } })
  }
  const both = await newLiveArticle({ title: 'Night rest', category: category.id })
  await write(both.id, 'Noćni odmor')
  await newLiveArticle({ title: 'Night pay', category: category.id })
  await newLiveArticle({ title: 'Night secrets', category: category.id, visibility: 'team' })
  const list = { type: 'categoryList', attrs: { reference: { kind: 'category', id: category.id } } }
  const { id } = await newLiveArticle({ title: 'All of the night' })
  await write(id, 'Sve o noći', { type: 'doc', content: [list] })
  const listed = async () => {
    const { body } = await read(encodeURI('/hr/knowledgebase/article/sve-o-noći'))
    return [...body.matchAll(/<li><a href="[^"]+" lang="(\w+)">([^<]+)/g)].map(([, language, title]) => [
      language,
      title,
    ])
  }
  expect(await listed()).toEqual([
    ['hr', 'Noćni odmor'],
    ['en', 'Night pay'],
  ])
  await asAdmin(changeKnowledgeBaseSettings, { body: { onMissing: 'not-found' } })
  expect(await listed()).toEqual([['hr', 'Noćni odmor']])
  await asAdmin(changeKnowledgeBaseSettings, { body: { onMissing: 'first-language' } })
})

test('a map of more than 5,000 addresses is in parts, with every address in one of them', async () => {
  const count = 5003
  await owner.query(
    `with one as (
       insert into articles (workspace_id, id, position, visibility, audience, is_listed)
       select $1, uuidv7(), n, 'public', 'public', true from generate_series(1, $2::int) n returning id, position),
     written as (
       insert into article_texts (workspace_id, article_id, language, title, slug, document, revision)
       select $1, id, 'en', 'One of many', 'many-' || position, '{"type":"doc","content":[]}', 1 from one)
     insert into published_texts (workspace_id, article_id, language, position, audience, is_listed, is_pinned, takes_feedback, labels,
       title, slug, document, excerpt, meta_title, meta_description, words, revision, first_published_at, published_at)
     select $1, id, 'en', position, 'public', true, false, true, '{}',
       'One of many', 'many-' || position, '{"type":"doc","content":[]}', '', '', '', '', 1, now(), now() from one`,
    [globex.id, count],
  )
  await as(globex.admin)(createCategory, { body: { name: 'Many' } })
  const origin = settings.workspaceOrigin(globex.domain)
  const index = await read('/sitemap.xml', globex.domain)
  expect(locationsIn(index.body)).toEqual([`${origin}/sitemap-1.xml`, `${origin}/sitemap-2.xml`])
  const [first, second] = [await read('/sitemap-1.xml', globex.domain), await read('/sitemap-2.xml', globex.domain)]
  const all = [...locationsIn(first.body), ...locationsIn(second.body)]
  expect(locationsIn(first.body)).toHaveLength(5000)
  expect(all.filter((url) => url.startsWith(`${origin}/knowledgebase/article/many-`))).toHaveLength(count)
  expect(new Set(all).size).toBe(all.length)
  expect((await read('/sitemap-3.xml', globex.domain)).statusCode).toBe(404)
})

describe('the page of a category', () => {
  const newCategory = (name: string, parent?: string) =>
    asAdmin(createCategory, { body: { name, ...(parent && { parent }) } })
  const titlesIn = (body: string) =>
    [...body.matchAll(/href="\/knowledgebase\/article\/([^"]+)"/g)].map(([, slug]) => slug)

  test('shows the first articles in and below each category within it, in order, and the way to all of them', async () => {
    const top = await newCategory('Fleet')
    const cars = await newCategory('Cars', top.id)
    const below = await newCategory('Electric cars', cars.id)
    for (const title of ['Car c', 'Car a']) await newLiveArticle({ title, category: cars.id })
    await newLiveArticle({ title: 'Car of ours', category: cars.id, visibility: 'team' })
    for (const title of ['Electric 1', 'Electric 2', 'Electric 3']) await newLiveArticle({ title, category: below.id })
    const boats = await newCategory('Boats', top.id)
    await newLiveArticle({ title: 'Boat', category: boats.id })
    const { body } = await read(`/knowledgebase/category/${top.slug}`)
    expect(titlesIn(body)).toEqual(['car-c', 'car-a', 'electric-1', 'electric-2', 'boat'])
    expect([...body.matchAll(/All articles \((\d+)\)/g)].map(([, count]) => count)).toEqual(['5'])
    expect(body).not.toContain('Car of ours')
  })

  test('is counted with what stands below it, and is without a count where there is nothing', async () => {
    const top = await newCategory('Billing')
    const below = await newCategory('Invoices', top.id)
    await newCategory('Drafts alone')
    await newLiveArticle({ title: 'Pay by invoice', category: below.id })
    const { body } = await read('/knowledgebase')
    const cards = [...body.matchAll(/<li[^>]*><a href="[^"]*\/category\/.*?<\/li>/gs)].map(([card]) => card)
    const countOf = (name: string) =>
      />(\d+)<\/span>/.exec(cards.find((card) => card.includes(`>${name}</span>`))!)?.[1]
    expect([countOf('Billing'), countOf('Drafts alone')]).toEqual(['1', undefined])
  })
})

describe('what is found', () => {
  const host = `${acme.domain}.${settings.rootDomain}`
  const topicsFor = async (person: Person | null, query: object) => {
    const { topics, total, items } = await as(person)(searchArticles, { query }, { host })
    return {
      total,
      titles: items.map(({ title }) => title).sort(),
      topics: topics.map(({ name, count }) => [name, count]),
    }
  }

  test('is counted by topic, and shown of one alone, each reader by what is theirs', async () => {
    const plants = await asAdmin(createCategory, { body: { name: 'Plants' } })
    const trees = await asAdmin(createCategory, { body: { name: 'Trees', parent: plants.id } })
    const soil = await asAdmin(createCategory, { body: { name: 'Soil' } })
    await newLiveArticle({ title: 'Banksia in pots', category: plants.id })
    await newLiveArticle({ title: 'Banksia as trees', category: trees.id })
    await newLiveArticle({ title: 'Banksia for us', category: trees.id, visibility: 'team' })
    await newLiveArticle({ title: 'Banksia and sand', category: soil.id })
    await newLiveArticle({ title: 'Banksia anywhere' })
    const visitors = await topicsFor(null, { q: 'banksia' })
    expect([visitors.total, visitors.topics]).toEqual([
      4,
      [
        ['Plants', 2],
        ['Soil', 1],
      ],
    ])
    const teams = await topicsFor(acme.agent, { q: 'banksia' })
    expect([teams.total, teams.topics]).toEqual([
      5,
      [
        ['Plants', 3],
        ['Soil', 1],
      ],
    ])
    const within = await topicsFor(null, { q: 'banksia', topic: plants.id })
    expect(within).toEqual({ ...visitors, total: 2, titles: ['Banksia as trees', 'Banksia in pots'] })
    expect(await topicsFor(null, { q: 'banksia', topic: 'not-a-topic' })).toMatchObject({ total: 0, titles: [] })

    const { body } = await read('/knowledgebase/search?q=banksia&topic=soil')
    expect(body).toContain('1 result')
    expect(body).toContain('Banksia</mark> and sand')
    expect(body).not.toContain('in pots')
    expect(body).toMatch(/href="\/knowledgebase\/search\?q=banksia&amp;topic=soil" aria-current="true"/)
    expect(body).toMatch(/href="\/knowledgebase\/search\?q=banksia"[^>]*><span[^>]*>All topics/)
  })
})
