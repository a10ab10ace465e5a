import { describe, expect, test } from 'vitest'
import { changeArticle, moveArticle, publishArticle } from '#contract/knowledge-base/articles.ts'
import { changeCategory, createCategory, deleteCategory } from '#contract/knowledge-base/categories.ts'
import { searchArticles } from '#contract/knowledge-base/search.ts'
import { readerOf } from '#server/knowledge-base/categories/visibility.ts'
import { beginSearch } from '#server/knowledge-base/search/queries/search.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle, paragraphs } from '#test/new-article.ts'
import { sized } from '#test/sized.ts'
import { acme, platform, settings } from '#test/world.ts'
import { findPostings } from './postings.ts'
import { createSearchCache, type SearchSettings, withSearchSettings } from './search-cache.ts'

const asAdmin = as(acme.admin)
const params = ({ id }: { id: string }) => ({ params: { id } })
const host = `${acme.domain}.${settings.rootDomain}`
const search = (q: string) => as(null)(searchArticles, { query: { q } }, { host })

/** Counts the public sections that contain a word. */
async function countSections(tx: WorkspaceTx, settings: SearchSettings, word: string) {
  const ways = [{ kind: 'same' as const, words: [word], phrases: [] }]
  const place = { tx, settings, reader: readerOf('public'), language: 'en' }
  return (await findPostings(place, [{ word, raw: word, weight: 1, ways }])).of(`'${word}'`).sections.length
}

describe('what is kept', () => {
  const begun = { revision: 1, languages: ['en'], onMissing: 'first-language' as const, hasSynonyms: false }
  const keptOf = createSearchCache({ ofAll: 100_000, ofOne: 50_000 })
  const grow = (workspaceId: string, bytes: number) =>
    keptOf.grow(workspaceId, keptOf.get(workspaceId) ?? keptOf.begin(workspaceId, begun), bytes)

  test('of all workspaces is bounded: the one that was not asked for longest goes', () => {
    for (const workspaceId of ['one', 'two']) for (let turn = 0; turn < 4; turn += 1) grow(workspaceId, 10_000)
    expect([keptOf.get('two')?.bytes, keptOf.get('one')?.bytes]).toEqual([41_000, 41_000])
    grow('three', 30_000)
    expect([keptOf.get('one')?.bytes, keptOf.get('two'), keptOf.get('three')?.bytes]).toEqual([
      41_000,
      undefined,
      31_000,
    ])
  })

  test('of one begins anew where it has become too large', () => {
    grow('four', 40_000)
    const before = keptOf.get('four')
    grow('four', 20_000)
    expect(keptOf.get('four')).toMatchObject({ begun, bytes: 1000 })
    keptOf.grow('four', before!, 20_000)
    expect(keptOf.get('four')?.bytes).toBe(1000)
  })

  test.each([
    [44_000, 45_000],
    [45_000, 1000],
  ])('begins anew with what lasts, unless that is most of it: %i bytes of 50,000', (lasting, left) => {
    const kept = keptOf.begin('five', begun)
    kept.set('word', {})
    kept.lasting.set('lists', { bytes: lasting })
    grow('five', 50_000)
    expect(keptOf.get('five')?.bytes).toBe(left)
    expect(keptOf.get('five')?.get('word')).toBeUndefined()
    expect([...(keptOf.get('five')?.lasting.keys() ?? [])]).toEqual(left > 1000 ? ['lists'] : [])
    keptOf.get('five')?.lasting.clear()
  })
})

describe('of what was asked before', () => {
  /** Returns the SQL statements that the reader role runs during `work`. */
  async function askedBy(work: () => Promise<unknown>) {
    const asked: string[] = []
    const { onStatement } = platform.reader
    platform.reader.onStatement = (text) => {
      asked.push(text)
      onStatement?.(text)
    }
    await work().finally(() => {
      platform.reader.onStatement = onStatement
    })
    return asked
  }
  const partsAskedBy = async (work: () => Promise<unknown>) => {
    const asked = await askedBy(work)
    return everything.filter((name) => asked.some((text) => text.includes(name)))
  }
  const everything = ['search_words', 'list_public_postings', 'from "categories"']

  test('words, where they stand and categories are known until something is published', async () => {
    await newLiveArticle({ title: 'Numbat naps', document: paragraphs('In a nest') })
    const find = () => search('numbat naps')
    await find()
    expect(await partsAskedBy(find)).toEqual([])
    expect(await partsAskedBy(() => search('numbat nest'))).toEqual(['search_words', 'list_public_postings'])
    const misspelt = () => search('nunbat nest')
    expect(await partsAskedBy(misspelt)).toEqual(['search_words'])
    expect(await partsAskedBy(misspelt)).toEqual([])
    await newLiveArticle({ title: 'Numbat nests' })
    expect(await partsAskedBy(() => search('numbat nest'))).toEqual(everything)
  })

  test('where a word stands is read once for all who ask right after something was published', async () => {
    await newLiveArticle({ title: 'Numbat nooks' })
    await search('platypus')
    const find = () =>
      inWorkspace(platform.reader, acme.id, (tx) =>
        withSearchSettings(tx, async (settings) => {
          await settings.isCurrent
          await bothAreHere()
          return countSections(tx, settings, 'nooks')
        }),
      )
    let here = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    const bothAreHere = () => {
      here += 1
      if (here === 2) resolve()
      return promise
    }
    const asked = await askedBy(async () => expect(await Promise.all([find(), find()])).toEqual([1, 1]))
    expect(asked.filter((text) => text.includes('list_public_postings'))).toHaveLength(1)
  })

  test('a category is called as it was renamed', async () => {
    const category = await asAdmin(createCategory, { body: { name: 'Diggers' } })
    await newLiveArticle({ title: 'Bilby burrows', category: category.id })
    const topics = async () => (await search('bilby')).topics.map(({ name }) => name)
    expect([await topics(), await topics()]).toEqual([['Diggers'], ['Diggers']])
    await asAdmin(changeCategory, { ...params(category), body: { name: 'Burrowers' } })
    expect(await topics()).toEqual(['Burrowers'])
  })

  test('an article is under the topic that it was moved to, by itself, with its category, or as that was deleted', async () => {
    const named = (name: string, parent?: string) =>
      asAdmin(createCategory, { body: { name, ...(parent && { parent }) } })
    const [east, west] = [await named('East'), await named('West')]
    const below = await named('Far east', east.id)
    const article = await newLiveArticle({ title: 'Quokka quays', category: below.id })
    const topics = async () => (await search('quokka')).topics.map(({ name }) => name)
    expect(await topics()).toEqual(['East'])
    await asAdmin(moveArticle, { ...params(article), body: { category: west.id } })
    expect(await topics()).toEqual(['West'])
    await asAdmin(changeArticle, { ...params(article), body: { category: below.id } })
    expect(await topics()).toEqual(['East'])
    await asAdmin(changeCategory, { ...params(below), body: { parent: west.id } })
    expect(await topics()).toEqual(['West'])
    await asAdmin(deleteCategory, { ...params(below), query: { to: east.id } })
    expect(await topics()).toEqual(['East'])
  })
})

test('whoever searches right after a publication finds it, however many search meanwhile', async () => {
  const { id } = await newLiveArticle({ title: 'Wallaby zero' })
  let isOver = false
  const others = Array.from({ length: 4 }, async () => {
    while (!isOver) await search('wallaby')
  })
  const stale: string[] = []
  for (let turn = 1; turn <= sized(4, 15); turn += 1) {
    const title = `Wallaby word${turn}x`
    await asAdmin(changeArticle, { params: { id }, body: { title } })
    await asAdmin(publishArticle, { params: { id }, body: {} })
    const [now, before] = await Promise.all([search(`word${turn}x`), search(`word${turn - 1}x`)])
    if (now.items[0]?.title !== title) stale.push(`${title} is not found`)
    if (before.items.some((item) => item.title !== title)) stale.push(`what was before ${title} is found`)
  }
  isOver = true
  await Promise.all(others)
  expect(stale).toEqual([])
})

test('what an older reading found is not kept for those who read since', async () => {
  const found = await inWorkspace(
    platform.reader,
    acme.id,
    async (older) => {
      // The transaction takes its snapshot at the first statement, so it does not see later changes.
      await beginSearch(older)
      await newLiveArticle({ title: 'Bandicoot burrows' })
      await search('platypus')
      return inWorkspace(platform.reader, acme.id, (tx) =>
        withSearchSettings(tx, async (settings) => {
          const before = await withSearchSettings(older, (known) => countSections(older, known, 'bandicoot'))
          return [before, await countSections(tx, settings, 'bandicoot')]
        }),
      )
    },
    { isReading: true },
  )
  expect(found).toEqual([0, 1])
})
