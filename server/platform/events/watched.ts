import type { EventHub } from './live-events.ts'

/** How long is believed what was looked at, also where nothing is heard: a workspace that is deleted says nothing any more. */
export const trustedMs = 10_000
/** From then on whoever asks has it looked at again beside their answer, and if they ask every few seconds never waits for it. */
export const lookAgainMs = trustedMs / 2

/** When it was looked at: after how much was heard, and over which channel. */
type Look = { heard: number; channel: number | null; at: number }

/** Reads what is watched as it is now; null where there is none. */
type Read<State> = () => Promise<State | null>

/**
 * Something of a workspace that is kept in memory, and known as long as nothing was heard since that it changed. What this
 * process commits is heard before its caller is answered, what others commit over the live channel.
 */
export class Watched<State extends { workspaceId: string }> {
  readonly #hub: EventHub
  readonly #types: ReadonlySet<string>
  readonly #read: Read<State>
  #state: State | undefined
  #leave: (() => void) | undefined
  /** How often something was heard. */
  #heard = 1
  #looked: Look = { heard: 0, channel: null, at: 0 }
  #isAsked = false
  #looking: Promise<boolean> | undefined
  #begun: Look | undefined
  #next: Promise<boolean> | undefined

  /** `types`: the events after which it may be another. */
  constructor(hub: EventHub, types: readonly string[], read: Read<State>) {
    this.#hub = hub
    this.#types = new Set([...types, 'workspace.suspended', 'workspace.resumed'])
    this.#read = read
  }

  /** As it was looked at last. */
  get state(): State {
    if (!this.#state) throw new Error('Nobody has looked at it')
    return this.#state
  }

  /** As it is now, where that is known. */
  peek(now = Date.now()): State | null {
    this.#isAsked = true
    if (now - this.#looked.at >= trustedMs || !this.#isSince(this.#looked)) return null
    // Where that fails, it is no longer known when its time is over.
    if (now - this.#looked.at >= lookAgainMs) this.#lookBeside()
    return this.state
  }

  /** Whether all that happened since a look would have been heard, and nothing was. */
  #isSince({ heard, channel }: Look): boolean {
    return channel !== null && channel === this.#hub.heardSince() && this.#hub.isUpToDate() && heard === this.#heard
  }

  /** Looks at the database, in a look after which nothing is heard to have happened; whether it is there and of the same workspace. */
  look(): Promise<boolean> {
    if (!this.#looking) return this.#begin()
    if (this.#state && this.#begun && this.#isSince(this.#begun)) return this.#looking
    this.#next ??= this.#looking
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        // Somebody may have begun one in between.
        return this.look()
      })
    return this.#next
  }

  #lookBeside() {
    this.look().catch(() => {})
  }

  leave() {
    this.#leave?.()
  }

  #begin(): Promise<boolean> {
    this.#looking = this.#lookNow().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #lookNow(): Promise<boolean> {
    const begun = { heard: this.#heard, channel: this.#hub.heardSince(), at: Date.now() }
    this.#begun = begun
    const found = await this.#read()
    if (!found || (this.#state && found.workspaceId !== this.#state.workspaceId)) {
      this.#looked = { ...begun, channel: null }
      return false
    }
    if (!this.#state) {
      // What happened before it was listened to is not heard, so it is looked at once more.
      this.#state = found
      this.#listen(found.workspaceId)
      return this.#lookNow()
    }
    this.#state = found
    this.#looked = begun
    return true
  }

  #listen(workspaceId: string) {
    this.#leave = this.#hub.subscribe(workspaceId, {
      onChange: (types) => {
        if (!types.values().some((type) => this.#types.has(type))) return
        this.#heard += 1
        // Whoever comes next shall not wait for it, where anybody came since it was looked at last.
        if (this.#isAsked) this.#lookBeside()
        this.#isAsked = false
      },
    })
  }
}
