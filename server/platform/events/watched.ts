import type { EventHub } from './live-events.ts'

/** How long is believed what was looked at, also where nothing is heard: a workspace that is deleted says nothing any more. */
export const trustedMs = 10_000
/** From then on whoever asks has it looked at again beside their answer, and if they ask every few seconds never waits for it. */
export const lookAgainMs = trustedMs / 2

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
  /** How often something was heard, and how much of that it was looked at after. */
  #heard = 1
  #lookedAfter = 0
  #lookedAt = 0
  #channel: number | null = null
  #looking: Promise<boolean> | undefined
  #next: Promise<boolean> | undefined

  /** `types`: the events after which it may be another. */
  constructor(hub: EventHub, types: readonly string[], read: Read<State>) {
    this.#hub = hub
    this.#types = new Set(types)
    this.#read = read
  }

  /** As it was looked at last. */
  get state(): State {
    if (!this.#state) throw new Error('Nobody has looked at it')
    return this.#state
  }

  /** As it is now, where that is known. */
  peek(now = Date.now()): State | null {
    if (!this.#isKnown(now)) return null
    // Where that fails, it is no longer known when its time is over.
    if (now - this.#lookedAt >= lookAgainMs && !this.#looking) this.look().catch(() => {})
    return this.state
  }

  #isKnown(now: number): boolean {
    const channel = this.#hub.heardSince()
    return (
      channel !== null &&
      channel === this.#channel &&
      this.#hub.isUpToDate() &&
      this.#heard === this.#lookedAfter &&
      now - this.#lookedAt < trustedMs
    )
  }

  /** Looks at the database, in a look that begins from now on; whether it is there and of the same workspace. */
  look(): Promise<boolean> {
    if (!this.#looking) return this.#begin()
    this.#next ??= this.#looking
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        return this.#begin()
      })
    return this.#next
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
    const [heard, channel, lookedAt] = [this.#heard, this.#hub.heardSince(), Date.now()]
    const found = await this.#read()
    if (!found || (this.#state && found.workspaceId !== this.#state.workspaceId)) {
      this.#channel = null
      return false
    }
    if (!this.#state) {
      // What happened before it was listened to is not heard, so it is looked at once more.
      this.#state = found
      this.#listen(found.workspaceId)
      return this.#lookNow()
    }
    this.#state = found
    this.#lookedAfter = heard
    this.#channel = channel
    this.#lookedAt = lookedAt
    return true
  }

  #listen(workspaceId: string) {
    this.#leave = this.#hub.subscribe(workspaceId, {
      onChange: (types) => {
        if (types.values().some((type) => this.#types.has(type))) this.#heard += 1
      },
    })
  }
}
