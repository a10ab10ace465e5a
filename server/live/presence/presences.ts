import { randomUUID } from 'node:crypto'
import type { Presence, PresentKind } from '#contract/live/presence.ts'
import type { EventHub } from '#server/platform/events/live-events.ts'

const topic = 'presence'
const silenceMs = 20_000
const sweepMs = 1_000
// Maximum number of open pages per person. With a further page, the page that was silent for the longest time is
// removed.
const mostPages = 20

export type Thing = { kind: PresentKind; id: string }
type Page = { workspaceId: string; personId: string; page: string }
export type At = Page & Thing & { sessionId: string; name: string; field: string | null }
type Gone = Page & Thing & { isGone: true }
type KnownPresence = At & { heardAt: number }
type Listener = (presence: Presence) => void

export type Presences = ReturnType<typeof createPresences>

/**
 * Tracks in memory who has which page open. The processes of the product exchange their entries. An entry without a
 * signal for 20 seconds is removed.
 */
export function createPresences({ signals }: EventHub) {
  const self = randomUUID()
  const spaces = new Map<string, Map<string, KnownPresence>>()
  const listeners = new Map<string, Set<Listener>>()

  const peopleAt = (workspaceId: string, { kind, id }: Thing): Presence => {
    const there = [...(spaces.get(workspaceId)?.values() ?? [])].filter((one) => one.kind === kind && one.id === id)
    return { kind, id, people: peopleOf(there) }
  }

  const change = (workspaceId: string, things: Thing[], act: () => void) => {
    const changed = new Map(things.map((thing) => [`${thing.kind} ${thing.id}`, thing]))
    const before = [...changed.values()].map((thing) => ({ thing, seen: JSON.stringify(peopleAt(workspaceId, thing)) }))
    act()
    for (const { thing, seen } of before) {
      const presence = peopleAt(workspaceId, thing)
      if (JSON.stringify(presence) === seen) continue
      for (const listener of listeners.get(workspaceId) ?? []) listener(presence)
    }
  }

  const take = (at: At) => {
    const space = spaces.get(at.workspaceId) ?? new Map<string, KnownPresence>()
    spaces.set(at.workspaceId, space)
    const before = space.get(keyOf(at))
    const surplus = before ? undefined : surplusOf(space, at.personId)
    change(
      at.workspaceId,
      [at, before, surplus].filter((one) => one !== undefined),
      () => {
        if (surplus) space.delete(keyOf(surplus))
        space.delete(keyOf(at))
        space.set(keyOf(at), { ...at, heardAt: Date.now() })
      },
    )
  }

  const drop = (gone: Page & Thing) => {
    const space = spaces.get(gone.workspaceId)
    const known = space?.get(keyOf(gone))
    // Ignores a late message that a page was closed, if the page already shows another thing.
    if (!space || known?.kind !== gone.kind || known.id !== gone.id) return
    change(gone.workspaceId, [known], () => space.delete(keyOf(gone)))
    if (space.size === 0) spaces.delete(gone.workspaceId)
  }

  const forgetSilent = () => {
    const now = Date.now()
    const silent = [...spaces.values()].flatMap((space) =>
      [...space.values()].filter(({ heardAt }) => heardAt + silenceMs <= now),
    )
    for (const known of silent) drop(known)
  }

  const tell = (message: At | Gone) =>
    signals.tell({ workspaceId: message.workspaceId, topic, body: { ...message, node: self } })
  const stopHearing = signals.onSignal(({ topic: of, body }) => {
    const message = body as (At | Gone) & { node: string }
    if (of !== topic || message.node === self) return
    if ('isGone' in message) drop(message)
    else take(withoutNode(message))
  })
  const sweep = setInterval(forgetSilent, sweepMs)
  sweep.unref()

  const leave = ({ workspaceId, personId, page, kind, id }: Page & Thing) => {
    const gone = { workspaceId, personId, page, kind, id }
    drop(gone)
    tell({ ...gone, isGone: true })
  }

  return {
    peopleAt,
    announce(at: At) {
      take(at)
      tell(at)
    },
    leave,
    leaveAll(workspaceId: string, sessionId: string) {
      const own = [...(spaces.get(workspaceId)?.values() ?? [])].filter((one) => one.sessionId === sessionId)
      for (const known of own) leave(known)
    },
    list(workspaceId: string): Presence[] {
      const things = Map.groupBy(spaces.get(workspaceId)?.values() ?? [], ({ kind, id }) => `${kind} ${id}`)
      return [...things.values()].map((there) => ({ kind: there[0]!.kind, id: there[0]!.id, people: peopleOf(there) }))
    },
    listen(workspaceId: string, listener: Listener): () => void {
      const audience = listeners.get(workspaceId) ?? new Set()
      listeners.set(workspaceId, audience.add(listener))
      return () => {
        audience.delete(listener)
        if (audience.size === 0) listeners.delete(workspaceId)
      }
    },
    stop() {
      clearInterval(sweep)
      stopHearing()
    },
  }
}

const keyOf = ({ personId, page }: Page) => `${personId} ${page}`

const withoutNode = ({ node: _, ...at }: At & { node: string }): At => at

function peopleOf(there: KnownPresence[]): Presence['people'] {
  const byPerson = Map.groupBy(there, ({ personId }) => personId)
  return [...byPerson]
    .map(([id, pages]) => ({
      id,
      name: pages[0]!.name,
      field: pages.findLast(({ field }) => field !== null)?.field ?? null,
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

function surplusOf(space: Map<string, KnownPresence>, personId: string): KnownPresence | undefined {
  const own = [...space.values()].filter((one) => one.personId === personId)
  return own.length >= mostPages ? own[0] : undefined
}
