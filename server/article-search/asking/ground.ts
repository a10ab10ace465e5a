import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import {
  type Begun,
  beginSearch,
  type KnownWord,
  listKnownWords,
  listPlaces,
} from '#server/article-search/queries/search.ts'
import { dictionaryOf } from '#server/article-search/words/languages.ts'
import type { Tops } from '#server/knowledge-base/categories/top-categories.ts'
import { audiencesOf, type Reader } from '#server/knowledge-base/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** What a search goes by before it reads what is asked, as it is under one revision of the knowledge base. */
export type Ground = Begun & { number: number }

const grounds = new LRUCache<string, Ground>({ max: 2000 })
let last = 0

/**
 * Lets work search on what is known. It begins together with the question what that is now, in the same round trip and on
 * what it was last time, and begins again where that proves wrong.
 */
export async function onGround<T>(tx: WorkspaceTx, work: (ground: Ground) => Promise<T>): Promise<T> {
  const presumed = grounds.get(tx.workspaceId)
  const asking = beginSearch(tx)
  const working = presumed && work(presumed)
  // It is waited for later, and may have failed by then.
  working?.catch(() => {})
  const begun = await asking
  if (working && isDeepStrictEqual({ ...begun, number: presumed.number }, presumed)) return working
  await working?.catch(() => {})
  last += 1
  const ground = { ...begun, number: last }
  grounds.set(tx.workspaceId, ground)
  return work(ground)
}

/** A row takes some 150 bytes; what was not asked for longest goes, and with it what belongs to an older ground. */
const mostRows = 100_000
const mostCategories = 20_000

const keptWords = new LRUCache<string, KnownWord[]>({ maxSize: mostRows, sizeCalculation: (rows) => rows.length + 1 })

/** Of the categories that a reader finds, by ground and reader. */
export const keptTops = new LRUCache<string, Tops>({
  maxSize: mostCategories,
  sizeCalculation: (tops) => tops.size + 1,
})

/** In which category the articles stand that a reader found, null where in none, by ground, language and reader. */
const keptPlaces = new LRUCache<string, Map<string, string | null>>({
  maxSize: mostRows,
  sizeCalculation: (places) => places.size + 1,
})

/** In which category each of these articles stands that the reader found, from memory where somebody found it before. */
export async function findPlaces({ tx, ground, language, reader }: Place & { reader: Reader }, ids: string[]) {
  const name = `${ground.number} ${language} ${audiencesOf(reader)}`
  const kept = keptPlaces.get(name) ?? new Map<string, string | null>()
  const missing = ids.filter((id) => !kept.has(id))
  if (missing.length > 0) {
    const placed = await listPlaces(tx, reader, language, missing)
    const found = new Map(
      placed.flatMap(({ categoryId, places }) => places.map((at) => [missing[at - 1]!, categoryId])),
    )
    for (const id of missing) kept.set(id, found.get(id) ?? null)
    // Once more, so that it counts as large as it has become.
    keptPlaces.set(name, kept)
  }
  return ids.map((id) => ({ id, categoryId: kept.get(id)! }))
}

type Place = { tx: WorkspaceTx; ground: Ground; language: string }
type Asked = { word: string; raw: string; begins: boolean }

/** What is known of words, and of those that begin as they do, from memory where somebody asked for them before. */
export async function lookUp({ tx, ground, language }: Place, words: Asked[]): Promise<KnownWord[]> {
  // The empty word counts the texts.
  const asked = [...words, { word: '', raw: '', begins: false }]
  const names = new Map(asked.map((one) => [`${ground.number} ${language} ${one.begins} ${one.word} ${one.raw}`, one]))
  const known = new Map([...names.keys()].map((name) => [name, keptWords.get(name)]))
  const missing = [...names].filter(([name]) => !known.get(name))
  if (missing.length > 0) {
    const wanted = missing.map(([, one]) => one)
    const rows = await listKnownWords(
      tx,
      { language, dictionary: dictionaryOf(language) },
      { words: wanted, keys: [], beginnings: wanted.filter(({ begins }) => begins).map(({ word }) => word) },
    )
    const ofWord = Map.groupBy(rows, ({ askedWord }) => askedWord)
    for (const [name, { word, begins }] of missing) {
      const own = (ofWord.get(word) ?? []).filter(({ kind }) => begins || kind !== 'begun')
      keptWords.set(name, own)
      known.set(name, own)
    }
  }
  return [...known.values()].flatMap((rows) => rows ?? [])
}
