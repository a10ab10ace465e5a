import { expect, test } from 'vitest'
import { changeArticle, publishArticle, unpublishArticle } from '#contract/knowledge-base/articles.ts'
import { changeCategory, createCategory } from '#contract/knowledge-base/categories.ts'
import { searchArticles } from '#contract/knowledge-base/search.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle, paragraphs } from '#test/new-article.ts'
import { acme, owner, platform, settings } from '#test/world.ts'
import { matchTexts } from './match-texts.ts'
import { Postings, sectionsOfText } from './postings.ts'
import type { Term } from './terms.ts'

/** Maps each word of a text to the sections that contain the word, with their ranks. */
type Text = Map<string, [position: number, rank: number][]>

const words = ['a', 'b', 'c']
const terms = words.map(
  (word): Term => ({ word, raw: word, weight: 1, ways: [{ kind: 'same', words: [word], phrases: [] }] }),
)
const queryOf = (word: string) => `'${word}'`

/** Returns the posting list of a word in these texts, in the format of the index. */
function listed(word: string, texts: Map<number, Text>) {
  const entries = [...texts]
    .flatMap(([number, text]) => (text.get(word) ?? []).map(([position, rank]) => ({ number, position, rank })))
    .toSorted((one, other) => Number(one.position > 0) - Number(other.position > 0))
  const [ids, ranks] = [Buffer.alloc(entries.length * 8), Buffer.alloc(entries.length * 4)]
  for (const [at, { number, position, rank }] of entries.entries()) {
    ids.writeBigInt64BE(BigInt(number * sectionsOfText + position), at * 8)
    ranks.writeFloatBE(rank, at * 4)
  }
  return { ids, ranks }
}

const numbersOf = (texts: Map<number, Text>) => Uint32Array.from(texts.keys()).sort()

// Searches for words as the product does. Reads missing lists completely, and only the missing texts of existing lists.
function ask(postings: Postings, texts: Map<number, Text>, asked: string[]) {
  for (const word of asked.filter((word) => !postings.has(queryOf(word)))) {
    const lacked = postings.textsMissingIn(queryOf(word))
    const read = lacked ? new Map([...texts].filter(([number]) => lacked.includes(number))) : texts
    postings.add(queryOf(word), listed(word, read), lacked !== null)
  }
  return matchTexts(
    postings,
    terms.filter(({ word }) => asked.includes(word)),
  )
    .map(({ best, second, bestShare, coverage }) => ({
      best: postings.ids[best - 1],
      second: second > 0 ? postings.ids[second - 1] : null,
      bestShare,
      coverage,
    }))
    .toSorted((one, other) => one.best! - other.best!)
}

test('lists that lasted while texts came, went and came back find what lists find that are read anew', () => {
  let state = 11
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const newText = (): Text =>
    new Map(
      words.map((word) => [word, [0, 1, 2].filter(() => random(3) === 0).map((at) => [at, (1 + random(99)) / 100])]),
    )
  for (let run = 0; run < 40; run += 1) {
    const [lasting, all, live] = [new Postings(), new Map<number, Text>(), new Map<number, Text>()]
    for (let revision = 1; revision < 30; revision += 1) {
      const number = 1 + random(12)
      const text = all.get(number) ?? newText()
      all.set(number, text)
      if (!live.delete(number)) live.set(number, text)
      expect(lasting.updateToRevision(revision, numbersOf(live))).toBe(true)
      const asked = words.filter(() => random(2) === 0)
      const anew = new Postings()
      anew.updateToRevision(revision, numbersOf(live))
      expect(ask(lasting, live, asked)).toEqual(ask(anew, live, asked))
    }
  }
})

test('what changed nearly all begins anew', () => {
  const postings = new Postings()
  const numbered = (from: number) => Uint32Array.from({ length: 3000 }, (_, at) => from + at)
  expect(postings.updateToRevision(1, numbered(1))).toBe(true)
  expect(postings.updateToRevision(2, numbered(2))).toBe(true)
  expect(postings.updateToRevision(3, numbered(9000))).toBe(false)
})

test('titles come first in a list that has got more', () => {
  const postings = new Postings()
  const texts = new Map<number, Text>([
    [
      1,
      new Map([
        [
          'a',
          [
            [0, 0.5],
            [1, 0.5],
          ],
        ],
      ]),
    ],
  ])
  postings.updateToRevision(1, numbersOf(texts))
  ask(postings, texts, ['a'])
  texts.set(
    2,
    new Map([
      [
        'a',
        [
          [0, 0.4],
          [3, 0.4],
        ],
      ],
    ]),
  )
  postings.updateToRevision(2, numbersOf(texts))
  ask(postings, texts, ['a'])
  const { sections, titles } = postings.of(queryOf('a'))
  const positions = [...sections].map((section) => postings.ids[section]! % sectionsOfText)
  expect([positions, titles]).toEqual([[0, 0, 1, 3], 2])
})

const asAdmin = as(acme.admin)
const host = `${acme.domain}.${settings.rootDomain}`
const titlesFor = async (reader: Parameters<typeof as>[0], q: string) =>
  (await as(reader)(searchArticles, { query: { q } }, { host })).items.map(({ title }) => title).toSorted()

test('each reader finds what came and went since they asked, and the lists are not read again', async () => {
  const category = await asAdmin(createCategory, { body: { name: 'Monotremes' } })
  const first = await newLiveArticle({ title: 'Echidna one', document: paragraphs('An echidna digs') })
  const second = await newLiveArticle({ title: 'Echidna two', category: category.id })
  const found = async () => [await titlesFor(null, 'echidna'), await titlesFor(acme.customer, 'echidna')]
  const one = [first.title]
  const both = [first.title, second.title]
  expect(await found()).toEqual([both, both])

  const asked: string[] = []
  const { onStatement } = platform.reader
  platform.reader.onStatement = (text) => {
    asked.push(text)
    onStatement?.(text)
  }
  const params = { params: { id: second.id } }
  await asAdmin(changeCategory, { params: { id: category.id }, body: { visibility: 'customers' } })
  expect(await found()).toEqual([one, both])
  await asAdmin(changeCategory, { params: { id: category.id }, body: { visibility: 'team' } })
  expect(await found()).toEqual([one, one])
  await asAdmin(changeCategory, { params: { id: category.id }, body: { visibility: 'public' } })
  expect(await found()).toEqual([both, both])
  await asAdmin(unpublishArticle, { ...params, query: {} })
  expect(await found()).toEqual([one, one])
  await asAdmin(publishArticle, { ...params, body: {} })
  expect(await found()).toEqual([both, both])
  await asAdmin(changeArticle, { ...params, body: { title: 'Platypus two' } })
  await asAdmin(publishArticle, { ...params, body: {} })
  expect(await found()).toEqual([one, one])
  expect(await titlesFor(null, 'platypus')).toEqual(['Platypus two'])
  platform.reader.onStatement = onStatement
  expect(asked.filter((text) => text.includes('list_public_postings('))).toHaveLength(1)
  expect(asked.filter((text) => text.includes('list_public_postings_of')).length).toBeGreaterThan(1)
})

test('a text never has the number of one that was there before', async () => {
  const numbersIn = async (id: string) => {
    const { rows } = await owner.query<{ number: number }>(
      'select distinct (id / 512)::int as number from article_sections where article_id = $1',
      [id],
    )
    return rows.map(({ number }) => number)
  }
  const { id } = await newLiveArticle({ title: 'Thylacine' })
  const before = await numbersIn(id)
  await asAdmin(unpublishArticle, { params: { id }, query: {} })
  await asAdmin(publishArticle, { params: { id }, body: {} })
  const after = await numbersIn(id)
  expect([before.length, after.length]).toEqual([1, 1])
  expect(after[0]).toBeGreaterThan(before[0]!)
})
