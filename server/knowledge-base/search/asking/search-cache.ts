import { LRUCache } from 'lru-cache'
import { isSame } from '#contract/is-same.ts'
import { type CategoriesById, findCategories } from '#server/knowledge-base/categories/categories/show-categories.ts'
import { audiencesOf, type Reader } from '#server/knowledge-base/categories/visibility.ts'
import {
  beginSearch,
  type KnownWord,
  listKnownWords,
  type SearchBasics,
} from '#server/knowledge-base/search/queries/search.ts'
import { dictionaryOf } from '#server/knowledge-base/search/words/languages.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Cached data of a workspace for one revision of its knowledge base. `lasting` survives revisions. */
class WorkspaceCache {
  readonly begun: SearchBasics
  /** Values that outlive a revision. They store their own revision and are updated to each new one. */
  readonly lasting: Map<string, { bytes: number }>
  bytes = 1000
  readonly #things = new Map<string, object>()

  constructor(begun: SearchBasics, lasting: WorkspaceCache['lasting'] = new Map()) {
    this.begun = begun
    this.lasting = lasting
    for (const { bytes } of lasting.values()) this.bytes += bytes
  }

  get<T extends object>(name: string) {
    return this.#things.get(name) as T | undefined
  }
  set(name: string, thing: object) {
    this.#things.set(name, thing)
  }
}

/** If the lasting values exceed this share of a workspace's limit, they are dropped, too. */
const mostLasting = 0.9

export function createSearchCache(most: { ofAll: number; ofOne: number }) {
  const ofAll = new LRUCache<string, WorkspaceCache>({ maxSize: most.ofAll, sizeCalculation: ({ bytes }) => bytes })

  function withoutTheRest({ begun, lasting }: WorkspaceCache) {
    const left = new WorkspaceCache(begun, lasting)
    return left.bytes > most.ofOne * mostLasting ? new WorkspaceCache(begun) : left
  }

  return {
    get: (workspaceId: string) => ofAll.get(workspaceId),
    /**
     * Starts the cache of a workspace at a revision and keeps the lasting values. If a later revision is already
     * cached, returns a separate cache that is not stored.
     */
    begin(workspaceId: string, begun: SearchBasics) {
      const before = ofAll.peek(workspaceId)
      if (before && before.begun.revision > begun.revision) return new WorkspaceCache(begun)
      const kept = new WorkspaceCache(begun, before?.lasting)
      ofAll.set(workspaceId, kept)
      return kept
    },
    /** Adds to the size of a workspace's cache. Above the limit, drops all values except the lasting ones. */
    grow(workspaceId: string, kept: WorkspaceCache, bytes: number) {
      kept.bytes += bytes
      if (ofAll.peek(workspaceId) !== kept) return
      // LRUCache does not measure an entry again if the same object is set.
      ofAll.delete(workspaceId)
      ofAll.set(workspaceId, kept.bytes > most.ofOne ? withoutTheRest(kept) : kept)
    },
  }
}

const searchCache = createSearchCache({ ofAll: 96_000_000, ofOne: 40_000_000 })

/** Settings and cache of a workspace for one search. `isCurrent` tells whether they are still current. */
export type SearchSettings = SearchBasics & { kept: WorkspaceCache; isCurrent: Promise<boolean> }

/** Searches with cached settings while it checks them. Repeats the search if the settings are not current. */
export async function withSearchSettings<T>(
  tx: WorkspaceTx,
  work: (settings: SearchSettings) => Promise<T>,
): Promise<T> {
  const presumed = searchCache.get(tx.workspaceId)
  const asking = beginSearch(tx)
  if (presumed) {
    const isCurrent = asking.then((begun) => isSame(begun, presumed.begun))
    const working = work({ ...presumed.begun, kept: presumed, isCurrent })
    // Prevents an unhandled rejection if the search fails before it is awaited.
    working.catch(() => {})
    if (await isCurrent) return working
    await working.catch(() => {})
  }
  const begun = await asking
  // Another search can have cached the current settings meanwhile. Then this search uses the same cache.
  const current = searchCache.get(tx.workspaceId)
  const kept = current && isSame(begun, current.begun) ? current : searchCache.begin(tx.workspaceId, begun)
  return work({ ...begun, kept, isCurrent: Promise.resolve(true) })
}

/** Stores a value with `store` and adds its size to the cache. Does nothing if the settings are outdated. */
export async function keep({ tx, settings }: Pick<SearchScope, 'tx' | 'settings'>, bytes: number, store?: () => void) {
  if (!(await settings.isCurrent)) return
  store?.()
  searchCache.grow(tx.workspaceId, settings.kept, bytes)
}

export type SearchScope = { tx: WorkspaceTx; reader: Reader; settings: SearchSettings; language: string }

const perRow = 150

export async function findKeptCategories(place: Omit<SearchScope, 'language'>): Promise<CategoriesById> {
  const { tx, settings, reader } = place
  const name = `categories ${audiencesOf(reader)}`
  const known = settings.kept.get<CategoriesById>(name)
  if (known) return known
  const categories = await findCategories(tx, reader)
  await keep(place, categories.size * perRow, () => settings.kept.set(name, categories))
  return categories
}

type QueryWord = { word: string; raw: string; begins: boolean }

export async function lookUp(place: Omit<SearchScope, 'reader'>, words: QueryWord[]): Promise<KnownWord[]> {
  const { tx, settings, language } = place
  // The entry for the empty word contains the number of all texts.
  const asked = [...words, { word: '', raw: '', begins: false }]
  const names = new Map(asked.map((one) => [`words ${language} ${one.begins} ${one.word} ${one.raw}`, one]))
  const known = new Map([...names.keys()].map((name) => [name, settings.kept.get<KnownWord[]>(name)]))
  const missing = [...names].filter(([name]) => !known.get(name))
  if (missing.length > 0) {
    const wanted = missing.map(([, one]) => one)
    const rows = await listKnownWords(
      tx,
      { language, dictionary: dictionaryOf(language) },
      { words: wanted, keys: [], beginnings: wanted.filter(({ begins }) => begins).map(({ word }) => word) },
    )
    const ofWord = Map.groupBy(rows, ({ askedWord }) => askedWord)
    for (const [name, { word, begins }] of missing)
      known.set(
        name,
        (ofWord.get(word) ?? []).filter(({ kind }) => begins || kind !== 'begun'),
      )
    await keep(place, (rows.length + missing.length) * perRow, () => {
      for (const [name] of missing) settings.kept.set(name, known.get(name)!)
    })
  }
  return [...known.values()].flatMap((rows) => rows ?? [])
}
