import { LRUCache } from 'lru-cache'
import { asVisitor, type WorkspaceTx } from '#server/platform/database.ts'
import type { EventHub } from '#server/platform/events/live-events.ts'
import type { Platform } from '#server/platform/http/platform.ts'

/** How long a state is used after it was read. A deleted workspace sends no event, so this bounds its life in the cache. */
export const trustedMs = 10_000
/** From this age on a state is read again beside the answer, so that regular readers never wait for it. */
export const refreshAfterMs = trustedMs / 2
/** A state that nobody used for this time is dropped, with its listener. */
const unusedMs = 10 * 60_000

/** When a state was read: after how many events, and over which connection of the hub. */
type Reading = { heard: number; connection: number | null; at: number }

/**
 * State of a workspace, cached in memory. It is used while no event told of a change since it was read. Changes of this
 * process are heard before its caller is answered, changes of other processes by live events. Without those the state is read
 * each time.
 */
export class WatchedState<State extends { workspaceId: string }> {
  readonly #hub: EventHub
  readonly #types: ReadonlySet<string>
  readonly #read: () => Promise<State | null>
  #state: State | undefined
  #leave: (() => void) | undefined
  #heard = 1
  #lastReading: Reading = { heard: 0, connection: null, at: 0 }
  #isUsed = false
  #running: Promise<boolean> | undefined
  #runningReading: Reading | undefined
  #next: Promise<boolean> | undefined

  /** `types`: the events after which the state may have changed. `read` returns null if there is no such workspace. */
  constructor(hub: EventHub, types: readonly string[], read: () => Promise<State | null>) {
    this.#hub = hub
    this.#types = new Set([...types, 'workspace.suspended', 'workspace.resumed'])
    this.#read = read
  }

  get state(): State {
    if (!this.#state) throw new Error('The state was never read')
    return this.#state
  }

  peek(now = Date.now()): State | null {
    this.#isUsed = true
    if (now - this.#lastReading.at >= trustedMs || !this.#isCurrent(this.#lastReading)) return null
    if (now - this.#lastReading.at >= refreshAfterMs) this.#refresh()
    return this.state
  }

  /** Whether every change since a reading would have been heard, and none was. */
  #isCurrent({ heard, connection }: Reading): boolean {
    return (
      connection !== null && connection === this.#hub.heardSince() && this.#hub.isUpToDate() && heard === this.#heard
    )
  }

  /** Returns false if the workspace is gone, or another one has its name now. */
  read(): Promise<boolean> {
    if (!this.#running) return this.#begin()
    if (this.#state && this.#runningReading && this.#isCurrent(this.#runningReading)) return this.#running
    // The running reading began before a change, so the caller gets the one after it.
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        return this.read()
      })
    return this.#next
  }

  /** If this fails, the state is read again when its time is over. */
  #refresh() {
    this.read().catch(() => {})
  }

  leave() {
    this.#leave?.()
  }

  #begin(): Promise<boolean> {
    this.#running = this.#readNow().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #readNow(): Promise<boolean> {
    const reading = { heard: this.#heard, connection: this.#hub.heardSince(), at: Date.now() }
    this.#runningReading = reading
    const found = await this.#read()
    if (!found || (this.#state && found.workspaceId !== this.#state.workspaceId)) {
      this.#lastReading = { ...reading, connection: null }
      return false
    }
    const isFirst = !this.#state
    this.#state = found
    if (isFirst) {
      // Changes before the subscription were not heard, so it is read once more.
      this.#subscribe(found.workspaceId)
      return this.#readNow()
    }
    this.#lastReading = reading
    return true
  }

  #subscribe(workspaceId: string) {
    this.#leave = this.#hub.subscribe(workspaceId, {
      onChange: (types) => {
        if (!types.values().some((type) => this.#types.has(type))) return
        this.#heard += 1
        // Read at once if somebody used it since the last event, so that the next caller does not wait.
        if (this.#isUsed) this.#refresh()
        this.#isUsed = false
      },
    })
  }
}

/** A cache of watched things by name, with at most `max`. Those that nobody used for ten minutes stop listening. */
export const cacheWatched = <T extends object>(max: number, leave: (value: T) => void) =>
  new LRUCache<string, T>({
    max,
    ttl: unusedMs,
    ttlResolution: 1000,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: leave,
  })

export type WatchedHost<Revision> = WatchedState<{ workspaceId: string; revision: Revision }>

export const watchHost = <Revision>(
  { hub, reader }: Platform,
  domain: string,
  { types, findRevision }: { types: readonly string[]; findRevision: (tx: WorkspaceTx) => Promise<Revision> },
): WatchedHost<Revision> =>
  new WatchedState(hub, types, () =>
    asVisitor(
      reader,
      domain,
      async (tx, entered) =>
        entered && { workspaceId: entered.workspaceId, revision: await findRevision(tx as WorkspaceTx) },
      { isReading: true },
    ),
  )
