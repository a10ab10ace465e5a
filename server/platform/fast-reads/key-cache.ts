import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Endpoint } from '#contract/endpoint.ts'
import { type KeyText, keyName } from '#server/platform/api-keys/api-key.ts'
import { refuseElsewhere } from '#server/platform/api-keys/key-networks.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { asKey, type EnteredKey } from '#server/platform/database.ts'
import type { EventHub } from '#server/platform/events/live-events.ts'
import { admit, bearerIn, countInWorkspace, tellLimit } from '#server/platform/http/admission.ts'
import type { Key } from '#server/platform/http/caller.ts'
import type { Host } from '#server/platform/http/hosts/hosts.ts'
import { type LimitState, limits, nearest } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { refreshAfterMs, trustedMs } from './watched-state.ts'

const mostKeys = 10_000

export type KeyOfWorkspace = EnteredKey & { kind: 'delivery' | 'preview' | 'link' }
type CachedKey = { key: KeyOfWorkspace; connection: number; readAt: number; isRefreshed: boolean }
export type KeyReading = { connection: number | null; changes: number; at: number }

export type KeyCache = ReturnType<typeof createKeyCache>

/**
 * Caches delivery, preview and link keys for some seconds. A change of keys removes the cached keys of the workspace.
 * Other processes learn of it by live events; while disconnected, they do not use the cache. Management keys are not
 * cached, because the rights of their makers are read at each call.
 */
export function createKeyCache(hub: EventHub, reader: Database) {
  const cached = new LRUCache<string, CachedKey>({ max: mostKeys })
  /** The kinds of known keys. A change of keys removes no entries, because the kind of a key never changes. */
  const kinds = new LRUCache<string, EnteredKey['kind']>({ max: mostKeys })
  let changes = 0

  const stop = hub.onChange((workspaceId, types) => {
    if (!types.has('api-keys.changed') && !types.has('workspace.suspended')) return
    changes += 1
    for (const [name, { key }] of cached.entries()) if (key.workspaceId === workspaceId) cached.delete(name)
  })

  const beginReading = (): KeyReading => ({ connection: hub.listeningConnection(), changes, at: Date.now() })

  /**
   * Caches a key. Skips management keys. Also skips readings during which a key changed, or that began without a
   * connection to live events.
   */
  const add = (text: KeyText, entered: EnteredKey, { connection, changes: before, at }: KeyReading) => {
    kinds.set(nameOf(text), entered.kind)
    if (entered.kind === 'management' || connection === null || before !== changes) return
    cached.set(nameOf(text), { key: entered, connection, readAt: at, isRefreshed: false })
  }

  const refresh = (name: string, found: CachedKey) => {
    found.isRefreshed = true
    const text = { workspaceId: found.key.workspaceId, hash: Buffer.from(name, 'base64url') }
    const reading = beginReading()
    asKey(reader, text, async (_, entered) => entered, { isReading: true }).then(
      (entered) => (entered ? add(text, entered, reading) : cached.delete(name)),
      () => {},
    )
  }

  return {
    find(name: string, now = Date.now()): KeyOfWorkspace | undefined {
      const found = cached.get(name)
      if (!found || found.connection !== hub.listeningConnection() || !hub.isUpToDate()) return undefined
      if (now - found.readAt >= trustedMs) return undefined
      if (now - found.readAt >= refreshAfterMs && !found.isRefreshed) refresh(name, found)
      return isExpired(found.key, now) ? undefined : found.key
    },
    kindOf: (text: KeyText) => kinds.get(nameOf(text)),
    beginReading,
    add,
    stop,
  }
}

const nameOf = ({ hash }: KeyText) => hash.toString('base64url')

const isExpired = ({ expiresAt }: EnteredKey, now: number) => expiresAt !== null && Date.parse(expiresAt) <= now

/** Admits a request by its cached key, without the database. Null if its key is not cached. */
export function admitCachedKey(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Key | null {
  const { platform } = request.server
  const entered = findCachedKey(platform, request.headers.authorization)
  if (!entered) return null
  refuseElsewhere(platform, entered, request.ip)
  const caller = keyOf(entered, networkOf(request.ip))
  tellLimit(
    reply,
    countCachedKey(platform, { entered, caller, endpoint, host: request.productHost, query: request.query }),
  )
  request.isAdmitted = true
  return caller
}

export function findCachedKey({ keyCache }: Platform, authorization: string | undefined): KeyOfWorkspace | undefined {
  const name = keyName(bearerIn(authorization ?? '') ?? '')
  return name === null ? undefined : keyCache.find(name)
}

type KeyCall = { entered: KeyOfWorkspace; caller: Key; endpoint: Endpoint; host: Host; query: unknown }

export function countCachedKey(platform: Platform, { entered, caller, endpoint, host, query }: KeyCall): LimitState {
  const state = platform.limiter.count(caller.keyKind === 'link' ? limits.key : limits.deliveryKey, caller.id)
  const ofWorkspace = countInWorkspace(platform, caller)
  const ofKind = admit({ server: { platform }, productHost: host }, endpoint, caller, { key: caller.id, query })
  platform.keyCalls.count(entered)
  return nearest(nearest(state, ofWorkspace), ofKind)
}

export function keyOf(entered: KeyOfWorkspace, network: string): Key {
  const { id, workspaceId, domain, plan, serviceStartedAt, kind, models, entry } = entered
  return { kind: 'key', id, workspaceId, domain, plan, serviceStartedAt, keyKind: kind, models, entry, network }
}
