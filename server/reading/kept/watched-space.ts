import { asVisitor, type WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { findRevision } from '#server/reading/queries/space.ts'

/** Where nothing was heard either: a message may have been lost, or the name gone to somebody else. */
const trustedMs = 1000

/**
 * What is known of one knowledge base: its revision, as long as nothing was heard since that it changed. What this process
 * commits is heard before its caller is answered, what others commit over the live channel.
 */
export class WatchedSpace {
  revision = -1
  readonly #platform: Platform
  readonly #domain: string
  #workspaceId: string | undefined
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

  /** Looks at the database, in a look that begins from now on; whether its name is still that of the same workspace. */
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
    this.#looking = this.#readRevision().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #readRevision(): Promise<boolean> {
    const [heard, channel, lookedAt] = [this.#heard, this.#platform.hub.heardSince(), Date.now()]
    const found = await asVisitor(
      this.#platform.reader,
      this.#domain,
      async (tx, entered) =>
        entered && { workspaceId: entered.workspaceId, revision: await findRevision(tx as WorkspaceTx) },
      { isReading: true },
    )
    if (!found) return false
    if (!this.#workspaceId) {
      // What happened before it was listened to is not heard, so it is looked at once more.
      this.#listen(found.workspaceId)
      return this.#readRevision()
    }
    if (found.workspaceId !== this.#workspaceId) return false
    this.revision = found.revision
    this.#lookedAfter = heard
    this.#channel = channel
    this.#lookedAt = lookedAt
    return true
  }

  #listen(workspaceId: string) {
    const hear = (type: string) => {
      if (type === 'knowledge-base.changed') this.#heard += 1
    }
    this.#workspaceId = workspaceId
    this.#leave = this.#platform.hub.subscribe(workspaceId, {
      onEvent: ({ type }) => hear(type),
      onCommit: (types) => types.forEach(hear),
      onSessionChange: () => {},
    })
  }
}
