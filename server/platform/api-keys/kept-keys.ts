import { LRUCache } from 'lru-cache'
import type { Database } from '#server/platform/database/connect.ts'
import { asKey, type EnteredKey } from '#server/platform/database.ts'
import type { EventHub } from '#server/platform/events/live-events.ts'
import { lookAgainMs, trustedMs } from '#server/platform/events/watched.ts'
import type { Key } from '#server/platform/http/caller.ts'
import type { KeyText } from './api-key.ts'

const mostKeys = 10_000

export type KeyOfWorkspace = EnteredKey & { kind: 'delivery' | 'preview' | 'link' }
type Kept = { key: KeyOfWorkspace; channel: number; at: number; isLookedUp: boolean }
/** What had been heard when a key was looked up. */
export type Moment = { channel: number | null; changes: number; at: number }

export type KeptKeys = ReturnType<typeof keepKeys>

/**
 * The keys of the content that came through the door a moment ago, for reads that ask no database. What this process does to a
 * key it knows before its caller is answered, what others do it hears over the live channel, without which nothing
 * counts. Management keys are never kept, since what their makers may do is read at each call.
 */
export function keepKeys(hub: EventHub, reader: Database) {
  const kept = new LRUCache<string, Kept>({ max: mostKeys })
  /** Of a key the kind never changes, so that it may be known for longer. */
  const kinds = new LRUCache<string, EnteredKey['kind']>({ max: mostKeys })
  let changes = 0

  const forget = (workspaceId: string) => {
    changes += 1
    for (const [name, { key }] of kept.entries()) if (key.workspaceId === workspaceId) kept.delete(name)
  }
  const stopHearing = hub.onChange((workspaceId, types) => {
    if (types.has('api-keys.changed') || types.has('workspace.suspended')) forget(workspaceId)
  })

  const momentNow = (): Moment => ({ channel: hub.heardSince(), changes, at: Date.now() })
  const keep = (text: KeyText, entered: EnteredKey, { channel, changes: before, at }: Moment) => {
    kinds.set(nameOf(text), entered.kind)
    if (entered.kind === 'management' || channel === null || before !== changes) return
    kept.set(nameOf(text), { key: entered as KeyOfWorkspace, channel, at, isLookedUp: false })
  }
  /** Once: where it fails, or a key was changed meanwhile, the door is asked when the time is over. */
  const lookAgain = (name: string, found: Kept) => {
    found.isLookedUp = true
    const [text, moment] = [{ workspaceId: found.key.workspaceId, hash: Buffer.from(name, 'base64url') }, momentNow()]
    asKey(reader, text, async (_, entered) => entered, { isReading: true }).then(
      (entered) => (entered ? keep(text, entered, moment) : kept.delete(name)),
      () => {},
    )
  }

  return {
    /** The key by the name of its text, where it is known here that it opens something now. */
    find(name: string, now = Date.now()): KeyOfWorkspace | undefined {
      const found = kept.get(name)
      if (!found || found.channel !== hub.heardSince() || !hub.isUpToDate()) return undefined
      if (now - found.at >= trustedMs) return undefined
      if (now - found.at >= lookAgainMs && !found.isLookedUp) lookAgain(name, found)
      return isOver(found.key, now) ? undefined : found.key
    },
    kindOf: (text: KeyText) => kinds.get(nameOf(text)),
    moment: momentNow,
    /** Keeps what the door told since that moment, unless a key was changed meanwhile. */
    keep,
    stop: stopHearing,
  }
}

/** As `keyName` says it. */
const nameOf = ({ hash }: KeyText) => hash.toString('base64url')

const isOver = ({ expiresAt }: EnteredKey, now: number) => expiresAt !== null && Date.parse(expiresAt) <= now

export function keyOf(entered: KeyOfWorkspace, network: string): Key {
  const { id, workspaceId, domain, plan, serviceStartedAt, kind, models, entry } = entered
  return { kind: 'key', id, workspaceId, domain, plan, serviceStartedAt, keyKind: kind, models, entry, network }
}
