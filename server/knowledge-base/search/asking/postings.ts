import { audiencesOf } from '#server/knowledge-base/categories/visibility.ts'
import {
  type ListedPostings,
  listArticles,
  listPostings,
  listPostingsOf,
  listTexts,
  type SearchArticle,
} from '#server/knowledge-base/search/queries/search.ts'
import { type Match, sum } from './match-texts.ts'
import { keep, type SearchScope } from './search-cache.ts'
import { queriesOf, type Term } from './terms.ts'

/**
 * Sections that contain a word or phrase, as positions in `Postings.ids`, with their weights from `ts_rank`. The first
 * `titles` entries are titles. The list covers the first `addedTextCount` texts of `Postings.addedTexts`.
 */
export type PostingList = { sections: Uint32Array; ranks: Float32Array; titles: number; addedTextCount: number }

/** Articles by the position of their text. Null: the reader cannot see the article. Undefined: not read yet. */
export type ArticlesInOrder = (SearchArticle | null | undefined)[]

/** A section id is the number of its text multiplied by this value, plus the position of the section in the text. */
export const sectionsOfText = 512
const positionOf = (id: number) => id % sectionsOfText

const nothing = { ids: Buffer.alloc(0), ranks: Buffer.alloc(0) }
// Maximum number of new texts and of removed texts. With more, all posting lists are read again.
const mostChangedTexts = 2000

/**
 * Cached posting lists of the searched words (Zobel and Moffat, Inverted Files for Text Search Engines, 2006), for one
 * language and one group of readers. A changed text gets a new number, so the lists stay valid.
 */
export class Postings {
  revision = -1
  bytes = 0
  readonly ids: number[] = []
  readonly textOf: number[] = []
  texts = 0
  /** By text: 1 if the readers can no longer see the text, else 0. */
  readonly gone: number[] = []
  articles: ArticlesInOrder = []
  /** Numbers of all texts that became visible after the first revision, in the order in which they became visible. */
  readonly addedTexts: number[] = []
  readonly reading = new Map<string, Promise<void>>()
  updating: Promise<void> | undefined
  #live: Uint32Array = new Uint32Array()
  readonly #places = new Map<number, number>()
  readonly #textPlaces = new Map<number, number>()
  readonly #lists = new Map<string, PostingList>()

  has(query: string) {
    return this.#lists.get(query)?.addedTextCount === this.addedTexts.length
  }
  of(query: string): PostingList {
    const list = this.#lists.get(query)
    if (!list) throw new Error(`The list of ${query} was not read`)
    return list
  }
  /** Returns the numbers of texts that the list of this query does not cover yet; null without such a list. */
  textsMissingIn(query: string): number[] | null {
    const list = this.#lists.get(query)
    return list ? this.addedTexts.slice(list.addedTextCount) : null
  }

  /**
   * Updates the cache to a revision. `live` contains the sorted numbers of all visible texts. Returns false if too many
   * texts changed, so that a new cache must be started.
   */
  updateToRevision(revision: number, live: Uint32Array): boolean {
    const isFirst = this.revision < 0
    const { lost, won } = isFirst ? { lost: [], won: [] } : compare(this.#live, live)
    if (this.addedTexts.length + won.length > mostChangedTexts || lost.length > mostChangedTexts) return false
    for (const number of lost) this.#mark(number, 1)
    for (const number of won) this.#mark(number, 0)
    this.addedTexts.push(...won)
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

  add(query: string, { ids, ranks }: ListedPostings = nothing, isMore = false) {
    const before = this.ids.length
    const count = ranks.length / 4
    const list = {
      sections: new Uint32Array(count),
      ranks: new Float32Array(count),
      titles: 0,
      addedTextCount: this.addedTexts.length,
    }
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

// Merges two lists, titles first. The sections of a text that disappeared and came back occur twice in the list, which
// is harmless.
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
    addedTextCount: more.addedTextCount,
  }
}

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

/** Maximum number of titles and maximum number of other sections in a list. Further entries are ignored. */
const mostPostings = 50_000
/** Number of lists to read in one statement. A statement for more lists could exceed the statement timeout. */
const readAtOnce = 8

const changed = () => new Error('The knowledge base has changed')

export async function findPostings(place: SearchScope, terms: Term[]): Promise<Postings> {
  const { settings } = place
  const queries = queriesOf(terms)
  const postings = await currentPostings(place)
  if (postings) await findLists(place, postings, queries)
  // A concurrent search can have updated the cached lists. This search cannot use lists of a later revision.
  if (postings?.revision === settings.revision) return postings
  // If the settings of this search are outdated, this error makes `withSearchSettings` run the search again.
  if (!(await settings.isCurrent)) throw changed()
  const own = new Postings()
  own.revision = settings.revision
  await findLists(place, own, queries)
  return own
}

// Returns the cached lists, updated to the revision of the settings. Returns undefined if the lists already have a
// later revision.
async function currentPostings(place: SearchScope): Promise<Postings | undefined> {
  const { settings, language, reader } = place
  const { lasting } = settings.kept
  const name = `postings ${language} ${audiencesOf(reader)}`
  for (;;) {
    const postings = (lasting.get(name) as Postings | undefined) ?? new Postings()
    lasting.set(name, postings)
    if (postings.revision === settings.revision) return postings
    if (postings.revision > settings.revision) return undefined
    // Waits for an update by a concurrent search. If that update failed, the loop starts another one.
    if (postings.updating) await postings.updating.catch(() => {})
    else await startUpdate(place, postings, name)
  }
}

function startUpdate(place: SearchScope, postings: Postings, name: string): Promise<void> {
  const updating = readTexts(place, postings, name).finally(() => {
    postings.updating = undefined
  })
  postings.updating = updating
  return updating
}

async function readTexts(place: SearchScope, postings: Postings, name: string) {
  const { tx, settings, reader, language } = place
  const live = await listTexts(tx, reader, language)
  if (!(await settings.isCurrent)) throw changed()
  const before = postings.bytes
  if (postings.updateToRevision(settings.revision, live)) return keep(place, postings.bytes - before)
  settings.kept.lasting.set(name, new Postings())
  await keep(place, -before)
}

async function findLists(place: SearchScope, postings: Postings, queries: string[]) {
  const missing = queries.filter((query) => !postings.has(query))
  if (missing.length === 0) return
  // Many searches need the same lists after a publication. Each list is read by one search, and the others wait for it.
  const others = missing.filter((query) => postings.reading.has(query))
  const own = missing.filter((query) => !postings.reading.has(query))
  const waiting = others.map((query) => postings.reading.get(query)?.catch(() => {}))
  await Promise.all([readInto(place, postings, own), ...waiting])
  const left = others.filter((query) => !postings.has(query))
  await readInto(place, postings, left)
}

async function readInto(place: SearchScope, postings: Postings, queries: string[]) {
  if (queries.length === 0) return
  const reading = takeIn(place, postings, queries)
  for (const query of queries) postings.reading.set(query, reading)
  await reading.finally(() => {
    for (const query of queries) postings.reading.delete(query)
  })
}

async function takeIn(place: SearchScope, postings: Postings, queries: string[]) {
  const { settings } = place
  const lacked = new Map(queries.map((query) => [query, postings.textsMissingIn(query)]))
  const texts = [...new Set([...lacked.values()].flatMap((numbers) => numbers ?? []))]
  const [whole, parts] = [queries.filter((query) => !lacked.get(query)), queries.filter((query) => lacked.get(query))]
  const lists = await readLists(place, whole, parts, texts)
  if (!(await settings.isCurrent)) throw changed()
  if (postings.revision !== settings.revision) return
  const before = postings.bytes
  for (const query of whole) postings.add(query, lists.get(query))
  for (const query of parts) postings.add(query, lists.get(query), true)
  await keep(place, postings.bytes - before)
}

// Reads complete lists for the queries in `whole`. For the queries in `parts`, reads only the sections of the given
// texts.
async function readLists({ tx, reader, language }: SearchScope, whole: string[], parts: string[], texts: number[]) {
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

const bytesOf = ({ title, slug, excerpt }: SearchArticle) => 200 + 2 * (title.length + slug.length + excerpt.length)

export async function findArticles(place: SearchScope, postings: Postings, matches: Match[]): Promise<ArticlesInOrder> {
  const { tx, reader, settings, language } = place
  const articles = postings.revision === settings.revision ? postings.articles : []
  const missing = matches.filter(({ text }) => articles[text] === undefined)
  if (missing.length === 0) return articles
  const ids = missing.map(({ best }) => postings.ids[best - 1]!)
  const rows = await listArticles(tx, reader, language, ids)
  if (!(await settings.isCurrent)) throw changed()
  for (const { text } of missing) articles[text] = null
  for (const { place, ...article } of rows) articles[missing[place - 1]!.text] = article
  await keep(place, sum(rows.map(bytesOf)))
  return articles
}
