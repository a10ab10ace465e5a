import { LRUCache } from 'lru-cache'
import { isSame } from '#contract/is-same.ts'
import { type FoundCategories, findCategories } from '#server/knowledge-base/categories/categories/found-categories.ts'
import { audiencesOf, type Reader } from '#server/knowledge-base/categories/visibility.ts'
import {
  type Begun,
  beginSearch,
  type KnownWord,
  listKnownWords,
} from '#server/knowledge-base/search/queries/search.ts'
import { dictionaryOf } from '#server/knowledge-base/search/words/languages.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** What was read of a workspace, by names: as long as its knowledge base is as it was, and what goes on to be true. */
class Kept {
  readonly begun: Begun
  /** What follows the knowledge base from revision to revision, and says itself how far it has. */
  readonly lasting: Map<string, { bytes: number }>
  /** About as many as it takes. */
  bytes = 1000
  readonly #things = new Map<string, object>()

  constructor(begun: Begun, lasting: Kept['lasting'] = new Map()) {
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

/** Of what is kept of one, the share that lasts at most when the rest has to go. */
const mostLasting = 0.9

/** What is kept of each workspace: so many bytes of all, of which the one that was not asked for longest goes first, and of one. */
export function keepWithin(most: { ofAll: number; ofOne: number }) {
  const ofAll = new LRUCache<string, Kept>({ maxSize: most.ofAll, sizeCalculation: ({ bytes }) => bytes })

  function withoutTheRest({ begun, lasting }: Kept) {
    const left = new Kept(begun, lasting)
    return left.bytes > most.ofOne * mostLasting ? new Kept(begun) : left
  }

  return {
    get: (workspaceId: string) => ofAll.get(workspaceId),
    /** What is older than what is kept already is for whoever asks alone. */
    begin(workspaceId: string, begun: Begun) {
      const before = ofAll.peek(workspaceId)
      if (before && before.begun.revision > begun.revision) return new Kept(begun)
      const kept = new Kept(begun, before?.lasting)
      ofAll.set(workspaceId, kept)
      return kept
    },
    /** Counts what was put into it. What has become too large begins anew, but for what lasts, which is dearer to read again. */
    grow(workspaceId: string, kept: Kept, bytes: number) {
      kept.bytes += bytes
      if (ofAll.peek(workspaceId) !== kept) return
      // What is set in its own place is not measured anew.
      ofAll.delete(workspaceId)
      ofAll.set(workspaceId, kept.bytes > most.ofOne ? withoutTheRest(kept) : kept)
    },
  }
}

const keptOf = keepWithin({ ofAll: 96_000_000, ofOne: 40_000_000 })

/** What a search goes by before it reads what is asked, as it is under one revision of the knowledge base. */
export type Ground = Begun & { kept: Kept; isTrue: Promise<boolean> }

/**
 * Lets work search on what is known. It begins together with the question what that is now, in the same round trip and on
 * what it was last time, and begins again where that proves wrong.
 */
export async function onGround<T>(tx: WorkspaceTx, work: (ground: Ground) => Promise<T>): Promise<T> {
  const presumed = keptOf.get(tx.workspaceId)
  const asking = beginSearch(tx)
  if (presumed) {
    const isTrue = asking.then((begun) => isSame(begun, presumed.begun))
    const working = work({ ...presumed.begun, kept: presumed, isTrue })
    // It is waited for later, and may have failed by then.
    working.catch(() => {})
    if (await isTrue) return working
    await working.catch(() => {})
  }
  const begun = await asking
  // Another search may have begun on it meanwhile.
  const current = keptOf.get(tx.workspaceId)
  const kept = current && isSame(begun, current.begun) ? current : keptOf.begin(tx.workspaceId, begun)
  return work({ ...begun, kept, isTrue: Promise.resolve(true) })
}

/** Keeps what was read, of so many bytes, unless it was read under another revision than what is kept. */
export async function keep({ tx, ground }: { tx: WorkspaceTx; ground: Ground }, bytes: number, store?: () => void) {
  if (!(await ground.isTrue)) return
  store?.()
  keptOf.grow(tx.workspaceId, ground.kept, bytes)
}

type Place = { tx: WorkspaceTx; ground: Ground; language: string }

const perRow = 150

/** The categories that a reader finds, from memory where somebody asked before. */
export async function findKeptCategories(
  place: Omit<Place, 'language'> & { reader: Reader },
): Promise<FoundCategories> {
  const { tx, ground, reader } = place
  const name = `categories ${audiencesOf(reader)}`
  const known = ground.kept.get<FoundCategories>(name)
  if (known) return known
  const categories = await findCategories(tx, reader)
  await keep(place, categories.size * perRow, () => ground.kept.set(name, categories))
  return categories
}

type Asked = { word: string; raw: string; begins: boolean }

/** What is known of words, and of those that begin as they do, from memory where somebody asked for them before. */
export async function lookUp(place: Place, words: Asked[]): Promise<KnownWord[]> {
  const { tx, ground, language } = place
  // The empty word counts the texts.
  const asked = [...words, { word: '', raw: '', begins: false }]
  const names = new Map(asked.map((one) => [`words ${language} ${one.begins} ${one.word} ${one.raw}`, one]))
  const known = new Map([...names.keys()].map((name) => [name, ground.kept.get<KnownWord[]>(name)]))
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
      for (const [name] of missing) ground.kept.set(name, known.get(name)!)
    })
  }
  return [...known.values()].flatMap((rows) => rows ?? [])
}
