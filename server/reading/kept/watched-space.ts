import { asVisitor } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { findRevision } from '#server/reading/queries/space.ts'

/** Also where nothing was heard, what is known is looked at again after this: a name may have gone to somebody else. */
const trustedMs = 5000

/**
 * What is known of one knowledge base: its revision, as long as nothing was heard since that it changed. What this process
 * commits is heard before its caller is answered, what others commit over the live channel.
 */
export class WatchedSpace {
  revision = -1
  readonly #platform: Platform
  readonly #domain: string
  #leave: (() => void) | undefined
  /** How often something was heard, and how much of that the revision was looked at after. */
  #heard = 1
  #lookedAfter = 0
  #lookedAt = 0
  #channel: number | null = null
  #looking: Promise<boolean> | undefined
  #next: Promise<boolean> | undefined

  constructor(platform: Platform, domain: string) {
    this.#platform = platform
    this.#domain = domain
  }

  isKnown(now = Date.now()): boolean {
    const channel = this.#platform.hub.heardSince()
    return (
      channel !== null &&
      channel === this.#channel &&
      this.#heard === this.#lookedAfter &&
      now - this.#lookedAt < trustedMs
    )
  }

  /** Looks at the database, in a look that begins from now on; whether there is such a workspace. */
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

  /** What a page was made for is true, whether or not it was heard yet. */
  learn(revision: number) {
    this.revision = Math.max(this.revision, revision)
  }

  leave() {
    this.#leave?.()
  }

  #begin(): Promise<boolean> {
    this.#looking = this.#readRevision().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #readRevision(): Promise<boolean> {
    const heard = this.#heard
    const channel = this.#platform.hub.heardSince()
    const found = await asVisitor(
      this.#platform.reader,
      this.#domain,
      async (tx, entered) => entered && { workspaceId: entered.workspaceId, revision: await findRevision(tx as never) },
      { isReading: true },
    )
    if (!found) return false
    if (!this.#leave) {
      // What happened before it was listened to is not heard, so it is looked at once more.
      this.#listen(found.workspaceId)
      return this.#readRevision()
    }
    this.revision = found.revision
    this.#lookedAfter = heard
    this.#channel = channel
    this.#lookedAt = Date.now()
    return true
  }

  #listen(workspaceId: string) {
    const hear = (type: string) => {
      if (type === 'knowledge-base.changed') this.#heard += 1
    }
    this.#leave = this.#platform.hub.subscribe(workspaceId, {
      onEvent: ({ type }) => hear(type),
      onCommit: (types) => types.forEach(hear),
      onSessionChange: () => {},
    })
  }
}
