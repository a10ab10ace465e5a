import { describe, expect, test } from 'vitest'
import { type Match, matchTexts, meantIn, scoreOf } from './match-texts.ts'
import { Postings, sectionsOfText } from './postings.ts'
import { factorOf, type Term } from './terms.ts'

/** An entry of the index: text number, section position (0 for the title) and rank. */
type Entry = [text: number, position: number, rank: number]

function listed(entries: Entry[]) {
  const ordered = entries.toSorted(([, one], [, other]) => Number(one > 0) - Number(other > 0))
  const [ids, ranks] = [Buffer.alloc(entries.length * 8), Buffer.alloc(entries.length * 4)]
  for (const [at, [text, position, rank]] of ordered.entries()) {
    ids.writeBigInt64BE(BigInt(text * sectionsOfText + position), at * 8)
    ranks.writeFloatBE(rank, at * 4)
  }
  return { ids, ranks }
}

function postingsOf(lists: Record<string, Entry[]>) {
  const postings = new Postings()
  for (const [word, entries] of Object.entries(lists)) postings.add(`'${word}'`, listed(entries))
  return postings
}

const term = (word: string, weight = 1, kin: string[] = []): Term => {
  const ways = [{ kind: 'same' as const, words: [word], phrases: [] }]
  return {
    ...{ word, raw: word, weight },
    ways: kin.length > 0 ? [...ways, { kind: 'kin', words: kin, phrases: [] }] : ways,
  }
}
const textOf = (postings: Postings, { best }: Match) => Math.floor(postings.ids[best - 1]! / sectionsOfText)
const textsFor = (lists: Record<string, Entry[]>, terms: Term[]) => {
  const postings = postingsOf(lists)
  return matchTexts(postings, terms).map((match) => textOf(postings, match))
}

describe('texts come by', () => {
  test.each([
    [
      'what a word is worth in them',
      {
        a: [
          [1, 1, 0.2],
          [2, 1, 0.4],
        ],
      },
      [term('a')],
      [2, 1],
    ],
    [
      'all words over some',
      {
        a: [
          [1, 1, 0.4],
          [2, 1, 0.4],
        ],
        b: [[1, 2, 0.1]],
      },
      [term('a'), term('b')],
      [1, 2],
    ],
    ['rare words over common ones', { a: [[1, 1, 0.4]], b: [[2, 1, 0.4]] }, [term('a', 1), term('b', 5)], [2, 1]],
    [
      'words in one section over words in several',
      {
        a: [
          [1, 1, 0.4],
          [2, 1, 0.4],
        ],
        b: [
          [1, 2, 0.4],
          [2, 1, 0.4],
        ],
      },
      [term('a'), term('b')],
      [2, 1],
    ],
    ['a word over its kin', { a: [[1, 1, 0.4]], as: [[2, 1, 0.4]] }, [term('a', 1, ['as'])], [1, 2]],
    ['nothing, where nothing is found', { a: [] }, [term('a')], []],
  ] as [string, Record<string, Entry[]>, Term[], number[]][])('%s', (_, lists, terms, expected) => {
    expect(textsFor(lists, terms)).toEqual(expected)
  })
})

test('one question leaves nothing behind for the next one', () => {
  const lists: Record<string, Entry[]> = {
    a: [
      [1, 1, 0.4],
      [2, 3, 0.2],
    ],
    b: [[2, 3, 0.3]],
  }
  const postings = postingsOf(lists)
  const first = matchTexts(postings, [term('a'), term('b')])
  matchTexts(postings, [term('b')])
  expect(matchTexts(postings, [term('a'), term('b')])).toEqual(first)
})

test('of a common word beside a rare one, what has the rare one or the common one in its title is looked at', () => {
  const common = Array.from({ length: 6000 }, (_, at): Entry => [at + 10, 1, 0.3])
  const lists: Record<string, Entry[]> = {
    common: [...common, [3, 0, 0.9], [3, 1, 0.9]],
    rare: [
      [1, 1, 0.3],
      [12, 1, 0.3],
    ],
  }
  expect(textsFor(lists, [term('common', 1), term('rare', 6)])).toEqual([12, 1, 3])
  // A search for only the common word finds texts, too.
  expect(textsFor(lists, [term('common')])).toHaveLength(100)
})

test('what was taken for a misspelling says which word it was found by, and what stands there as it was asked says none', () => {
  const postings = postingsOf({
    a: [],
    b: [[1, 1, 0.4]],
    c: [
      [1, 1, 0.2],
      [2, 1, 0.4],
    ],
  })
  const typo = (word: string) => ({ kind: 'typo' as const, words: [word], phrases: [] })
  const misspelt = { ...term('a'), ways: [...term('a').ways, typo('c'), typo('b')] }
  const matches = matchTexts(postings, [misspelt])
  expect(
    meantIn(
      postings,
      matches.filter((match) => textOf(postings, match) === 1),
      [misspelt],
      0,
    ),
  ).toBe('b')
  expect(meantIn(postings, matchTexts(postings, [term('b')]), [term('b')], 0)).toBeNull()
})

/** Computes the expected result of `matchTexts` with a simple algorithm. */
function matchPlainly(lists: Record<string, Entry[]>, terms: Term[]) {
  const worthOf = (one: Term, text: number, position: number) =>
    Math.max(
      0,
      ...one.ways.flatMap((way) =>
        way.words.flatMap((word) =>
          lists[word]!.filter(([of, at]) => of === text && at === position).map(
            ([, , rank]) => rank * factorOf(one, way),
          ),
        ),
      ),
    )
  const weights = terms.map((one) =>
    one.ways.some(({ words }) => words.some((word) => lists[word]!.length > 0)) ? one.weight : 0,
  )
  const all = sum(weights)
  const texts = [...new Set(Object.values(lists).flatMap((entries) => entries.map(([text]) => text)))]
  return texts.map((text) => {
    const positions = [
      ...new Set(Object.values(lists).flatMap((entries) => entries.filter(([of]) => of === text).map(([, at]) => at))),
    ]
    const has = terms.map((one) => Math.max(0, ...positions.map((position) => worthOf(one, text, position))))
    const totals = positions.map((position) => sum(terms.map((one) => worthOf(one, text, position))))
    const coverage = sum(weights.filter((_, at) => has[at]! > 0)) / all
    const [best = 0, second = 0] = totals.toSorted((one, other) => other - one).map((total) => total / all)
    return { text, second, score: scoreOf({ rest: sum(has) / all, coverage }, best) }
  })
}

test('random lists are matched as a plain reckoning has it', () => {
  let state = 7
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let run = 0; run < 300; run += 1) {
    const words = ['a', 'as', 'b', 'c']
    const lists = Object.fromEntries(words.map((word) => [word, randomEntries(random)]))
    const terms = [term('a', 1 + random(5), ['as']), term('b', 1 + random(5)), term('c', 1 + random(5))]
    const postings = postingsOf(lists)
    const found = matchTexts(postings, terms)
    const plain = new Map(matchPlainly(lists, terms).map((one) => [one.text, one]))
    expect(found).toHaveLength(plain.size)
    for (const match of found) {
      const { score, second } = plain.get(textOf(postings, match))!
      expect(scoreOf(match, match.bestShare)).toBeCloseTo(score, 4)
      expect(match.secondShare).toBeCloseTo(second, 4)
    }
    const scores = found.map((match) => scoreOf(match, match.bestShare))
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  }
})

function randomEntries(random: (below: number) => number): Entry[] {
  const places = new Set(Array.from({ length: random(20) }, () => random(8) * 10 + random(4)))
  return [...places].map((place) => [Math.floor(place / 10) + 1, place % 10, (1 + random(99)) / 100])
}

const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)
