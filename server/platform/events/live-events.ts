import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Database } from '#server/platform/database/connect.ts'
import type { Log } from '#server/platform/log.ts'
import { createEventListeners, type EventTypes } from './event-listeners.ts'
import { createEventReader } from './event-reader.ts'
import { createSignals } from './signals.ts'

const channel = 'startup_tools_events'
const sessionChannel = 'startup_tools_sessions'
const signalChannel = 'startup_tools_signals'
const coalesceMs = 10
/** The event hub reads events this often even without a NOTIFY, because a NOTIFY can be lost. */
const readEveryMs = 500
const upToDateMs = 1000
/** Maximum number of workspaces whose last change is remembered. More than change within the life of a cached count. */
const mostRemembered = 50_000
const answerMs = 5_000

export type EventHub = ReturnType<typeof createEventHub>

/**
 * Distributes live events to all processes. NOTIFY inside a transaction would make all writers wait for each other. So
 * each process sends one NOTIFY some milliseconds after commits, and all processes then read the new events
 * (`event-reader.ts`).
 */
export function createEventHub({ url, app, log }: { url: string; app: Database; log: Log }) {
  const notifyOn = (on: string, payload: string) => app.pool.query('select pg_notify($1, $2)', [on, payload])
  const listeners = createEventListeners()
  const signals = createSignals((payload) => notifyOn(signalChannel, payload))
  let client: pg.Client | undefined
  let isStopped = false
  let connections = 0
  /** Number of the connection that receives notifications. Null while there is no such connection. */
  let listeningConnection: number | null = null
  const reader = createEventReader({
    app,
    log,
    listeners,
    findClient: () => (listeningConnection === null ? null : client!),
  })

  const listen = async () => {
    client = new pg.Client({
      connectionString: url,
      application_name: 'startup-tools listener',
      keepAlive: true,
      query_timeout: answerMs,
    })
    client.on('error', () => {})
    client.on('end', () => {
      listeningConnection = null
      if (!isStopped) setTimeout(() => void listen().catch(() => {}), 1000).unref()
    })
    client.on('notification', ({ channel: from, payload = '' }) => {
      if (from === sessionChannel) return listeners.tellSessionChange(payload)
      if (from === signalChannel) return signals.hear(payload)
      void reader.read()
    })
    await client.connect().catch(async (error: unknown) => {
      await client?.end().catch(() => {})
      throw error
    })
    await client.query(`listen ${channel}; listen ${sessionChannel}; listen ${signalChannel}`)
    connections += 1
    listeningConnection = connections
    await reader.read()
  }

  const lastChanges = new LRUCache<string, number>({ max: mostRemembered })
  listeners.onChange((workspaceId) => void lastChanges.set(workspaceId, performance.now()))
  const isUpToDate = () => listeningConnection !== null && reader.msSinceRead() < upToDateMs

  const timer = setInterval(() => void reader.read(), readEveryMs)
  timer.unref()

  let notifyTimer: NodeJS.Timeout | undefined
  const notify = () => {
    notifyTimer = undefined
    notifyOn(channel, '').catch(() => {})
  }

  return {
    signals,
    start: listen,
    async stop() {
      isStopped = true
      clearInterval(timer)
      clearTimeout(notifyTimer)
      if (notifyTimer) notify()
      await signals.stop()
      await client?.end().catch(() => {})
    },
    /** Must be called after a commit with events. Notifies listeners at once, and streams after the next reading. */
    tellLater(workspaceId: string, types: EventTypes, xact: string) {
      listeners.tellChange(workspaceId, types)
      reader.noteOwn(workspaceId, xact)
      notifyTimer ??= setTimeout(notify, coalesceMs)
    },
    /** Makes the streams of a session or person check their rights again at once, in all processes. */
    tellSessionChange(subject: string) {
      notifyOn(sessionChannel, subject).catch(() => {})
    },
    subscribe: listeners.subscribe,
    onChange: listeners.onChange,
    countListeners: listeners.count,
    listeningConnection: () => listeningConnection,
    /** Returns whether this process has read all changes that were committed more than a second ago. */
    isUpToDate,
    /** Returns when a workspace changed last, by `performance.now()`. Null if the process is not up to date. */
    lastChangeOf: (workspaceId: string) => (isUpToDate() ? (lastChanges.get(workspaceId) ?? 0) : null),
  }
}
