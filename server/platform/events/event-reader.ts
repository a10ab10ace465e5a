import type pg from 'pg'
import type { Database } from '#server/platform/database/connect.ts'
import { inWorkspace } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { EventListeners } from './event-listeners.ts'
import { readEventsBetween } from './read-events.ts'

type Changes = { snapshot: string; changes: Record<string, string[]> }

type EventReaderOptions = {
  app: Database
  log: Log
  listeners: EventListeners
  findClient(): pg.Client | null
}

/** One statement finds the workspaces with new events. Events are read only for workspaces with streams. */
export function createEventReader({ app, log, listeners, findClient }: EventReaderOptions) {
  /** The last snapshot, and when it was requested by the clock of the process. */
  let seen: string | null = null
  let seenAt = Number.NEGATIVE_INFINITY
  /** Workspaces with events that were not delivered yet, with the snapshot to deliver from. */
  const undelivered = new Map<string, string>()
  /** The workspaces in `undelivered` in which this process did something since the last reading began. */
  const changedAgain = new Set<string>()
  /** Transactions of this process whose changes were told when they committed. */
  const ownTransactions = new Set<string>()
  let reading: Promise<void> | undefined
  let isWanted = false

  /** Reads once at a time. A call during a reading gets the next one. */
  async function read(): Promise<void> {
    isWanted = true
    reading ??= readWhileWanted().finally(() => {
      reading = undefined
      if (isWanted && findClient()) void read()
    })
    return reading
  }

  async function readWhileWanted() {
    for (let client = findClient(); isWanted && client; client = findClient()) {
      isWanted = false
      await readOnce(client).catch(async (error: unknown) => {
        log.warn({ err: error }, 'live events were not looked for')
        // A closed connection is opened again, and then reads.
        await client?.end().catch(() => {})
      })
    }
  }

  async function readOnce(client: pg.Client) {
    changedAgain.clear()
    const [began, since, known, due] = [performance.now(), seen, [...ownTransactions], new Map(undelivered)]
    const { rows } = await client.query<Changes>('select snapshot, changes from app.changes_since($1, $2)', [
      since,
      known,
    ])
    const { snapshot, changes } = rows[0]!
    seen = snapshot
    seenAt = began
    for (const xact of known) ownTransactions.delete(xact)
    for (const [workspaceId, types] of Object.entries(changes)) {
      listeners.tellChange(workspaceId, new Set(types))
      if (since && listeners.hasStreams(workspaceId) && !due.has(workspaceId)) due.set(workspaceId, since)
    }
    for (const [workspaceId, from] of due) {
      // A change of this process after the reading began may be missing in it. It is delivered after the next one.
      if (changedAgain.has(workspaceId)) undelivered.set(workspaceId, snapshot)
      else undelivered.delete(workspaceId)
      deliver(workspaceId, from, snapshot).catch((error: unknown) => {
        log.warn({ err: error }, 'live events were not read')
        if (listeners.hasStreams(workspaceId)) undelivered.set(workspaceId, from)
      })
    }
  }

  const deliver = async (workspaceId: string, since: string, until: string) =>
    listeners.tellEvents(workspaceId, await inWorkspace(app, workspaceId, (tx) => readEventsBetween(tx, since, until)))

  return {
    read,
    /** Notes a transaction whose changes were announced at its commit. The next reading delivers its events. */
    noteOwn(workspaceId: string, xact: string) {
      if (seen && listeners.hasStreams(workspaceId)) {
        changedAgain.add(workspaceId)
        if (!undelivered.has(workspaceId)) undelivered.set(workspaceId, seen)
      }
      if (findClient()) ownTransactions.add(xact)
    },
    msSinceRead: () => performance.now() - seenAt,
  }
}
