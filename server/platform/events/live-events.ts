import { sql } from 'kysely'
import pg from 'pg'
import type { Subject } from '#contract/events.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { createSignals } from './signals.ts'

/** A hint that a subject changed; pages read it again. */
export type LiveEvent = {
  id: string
  type: string
  subjectType: Subject['type'] | null
  subjectId: string | null
  /** Customers who hear of it beside the team. */
  customerIds: string[]
  /** Where it is for one member alone. */
  memberId: string | null
}
type Types = ReadonlySet<string>
export type Listener = {
  /** Of what this process committed before its caller is answered, and of what any process did. */
  onChange?(types: Types): void
  onEvent?(event: LiveEvent): void
  /** There was more at once than anybody is told one by one. */
  onTooMuch?(): void
  onSessionChange?(subject: string): void
}

const channel = 'startup_tools_events'
const sessionChannel = 'startup_tools_sessions'
const signalChannel = 'startup_tools_signals'
const coalesceMs = 10
/** A NOTIFY may be lost, so the hub looks without one too. */
const lookMs = 500
const upToDateMs = 1000
const answerMs = 5_000
/** So many, written at once, stay below what a stream may be behind; otherwise it would end before its reader has heard of any. */
const mostAtOnce = 1000

export type EventHub = ReturnType<typeof createEventHub>

/**
 * Live events across processes: rows written in the change's transaction, one coalesced NOTIFY after its commit, since
 * NOTIFY inside a transaction serialises all writers. Each process then asks in one statement in which workspaces
 * something happened since it asked last, and reads the rows of those that have streams, once for all of them.
 */
export function createEventHub({ url, app, log }: { url: string; app: Database; log: Log }) {
  const listeners = new Map<string, Set<Listener>>()
  const listenersToAll = new Set<(workspaceId: string, types: Types) => void>()
  let hasChanged = false
  let notifyTimer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  let isStopped = false
  let connections = 0
  let heardSince: number | null = null
  /** What the last look saw, when it began by the clock of the process, and where events are still untold, since which look. */
  let seen: string | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  const untold = new Map<string, string>()
  /** Of those, the workspaces in which this process did something since the last look began. */
  const isHeldAnew = new Set<string>()
  /** Transactions of this process that were told of when they committed. */
  const own = new Set<string>()
  let looking: Promise<void> | undefined
  let isWanted = false
  const notifyOn = (on: string, payload: string) => app.pool.query('select pg_notify($1, $2)', [on, payload])
  const signals = createSignals((payload) => notifyOn(signalChannel, payload))

  const notify = () => {
    notifyTimer = undefined
    hasChanged = false
    notifyOn(channel, '').catch(() => {})
  }

  const tellChange = (workspaceId: string, types: Types) => {
    for (const listen of listenersToAll) listen(workspaceId, types)
    for (const { onChange } of listeners.get(workspaceId) ?? []) onChange?.(types)
  }

  /** One at a time; whoever wants one meanwhile has the next. */
  const look = async () => {
    isWanted = true
    looking ??= lookWhileWanted().finally(() => {
      looking = undefined
      // Wanted in the moment between the last one and this.
      if (isWanted && heardSince !== null) void look()
    })
    return looking
  }
  const lookWhileWanted = async () => {
    while (isWanted && heardSince !== null) {
      isWanted = false
      const asked = client!
      await lookOnce(asked).catch(async (error: unknown) => {
        log.warn({ err: error }, 'live events were not looked for')
        // It connects again, and looks then.
        await asked.end().catch(() => {})
      })
    }
  }

  const lookOnce = async (asked: pg.Client) => {
    isHeldAnew.clear()
    const [began, since, known, due] = [performance.now(), seen, [...own], new Map(untold)]
    const { rows } = await asked.query<Look>('select snapshot, changes from app.changes_since($1, $2)', [since, known])
    const { snapshot, changes } = rows[0]!
    seen = snapshot
    for (const xact of known) own.delete(xact)
    for (const [workspaceId, types] of Object.entries(changes)) {
      tellChange(workspaceId, new Set(types))
      if (since && hasStreams(workspaceId) && !due.has(workspaceId)) due.set(workspaceId, since)
    }
    lookedAt = began
    // What this process did since the look began may be too late for it, and is told after the next one.
    for (const [workspaceId, from] of due) {
      if (isHeldAnew.has(workspaceId)) untold.set(workspaceId, snapshot)
      else untold.delete(workspaceId)
      deliver(workspaceId, from, snapshot).catch((error: unknown) => {
        log.warn({ err: error }, 'live events were not read')
        if (hasStreams(workspaceId)) untold.set(workspaceId, from)
      })
    }
  }

  const holdUntold = (workspaceId: string) => {
    if (!seen || !hasStreams(workspaceId)) return
    isHeldAnew.add(workspaceId)
    if (!untold.has(workspaceId)) untold.set(workspaceId, seen)
  }

  const hasStreams = (workspaceId: string) => [...(listeners.get(workspaceId) ?? [])].some(({ onEvent }) => onEvent)

  const deliver = async (workspaceId: string, since: string, until: string) => {
    const events = await inWorkspace(app, workspaceId, (tx) => readBetween(tx, since, until))
    for (const listener of listeners.get(workspaceId) ?? []) {
      if (events.length > mostAtOnce) listener.onTooMuch?.()
      else for (const event of events) listener.onEvent?.(event)
    }
  }

  const listen = async () => {
    client = new pg.Client({
      ...{ connectionString: url, application_name: 'startup-tools listener', keepAlive: true },
      query_timeout: answerMs,
    })
    client.on('error', () => {})
    client.on('end', () => {
      heardSince = null
      if (!isStopped) setTimeout(() => void listen().catch(() => {}), 1000).unref()
    })
    client.on('notification', ({ channel: from, payload = '' }) => {
      if (from === sessionChannel) return announce(payload)
      if (from === signalChannel) return signals.hear(payload)
      void look()
    })
    await client.connect().catch(async (error: unknown) => {
      await client?.end().catch(() => {})
      throw error
    })
    await client.query(`listen ${channel}; listen ${sessionChannel}; listen ${signalChannel}`)
    connections += 1
    heardSince = connections
    await look()
  }

  const announce = (subject: string) => {
    for (const audience of listeners.values()) for (const listener of audience) listener.onSessionChange?.(subject)
  }

  const timer = setInterval(() => void look(), lookMs)
  timer.unref()

  return {
    start: () => listen(),
    async stop() {
      isStopped = true
      clearInterval(timer)
      clearTimeout(notifyTimer)
      if (hasChanged) notify()
      await signals.stop()
      await client?.end().catch(() => {})
    },
    signals,
    /** Called after a commit that wrote events; streams hear of them at the next look. */
    tellLater(workspaceId: string, types: Types, xact: string) {
      tellChange(workspaceId, types)
      holdUntold(workspaceId)
      if (heardSince !== null) own.add(xact)
      hasChanged = true
      notifyTimer ??= setTimeout(notify, coalesceMs)
    },
    /** A session ended or its rights changed: streams of that session or person ask again at once. */
    tellSessionChange(subject: string) {
      notifyOn(sessionChannel, subject).catch(() => {})
    },
    subscribe(workspaceId: string, listener: Listener): () => void {
      const audience = listeners.get(workspaceId) ?? new Set()
      listeners.set(workspaceId, audience.add(listener))
      return () => {
        audience.delete(listener)
        if (audience.size === 0 && listeners.get(workspaceId) === audience) listeners.delete(workspaceId)
      }
    },
    /** As `onChange` of a listener, of every workspace. */
    onChange(listen: (workspaceId: string, types: Types) => void): () => void {
      listenersToAll.add(listen)
      return () => void listenersToAll.delete(listen)
    },
    /** The connection that hears of others' commits, by its number; null while there is none. */
    heardSince: () => heardSince,
    /** Whether all that was committed up to a second ago was told here. */
    isUpToDate: () => heardSince !== null && performance.now() - lookedAt < upToDateMs,
    countListeners: (workspaceId: string) => listeners.get(workspaceId)?.size ?? 0,
  }
}

type Look = { snapshot: string; changes: Record<string, string[]> }

const selectEvents = (tx: WorkspaceTx) =>
  tx
    .selectFrom('liveEvents')
    .select(['id', 'type', 'subjectType', 'subjectId', 'customerIds', 'memberId'])
    .orderBy('id')

/** What one look did not see and a later one did; one more than are told one by one. */
const readBetween = async (tx: WorkspaceTx, since: string, until: string) =>
  (await selectEvents(tx)
    .where('xact', '>=', sql<string>`pg_snapshot_xmin(${since}::pg_snapshot)`)
    .where('xact', '<', sql<string>`pg_snapshot_xmax(${until}::pg_snapshot)`)
    .where(sql<boolean>`not pg_visible_in_snapshot(xact, ${since}::pg_snapshot)`)
    .where(sql<boolean>`pg_visible_in_snapshot(xact, ${until}::pg_snapshot)`)
    .limit(mostAtOnce + 1)
    .execute()) as LiveEvent[]

export const readEvents = async (tx: WorkspaceTx, since: string): Promise<LiveEvent[]> =>
  (await selectEvents(tx)
    .where('id', '>', since)
    .limit(mostAtOnce + 1)
    .execute()) as LiveEvent[]

/** The smallest UUID v7 of a moment (RFC 9562, section 5.7: 48 bits of milliseconds first). */
export function earliestId(timeMs: number): string {
  const hex = Math.max(0, Math.floor(timeMs)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** The moment in a UUID v7. */
export const timeOfId = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
