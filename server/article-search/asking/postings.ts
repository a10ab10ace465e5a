import { type ListedPostings, listArticles, listPostings } from '#server/article-search/queries/search.ts'
import { audiencesOf, type Reader } from '#server/knowledge-base/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type Ground, keep } from './ground.ts'
import { queriesOf, type Term } from './terms.ts'

/**
 * The sections that have a word or phrase, by their places among those that are known, and what it is worth in each, as
 * PostgreSQL's `ts_rank` says of what it stands in. The first `titles` of them are those of titles.
 */
export type PostingList = { sections: Uint32Array; ranks: Float32Array; titles: number }

/** What a reader found of a text. */
export type FoundArticle = { id: string; categoryId: string | null }

/** How the id of a section is made up: the number of its text times this, and its position. */
export const sectionsOfText = 512
export const positionOf = (id: number) => id % sectionsOfText

const nothing = { ids: Buffer.alloc(0), ranks: Buffer.alloc(0) }

/**
 * Posting lists (Zobel and Moffat, Inverted Files for Text Search Engines, 2006) of the words that somebody asked for, of
 * what readers of one kind find in one language.
 */
export class Postings {
  /** Of each known section its id, and the place of its text among the texts. */
  readonly ids: number[] = []
  readonly textOf: number[] = []
  texts = 0
  /** By the places of texts, of those that were looked for. */
  readonly articles: (FoundArticle | null | undefined)[] = []
  /** Lists that somebody reads at present. */
  readonly reading = new Map<string, Promise<void>>()
  readonly #places = new Map<number, number>()
  readonly #textPlaces = new Map<number, number>()
  readonly #lists = new Map<string, PostingList>()

  has(query: string) {
    return this.#lists.has(query)
  }
  of(query: string): PostingList {
    const list = this.#lists.get(query)
    if (!list) throw new Error(`The list of ${query} was not read`)
    return list
  }

  /** Takes in a list, and says about how many bytes it takes. */
  add(query: string, { ids, ranks }: ListedPostings = nothing): number {
    if (this.#lists.has(query)) return 0
    const before = this.ids.length
    const count = ranks.length / 4
    const list = { sections: new Uint32Array(count), ranks: new Float32Array(count), titles: 0 }
    for (let at = 0; at < count; at += 1) {
      const id = ids.readUInt32BE(at * 8) * 2 ** 32 + ids.readUInt32BE(at * 8 + 4)
      if (positionOf(id) === 0) list.titles = at + 1
      list.sections[at] = this.#places.get(id) ?? this.#place(id)
      list.ranks[at] = ranks.readFloatBE(at * 4)
    }
    this.#lists.set(query, list)
    return 200 + count * 8 + (this.ids.length - before) * 80
  }

  #place(id: number): number {
    const number = Math.floor(id / sectionsOfText)
    let text = this.#textPlaces.get(number)
    if (text === undefined) {
      text = this.texts
      this.texts += 1
      this.#textPlaces.set(number, text)
      this.articles.push(undefined)
    }
    const place = this.ids.length
    this.ids.push(id)
    this.textOf.push(text)
    this.#places.set(id, place)
    return place
  }
}

/** Of one list, in titles and in other sections. What is beyond it is as if it had no such word. */
const mostPostings = 50_000
/** Lists that one statement reads, so that it ends in time. */
const readAtOnce = 8

type Place = { tx: WorkspaceTx; reader: Reader; ground: Ground; language: string }

/** The lists of all ways to write these terms, from memory where somebody asked for them before. */
export async function findPostings(place: Place, terms: Term[]): Promise<Postings> {
  const { ground, language, reader } = place
  const name = `postings ${language} ${audiencesOf(reader)}`
  const postings = ground.kept.get<Postings>(name) ?? new Postings()
  ground.kept.set(name, postings)
  const missing = queriesOf(terms).filter((query) => !postings.has(query))
  if (missing.length === 0) return postings
  // After a publication many ask for the same.
  const others = missing.filter((query) => postings.reading.has(query))
  const own = missing.filter((query) => !postings.reading.has(query))
  const waiting = others.map((query) => postings.reading.get(query)?.catch(() => {}))
  await Promise.all([readInto(place, postings, own), ...waiting])
  // Whoever read them may have failed.
  const left = others.filter((query) => !postings.has(query))
  await readInto(place, postings, left)
  return postings
}

async function readInto(place: Place, postings: Postings, queries: string[]) {
  if (queries.length === 0) return
  const reading = takeIn(place, postings, queries)
  for (const query of queries) postings.reading.set(query, reading)
  await reading.finally(() => {
    for (const query of queries) postings.reading.delete(query)
  })
}

async function takeIn(place: Place, postings: Postings, queries: string[]) {
  const read = await readLists(place, queries)
  // The question is asked again.
  if (!(await place.ground.isTrue)) throw new Error('The knowledge base has changed')
  const added = queries.map((query) => postings.add(query, read.get(query)))
  await keep(place, sum(added))
}

const perArticle = 150

/** Finds the articles of texts, none where the reader finds it no more, unless they are known. */
export async function findArticles(place: Place, postings: Postings, texts: { text: number; best: number }[]) {
  const missing = texts.filter(({ text }) => postings.articles[text] === undefined)
  if (missing.length === 0) return
  const { tx, reader, ground, language } = place
  const ids = missing.map(({ best }) => postings.ids[best - 1]!)
  const rows = await listArticles(tx, reader, language, ids)
  if (!(await ground.isTrue)) throw new Error('The knowledge base has changed')
  await keep(place, missing.length * perArticle, () => {
    for (const { text } of missing) postings.articles[text] = null
    for (const { place, articleId: id, categoryId } of rows)
      postings.articles[missing[place - 1]!.text] = { id, categoryId }
  })
}

async function readLists({ tx, reader, language }: Place, queries: string[]) {
  const groups = Array.from({ length: Math.ceil(queries.length / readAtOnce) }, (_, at) =>
    queries.slice(at * readAtOnce, (at + 1) * readAtOnce),
  )
  const asking = groups.map(async (group) => {
    const rows = await listPostings(tx, reader, language, { queries: group, most: mostPostings })
    return rows.map((row) => [group[row.place - 1]!, row] as const)
  })
  return new Map((await Promise.all(asking)).flat())
}

const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)
