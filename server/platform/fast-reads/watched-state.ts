import { LRUCache } from 'lru-cache'
import { asVisitor, type WorkspaceTx } from '#server/platform/database.ts'
import type { EventHub } from '#server/platform/events/live-events.ts'
import type { Platform } from '#server/platform/http/platform.ts'

/**
 * Maximum age of a cached state. It also limits how long a deleted workspace stays in the cache, because its deletion
 * sends no event.
 */
export const trustedMs = 10_000
/** Age after which an access reads the state again in the background, so that frequent readers never wait. */
export const refreshAfterMs = trustedMs / 2
const unusedMs = 10 * 60_000

// `at`: the time of the reading. `heard`: the number of events before the reading. `connection`: the connection of the
// hub at that time.
type Reading = { heard: number; connection: number | null; at: number }

/**
 * A state of one workspace, cached in memory until an event of the given types. Events of other processes arrive as
 * live events. While disconnected from live events, every access reads the state.
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

  /**
   * `types`: the events that may change the state, besides suspending and resuming the workspace. `read` returns null
   * if the workspace does not exist.
   */
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

  /** Returns whether a reading is still current. Returns false also if this process may have missed a change. */
  #isCurrent({ heard, connection }: Reading): boolean {
    return (
      connection !== null &&
      connection === this.#hub.listeningConnection() &&
      this.#hub.isUpToDate() &&
      heard === this.#heard
    )
  }

  /**
   * Reads the state, or joins a running reading that is still current. Returns false if the workspace is gone, or if
   * its name now belongs to another workspace.
   */
  read(): Promise<boolean> {
    if (!this.#running) return this.#begin()
    if (this.#state && this.#runningReading && this.#isCurrent(this.#runningReading)) return this.#running
    // The running reading began before a change, so its result is outdated for this caller.
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        return this.read()
      })
    return this.#next
  }

  /** Reads the state in the background. Errors are ignored, because the next access tries again. */
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
    const reading = { heard: this.#heard, connection: this.#hub.listeningConnection(), at: Date.now() }
    this.#runningReading = reading
    const found = await this.#read()
    if (!found || (this.#state && found.workspaceId !== this.#state.workspaceId)) {
      this.#lastReading = { ...reading, connection: null }
      return false
    }
    const isFirst = !this.#state
    this.#state = found
    if (isFirst) {
      // Changes before the subscription may have been missed, so the state is read again.
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
        // If the state was used since the last event, reads it again at once, so that the next caller does not wait.
        if (this.#isUsed) this.#refresh()
        this.#isUsed = false
      },
    })
  }
}

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
