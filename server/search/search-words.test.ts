import { describe, expect, test } from 'vitest'
import { listTickets } from '#contract/tickets.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, owner } from '#test/world.ts'
import { searchQuery, searchWords } from './search-words.ts'

describe('the words of a text', () => {
  test.each([
    ['Größe', 'große'],
    ['CAFÉ', 'cafe'],
    ['Cafe\u0301', 'cafe'],
    ['ﬁne ２０２６', 'fine 2026'],
    ['rosa.delgado@coffee.example', 'rosa delgado coffee example'],
    ['it’s O"Neill’s <b>', 'it s o neill s b'],
    ['東京タワーへ', '東 京 タ ワ ー へ'],
    ['order東京42', 'order 東 京 42'],
    ['Привет, мир!', 'привет мир'],
    ['שלום', 'שלום'],
    ['😀 🎉', ''],
    ['--- ... \u0000 \u200b', ''],
    ['', ''],
  ])('%j are %j', (text, words) => {
    expect(searchWords(text)).toBe(words.normalize('NFKD'))
  })

  test('of several texts follow one another, and what is missing is nothing', () => {
    expect(searchWords('One', null, undefined, '', 'Two')).toBe('one two')
  })

  test('have forty letters at most, letters of two halves too', () => {
    expect(searchWords('a'.repeat(5000))).toBe('a'.repeat(40))
    expect([...searchWords('𐌰'.repeat(60))]).toHaveLength(40)
  })

  test('are no more than the index can hold, and whole', () => {
    const words = searchWords('wörd '.repeat(100_000))
    expect(Buffer.byteLength(words)).toBeLessThanOrEqual(100_000)
    expect(words.slice(0, 9)).toBe('word word')
    expect(searchWords('田'.repeat(100_000)).length).toBeLessThanOrEqual(100_000 / 2)
  })
})

describe('a search', () => {
  test.each([
    ['late order', 'late & order:*'],
    ['Größe', 'große:*'],
    ['a', 'a'],
    ['order a', 'order & a'],
    ['東京', '東 & 京'],
    ["' | x & !y:* <-> (z)", 'x & y & z'],
    ['late\\:*', 'late:*'],
  ])('for %j wants every word, the last one as far as it is typed', (asked, query) => {
    expect(searchQuery(asked)).toBe(query.normalize('NFKD'))
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

test('what the server writes as words, the database reads as the same words', async () => {
  const text = searchWords('e-mail 1e5 3.14 -7 v1.2.3 https://a.example/b?c=d user@x.example 10:30 a_b 50% #4711 ½')
  const { rows } = await owner.query(`select to_tsvector('simple', $1) @@ to_tsquery('simple', $2) as found`, [
    text,
    searchQuery('1e5 14 7 2 https example user 30 b 50 4711')!,
  ])
  expect(rows).toEqual([{ found: true }])
})
