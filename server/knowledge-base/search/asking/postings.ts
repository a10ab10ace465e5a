import { audiencesOf, type Reader } from '#server/knowledge-base/categories/visibility.ts'
import {
  type ListedPostings,
  listArticles,
  listPostings,
  listPostingsOf,
  listTexts,
  type ShownArticle,
} from '#server/knowledge-base/search/queries/search.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type Ground, keep } from './ground.ts'
import type { Match } from './match-texts.ts'
import { queriesOf, type Term } from './terms.ts'

/**
 * The sections that have a word or phrase, by their places among those that are known, and what it is worth in each, as
 * PostgreSQL's `ts_rank` says of what it stands in. The first `titles` of them are those of titles. It is of all texts that
 * had come when it was read, which were so many.
 */
export type PostingList = { sections: Uint32Array; ranks: Float32Array; titles: number; come: number }

/** The articles of texts by their places, null where the reader finds none. */
export type FoundArticles = (ShownArticle | null | undefined)[]

/** How the id of a section is made up: the number of its text times this, and its position. */
export const sectionsOfText = 512
const positionOf = (id: number) => id % sectionsOfText

const nothing = { ids: Buffer.alloc(0), ranks: Buffer.alloc(0) }
/** Texts that came to what readers find, until all that is known of them begins anew. */
const mostCome = 2000

/**
 * Posting lists (Zobel and Moffat, Inverted Files for Text Search Engines, 2006) of the words that somebody asked for, of
 * what readers of one kind find in one language. What is known of a text is true as long as there is one of its number,
 * so they last while others come and go.
 */
export class Postings {
  /** Of the knowledge base, as of which they are. */
  revision = -1
  /** About as many as they take. */
  bytes = 0
  /** Of each known section its id, and the place of its text among the texts. */
  readonly ids: number[] = []
  readonly textOf: number[] = []
  texts = 0
  /** By the places of texts: 1 of those that readers find no more. */
  readonly gone: number[] = []
  /** By the places of texts, of those that were looked for since the last change. */
  articles: FoundArticles = []
  /** The numbers of all texts that came to what readers find since the first list was read. */
  readonly come: number[] = []
  /** What somebody reads at present: lists, and what has changed. */
  readonly reading = new Map<string, Promise<void>>()
  following: Promise<void> | undefined
  #live: Uint32Array = new Uint32Array()
  readonly #places = new Map<number, number>()
  readonly #textPlaces = new Map<number, number>()
  readonly #lists = new Map<string, PostingList>()

  /** Whether there is a list of all texts that are found. */
  has(query: string) {
    return this.#lists.get(query)?.come === this.come.length
  }
  of(query: string): PostingList {
    const list = this.#lists.get(query)
    if (!list) throw new Error(`The list of ${query} was not read`)
    return list
  }
  /** The texts that a list lacks; null where there is none of it. */
  lackedBy(query: string): number[] | null {
    const list = this.#lists.get(query)
    return list ? this.come.slice(list.come) : null
  }

  /** Takes in which texts there are, by their numbers in order. Says no where it has to begin anew. */
  follow(revision: number, live: Uint32Array): boolean {
    const isFirst = this.revision < 0
    const { lost, won } = isFirst ? { lost: [], won: [] } : compare(this.#live, live)
    if (this.come.length + won.length > mostCome || lost.length > mostCome) return false
    for (const number of lost) this.#mark(number, 1)
    for (const number of won) this.#mark(number, 0)
    this.come.push(...won)
    this.articles = []
    this.bytes += (live.length - this.#live.length + won.length) * 4
    this.#live = live
    this.revision = revision
    return true
  }

  #mark(number: number, gone: number) {
    const text = this.#textPlaces.get(number)
    if (text !== undefined) this.gone[text] = gone
  }

  /** Takes in a list, or what is to be added to the one that is there. */
  add(query: string, { ids, ranks }: ListedPostings = nothing, isMore = false) {
    const before = this.ids.length
    const count = ranks.length / 4
    const list = { sections: new Uint32Array(count), ranks: new Float32Array(count), titles: 0, come: this.come.length }
    for (let at = 0; at < count; at += 1) {
      const id = ids.readUInt32BE(at * 8) * 2 ** 32 + ids.readUInt32BE(at * 8 + 4)
      if (positionOf(id) === 0) list.titles = at + 1
      list.sections[at] = this.#places.get(id) ?? this.#place(id)
      list.ranks[at] = ranks.readFloatBE(at * 4)
    }
    this.#lists.set(query, isMore ? join(this.of(query), list) : list)
    this.bytes += (isMore ? 0 : 200) + count * 8 + (this.ids.length - before) * 80
  }

  #place(id: number): number {
    const number = Math.floor(id / sectionsOfText)
    let text = this.#textPlaces.get(number)
    if (text === undefined) {
      text = this.texts
      this.texts += 1
      this.#textPlaces.set(number, text)
      this.gone.push(0)
    }
    const place = this.ids.length
    this.ids.push(id)
    this.textOf.push(text)
    this.#places.set(id, place)
    return place
  }
}

/** A list with more, titles first. Of a text that had gone and came back it has some twice, which says no more than once. */
function join(list: PostingList, more: PostingList): PostingList {
  const count = list.sections.length + more.sections.length
  const fill = <T extends Uint32Array | Float32Array>(made: T, one: T, other: T): T => {
    made.set(one.subarray(0, list.titles))
    made.set(other.subarray(0, more.titles), list.titles)
    made.set(one.subarray(list.titles), list.titles + more.titles)
    made.set(other.subarray(more.titles), one.length + more.titles)
    return made
  }
  return {
    sections: fill(new Uint32Array(count), list.sections, more.sections),
    ranks: fill(new Float32Array(count), list.ranks, more.ranks),
    titles: list.titles + more.titles,
    come: more.come,
  }
}

/** What is in one of two ordered lists alone. */
function compare(before: Uint32Array, now: Uint32Array) {
  const [lost, won]: [number[], number[]] = [[], []]
  let [at, other] = [0, 0]
  while (at < before.length || other < now.length) {
    const [one, two] = [before[at] ?? Number.POSITIVE_INFINITY, now[other] ?? Number.POSITIVE_INFINITY]
    if (one < two) lost.push(one)
    if (two < one) won.push(two)
    if (one <= two) at += 1
    if (two <= one) other += 1
  }
  return { lost, won }
}

/** Of one list, in titles and in other sections. What is beyond it is as if it had no such word. */
const mostPostings = 50_000
/** Lists that one statement reads, so that it ends in time. */
const readAtOnce = 8

type Place = { tx: WorkspaceTx; reader: Reader; ground: Ground; language: string }

const changed = () => new Error('The knowledge base has changed')

/** The lists of all ways to write these terms, from memory where somebody asked for them before. */
export async function findPostings(place: Place, terms: Term[]): Promise<Postings> {
  const { ground } = place
  const queries = queriesOf(terms)
  const postings = await followed(place)
  if (postings) await findLists(place, postings, queries)
  // Meanwhile somebody may have read what was published later.
  if (postings?.revision === ground.revision) return postings
  // Where that is not what it was begun on, the question is asked again.
  if (!(await ground.isTrue)) throw changed()
  const own = new Postings()
  own.revision = ground.revision
  await findLists(place, own, queries)
  return own
}

/** What is kept of these readers, as it is now; nothing where it is of a later revision already. */
async function followed(place: Place): Promise<Postings | undefined> {
  const { ground, language, reader } = place
  const { lasting } = ground.kept
  const name = `postings ${language} ${audiencesOf(reader)}`
  for (;;) {
    const postings = (lasting.get(name) as Postings | undefined) ?? new Postings()
    lasting.set(name, postings)
    if (postings.revision === ground.revision) return postings
    if (postings.revision > ground.revision) return undefined
    // Whoever else reads what has changed may fail.
    if (postings.following) await postings.following.catch(() => {})
    else await follow(place, postings, name)
  }
}

function follow(place: Place, postings: Postings, name: string): Promise<void> {
  const following = readTexts(place, postings, name).finally(() => {
    postings.following = undefined
  })
  postings.following = following
  return following
}

async function readTexts(place: Place, postings: Postings, name: string) {
  const { tx, ground, reader, language } = place
  const live = await listTexts(tx, reader, language)
  if (!(await ground.isTrue)) throw changed()
  const before = postings.bytes
  if (postings.follow(ground.revision, live)) return keep(place, postings.bytes - before)
  ground.kept.lasting.set(name, new Postings())
  await keep(place, -before)
}

async function findLists(place: Place, postings: Postings, queries: string[]) {
  const missing = queries.filter((query) => !postings.has(query))
  if (missing.length === 0) return
  // After a publication many ask for the same.
  const others = missing.filter((query) => postings.reading.has(query))
  const own = missing.filter((query) => !postings.reading.has(query))
  const waiting = others.map((query) => postings.reading.get(query)?.catch(() => {}))
  await Promise.all([readInto(place, postings, own), ...waiting])
  // Whoever read them may have failed.
  const left = others.filter((query) => !postings.has(query))
  await readInto(place, postings, left)
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
  const { ground } = place
  const lacked = new Map(queries.map((query) => [query, postings.lackedBy(query)]))
  const texts = [...new Set([...lacked.values()].flatMap((numbers) => numbers ?? []))]
  const [whole, parts] = [queries.filter((query) => !lacked.get(query)), queries.filter((query) => lacked.get(query))]
  const lists = await readLists(place, { whole, parts, texts })
  if (!(await ground.isTrue)) throw changed()
  if (postings.revision !== ground.revision) return
  const before = postings.bytes
  for (const query of whole) postings.add(query, lists.get(query))
  for (const query of parts) postings.add(query, lists.get(query), true)
  await keep(place, postings.bytes - before)
}

type Wanted = {
  whole: string[] /** Lists of which only what stands in `texts` is wanted. */
  parts: string[]
  texts: number[]
}

async function readLists({ tx, reader, language }: Place, { whole, parts, texts }: Wanted) {
  const named = (group: string[], rows: (ListedPostings & { place: number })[]) =>
    rows.map((row) => [group[row.place - 1]!, row] as const)
  const asking = [
    ...inGroups(whole).map(async (queries) =>
      named(queries, await listPostings(tx, reader, language, { queries, most: mostPostings })),
    ),
    ...inGroups(parts).map(async (queries) =>
      named(queries, await listPostingsOf(tx, reader, language, { queries, texts })),
    ),
  ]
  return new Map((await Promise.all(asking)).flat())
}

const inGroups = (queries: string[]) =>
  Array.from({ length: Math.ceil(queries.length / readAtOnce) }, (_, at) =>
    queries.slice(at * readAtOnce, (at + 1) * readAtOnce),
  )

/** Of what is shown of an article; a letter takes two bytes at most. */
const bytesOf = ({ title, slug, excerpt }: ShownArticle) => 200 + 2 * (title.length + slug.length + excerpt.length)

/** Finds the articles of texts, from memory where somebody found them before. */
export async function findArticles(place: Place, postings: Postings, matches: Match[]): Promise<FoundArticles> {
  const { tx, reader, ground, language } = place
  const articles = postings.revision === ground.revision ? postings.articles : []
  const missing = matches.filter(({ text }) => articles[text] === undefined)
  if (missing.length === 0) return articles
  const ids = missing.map(({ best }) => postings.ids[best - 1]!)
  const rows = await listArticles(tx, reader, language, ids)
  if (!(await ground.isTrue)) throw changed()
  for (const { text } of missing) articles[text] = null
  for (const { place, ...article } of rows) articles[missing[place - 1]!.text] = article
  await keep(place, sum(rows.map(bytesOf)))
  return articles
}

const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)
