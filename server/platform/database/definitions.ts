import { LRUCache } from 'lru-cache'
import type { WorkspaceTx } from '#server/platform/database.ts'

const changesDefinitions =
  /\b(?:insert into|update|delete from) (?:"?app"?\.)?"?(?:custom_fields|ticket_statuses|teams|team_members|workspaces)\b/i

/** Returns whether a statement can change what `cacheDefinition` reads. */
export const mayChangeDefinitions = (statement: string) => changesDefinitions.test(statement)

/** A transaction that only reads, in one snapshot. */
export type Reading = {
  /** The workspace and the revision of its definitions. */
  key: string
  /** The definitions that were found so far. */
  found: Map<string, Promise<unknown>>
  /** What `oncePerReading` has found so far. */
  repeated: Map<string, Promise<unknown>>
  /** A time before the snapshot, by `performance.now()`. */
  beganAt: number
  /** Functions that cache results. They run only if PostgreSQL has confirmed the caller that the reading presumed. */
  toKeep: (() => void)[]
}

// Versions before the revision do not increase it. While such a version runs beside this one, this limits how long its
// changes stay unseen.
const keptMs = 60_000
const kept = new LRUCache<string, Map<string, unknown>>({ max: 1000, ttl: keptMs })
let readers = 0

export const newReading = (workspaceId: string, revision: string, beganAt: number): Reading => ({
  key: `${workspaceId} ${revision}`,
  found: new Map(),
  repeated: new Map(),
  beganAt,
  toKeep: [],
})

/**
 * Caches what `read` returns for a workspace until its definitions change: its custom fields, statuses, teams, languages
 * and time zone. `read` may read nothing else. The cache is exact, because the snapshot of a reading includes the
 * revision of the definitions. Transactions that write do not use it. The results are shared, so they are frozen.
 */
export function cacheDefinition<T, Args extends string[]>(
  read: (tx: WorkspaceTx, ...args: Args) => Promise<T>,
): (tx: WorkspaceTx, ...args: Args) => Promise<T> {
  readers += 1
  const reader = readers
  return (tx, ...args) => {
    const { reading } = tx
    if (!reading) return read(tx, ...args)
    const name = [reader, ...args].join(' ')
    const value = kept.get(reading.key)?.get(name)
    if (value !== undefined) return Promise.resolve(value as T)
    const known = reading.found.get(name)
    if (known) return known as Promise<T>
    const found = read(tx, ...args).then(freeze)
    reading.found.set(name, found)
    return found
  }
}

/**
 * Runs `read` once for the same words of `nameOf` while a reading lasts, because a reading is one snapshot. The calls of
 * a page share a reading. The results are shared, so they are frozen.
 */
export function oncePerReading<T, Args extends unknown[]>(
  read: (tx: WorkspaceTx, ...args: Args) => Promise<T>,
  nameOf: (...args: Args) => string,
): (tx: WorkspaceTx, ...args: Args) => Promise<T> {
  readers += 1
  const reader = readers
  return (tx, ...args) => {
    if (!tx.reading) return read(tx, ...args)
    const { repeated } = tx.reading
    const name = `${reader} ${nameOf(...args)}`
    const known = (repeated.get(name) as Promise<T> | undefined) ?? read(tx, ...args).then(freeze)
    repeated.set(name, known)
    return known
  }
}

/** Caches what a reading has found. Called only after PostgreSQL has confirmed the workspace and the revision. */
export function keepFound({ key, found, toKeep }: Reading) {
  for (const keep of toKeep) keep()
  if (found.size === 0) return
  const values = kept.get(key) ?? new Map<string, unknown>()
  kept.set(key, values, { noUpdateTTL: true })
  for (const [name, one] of found)
    one.then(
      (value) => values.set(name, value),
      () => {},
    )
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) freeze(part)
  return Object.freeze(value)
}
