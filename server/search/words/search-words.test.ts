import { describe, expect, test } from 'vitest'
import { listTickets } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex } from '#test/world.ts'
import { searchQuery, searchVector } from './search-words.ts'

/** Returns the words of a tsvector without quotation marks. */
const wordsOf = (vector: string) =>
  [...vector.matchAll(/'((?:[^']|'')*)'/g)].map(([, word]) => word!.replaceAll("''", "'"))

describe('the words of a text', () => {
  test.each([
    ['CAFÉ', 'cafe'],
    ['Cafe\u0301', 'cafe'],
    ['Größe', 'grosse groesse'],
    ['ﬁne ２０２６', 'fine 2026'],
    ['rosa.delgado@coffee.example', 'rosa.delgado@coffee.example rosa delgado coffee example'],
    ['it’s O"Neill’s <b>', 'it s o neill b its neills'],
    ['東京タワーへ', '東 京 タ ワ ー へ'],
    ['order東京42', 'order 東 京 42'],
    ['Привет, мир!', 'привет мир'],
    ['שלום', 'שלום'],
    ['😀 🎉', ''],
    ['--- ... \u0000 \u200b', ''],
    ['', ''],
  ])('%j are %j', (text, words) => {
    expect(wordsOf(searchVector(text)).join(' ')).toBe(words)
  })

  test('of several texts follow one another, and what is missing is nothing', () => {
    expect(searchVector('One', null, undefined, '', 'Two')).toBe("'one' 'two'")
  })

  test('have forty letters at most, letters of two halves too', () => {
    expect(searchVector('a'.repeat(5000))).toBe(`'${'a'.repeat(40)}'`)
    expect([...wordsOf(searchVector('𐌰'.repeat(60)))[0]!]).toHaveLength(40)
  })

  test('are no more than the index can hold, and whole', () => {
    const many = Array.from({ length: 30_000 }, (_, at) => `wörd${at}`).join(' ')
    const words = wordsOf(searchVector(many))
    expect(Buffer.byteLength(words.join(' '))).toBeLessThanOrEqual(100_000)
    expect(words[0]).toBe('word0')
  })
})

describe('a search', () => {
  test.each([
    ['late order', "'late' & 'order':*"],
    ['Größe', "('grosse':* | 'groesse':*)"],
    ["O'Brien", "('obrien':* | ('o' & 'brien':*))"],
    ['a', "'a'"],
    ['order a', "'order' & 'a'"],
    ['東京', "'東' & '京'"],
    ["' | x & !y:* <-> (z)", "'x' & 'y' & 'z'"],
    ['late\\:*', "'late':*"],
    ["o'brien@coffee.example", "'o''brien@coffee.example'"],
    ['<Rosa@coffee.example>, late', "'rosa@coffee.example' & 'late':*"],
  ])('for %j wants every word, the last one as far as it is typed', (asked, query) => {
    expect(searchQuery(asked)).toBe(query)
  })

  test.each(['', '   ', '?!', '\u0000', '😀'])('for %j asks nothing', (asked) => {
    expect(searchQuery(asked)).toBeNull()
  })

  test('looks for sixteen words at most', () => {
    expect(searchQuery('word '.repeat(40))!.split(' & ')).toHaveLength(16)
  })
})

describe('tickets are found', () => {
  const found = async (q: string, person = acme.agent) =>
    (await as(person)(listTickets, { query: { q, view: 'all' } })).items.map(({ id }) => id)

  test('by words of their subject, with or without the marks on letters', async () => {
    const { id } = await newTicket(acme, { subject: 'Rückgabe der Gießkanne' })
    expect([await found('ruckgabe gießk'), await found('RÜCKGABE'), await found('Ru\u0308ckgabe')]).toEqual([
      [id],
      [id],
      [id],
    ])
  })

  test('in a writing without spaces, by any part', async () => {
    const { id } = await newTicket(acme, { subject: '注文番号の確認' })
    expect([await found('番号'), await found('確認')]).toEqual([[id], [id]])
  })

  test('with a word that has no end, by its beginning or all of it', async () => {
    const endless = `q${'z'.repeat(200)}`
    const { id } = await newTicket(acme, { subject: endless })
    expect([await found('qzzz'), await found(endless)]).toEqual([[id], [id]])
  })

  test('by nobody in another workspace', async () => {
    await newTicket(acme, { subject: 'Unmistakable xylophone' })
    expect(await found('xylophone', globex.agent)).toEqual([])
    expect(await found('xylophone', acme.otherCustomer)).toEqual([])
  })
})
