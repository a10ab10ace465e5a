import { LRUCache } from 'lru-cache'
import type { WorkspaceTx } from '#server/platform/database.ts'

const changesDefinitions =
  /\b(?:insert into|update|delete from) (?:"?app"?\.)?"?(?:custom_fields|ticket_statuses|teams|team_members|workspaces)\b/i

/** Returns whether a statement can change what `keptDefinition` reads. */
export const mayChangeDefinitions = (statement: string) => changesDefinitions.test(statement)

/** The definitions that a reading has found so far. */
export type Definitions = { key: string; found: Map<string, Promise<unknown>> }

// Versions before the revision do not increase it. While such a version runs beside this one, this limits how long its
// changes stay unseen.
const keptMs = 60_000
const kept = new LRUCache<string, Map<string, unknown>>({ max: 1000, ttl: keptMs })
let readers = 0

export const definitionsOf = (workspaceId: string, revision: string): Definitions => ({
  key: `${workspaceId} ${revision}`,
  found: new Map(),
})

/**
 * Caches what `read` returns for a workspace until its definitions change: its custom fields, statuses, teams, languages
 * and time zone. `read` may read nothing else. The cache is exact, because the snapshot of a reading includes the
 * revision of the definitions. Transactions that write do not use it. The results are shared, so they are frozen.
 */
export function keptDefinition<T, Args extends string[]>(
  read: (tx: WorkspaceTx, ...args: Args) => Promise<T>,
): (tx: WorkspaceTx, ...args: Args) => Promise<T> {
  readers += 1
  const reader = readers
  return (tx, ...args) => {
    const { definitions } = tx
    if (!definitions) return read(tx, ...args)
    const name = [reader, ...args].join(' ')
    const value = kept.get(definitions.key)?.get(name)
    if (value !== undefined) return Promise.resolve(value as T)
    const known = definitions.found.get(name)
    if (known) return known as Promise<T>
    const reading = read(tx, ...args).then(freeze)
    definitions.found.set(name, reading)
    return reading
  }
}

/** Keeps what a reading has found. Called only after PostgreSQL has confirmed the workspace and the revision. */
export function keepDefinitions({ key, found }: Definitions) {
  if (found.size === 0) return
  const values = kept.get(key) ?? new Map<string, unknown>()
  kept.set(key, values)
  for (const [name, reading] of found)
    reading.then(
      (value) => values.set(name, value),
      () => {},
    )
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) freeze(part)
  return Object.freeze(value)
}
