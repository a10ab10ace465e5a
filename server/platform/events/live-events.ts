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
export type Listener = {
  onEvent(event: LiveEvent): void
  /** Of what this process committed, before its caller is answered; `onEvent` follows. */
  onCommit?(types: ReadonlySet<string>): void
  onSessionChange(subject: string): void
}

const channel = 'startup_tools_events'
const sessionChannel = 'startup_tools_sessions'
const signalChannel = 'startup_tools_signals'
/** Transactions end within seconds, so an event can only surface so much later than its id says. */
const skewMs = 2_000
const sweepMs = 5_000
const sweepSkewMs = 20_000
const coalesceMs = 10

export type EventHub = ReturnType<typeof createEventHub>

/**
 * Live events across processes: rows written in the change's transaction, one coalesced NOTIFY after its commit, since
 * NOTIFY inside a transaction serialises all writers. Each process reads the new rows once for all its streams.
 */
export function createEventHub({ url, app, log }: { url: string; app: Database; log: Log }) {
  const listeners = new Map<string, Set<Listener>>()
  const delivered = new Map<string, Map<string, number>>()
  const changed = new Set<string>()
  let notifyTimer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  let isStopped = false
  let connections = 0
  let heardSince: number | null = null
  const notifyOn = (on: string, payload: string) => app.pool.query('select pg_notify($1, $2)', [on, payload])
  const signals = createSignals((payload) => notifyOn(signalChannel, payload))

  const notify = () => {
    notifyTimer = undefined
    const workspaces = [...changed]
    changed.clear()
    for (let at = 0; at < workspaces.length; at += 100) {
      const payload = workspaces.slice(at, at + 100).join(',')
      notifyOn(channel, payload).catch(() => {})
    }
  }

  async function deliver(workspaceId: string, skew: number) {
    const audience = listeners.get(workspaceId)
    if (!audience?.size) return
    const since = earliestId(Date.now() - skew)
    const rows = await inWorkspace(app, workspaceId, (tx) => readEvents(tx, since))
    const seen = delivered.get(workspaceId) ?? new Map<string, number>()
    delivered.set(workspaceId, seen)
    for (const event of rows) {
      if (seen.has(event.id)) continue
      seen.set(event.id, Date.now())
      for (const listener of audience) listener.onEvent(event)
    }
    for (const [id, at] of seen) if (at < Date.now() - sweepSkewMs * 2) seen.delete(id)
  }

  const listen = async () => {
    client = new pg.Client({ connectionString: url, application_name: 'startup-tools listener', keepAlive: true })
    client.on('error', () => {})
    client.on('end', () => {
      heardSince = null
      if (!isStopped) setTimeout(() => void listen().catch(() => {}), 1000).unref()
    })
    client.on('notification', ({ channel: from, payload = '' }) => {
      if (from === sessionChannel) return announce(payload)
      if (from === signalChannel) return signals.hear(payload)
      for (const id of payload.split(','))
        deliver(id, skewMs).catch((error) => log.warn({ err: error }, 'live events were not read'))
    })
    await client.connect().catch(async (error: unknown) => {
      await client?.end().catch(() => {})
      throw error
    })
    await client.query(`listen ${channel}; listen ${sessionChannel}; listen ${signalChannel}`)
    connections += 1
    heardSince = connections
  }

  const announce = (subject: string) => {
    for (const audience of listeners.values()) for (const listener of audience) listener.onSessionChange(subject)
  }

  const sweep = setInterval(() => {
    for (const id of listeners.keys()) deliver(id, sweepSkewMs).catch(() => {})
  }, sweepMs)
  sweep.unref()

  return {
    start: () => listen(),
    async stop() {
      isStopped = true
      clearInterval(sweep)
      clearTimeout(notifyTimer)
      if (changed.size) notify()
      await signals.stop()
      await client?.end().catch(() => {})
    },
    signals,
    /** Called after a commit that wrote events. */
    tellLater(workspaceId: string, types: ReadonlySet<string>) {
      for (const { onCommit } of listeners.get(workspaceId) ?? []) onCommit?.(types)
      changed.add(workspaceId)
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
        if (audience.size === 0) {
          listeners.delete(workspaceId)
          delivered.delete(workspaceId)
        }
      }
    },
    /** The connection that hears of others' commits, by its number; null while there is none. */
    heardSince: () => heardSince,
    countListeners: (workspaceId: string) => listeners.get(workspaceId)?.size ?? 0,
  }
}

export async function readEvents(tx: WorkspaceTx, since: string): Promise<LiveEvent[]> {
  const rows = await tx
    .selectFrom('liveEvents')
    .select(['id', 'type', 'subjectType', 'subjectId', 'customerIds', 'memberId'])
    .where('id', '>', since)
    .orderBy('id')
    .limit(2000)
    .execute()
  return rows as LiveEvent[]
}

/** The smallest UUID v7 of a moment (RFC 9562, section 5.7: 48 bits of milliseconds first). */
export function earliestId(timeMs: number): string {
  const hex = Math.max(0, Math.floor(timeMs)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** The moment in a UUID v7. */
export const timeOfId = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
