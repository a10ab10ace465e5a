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

/**
 * Creates a reader of new events in the database. A reading first finds the workspaces with changes, then reads the
 * events only of workspaces with open streams.
 */
export function createEventReader({ app, log, listeners, findClient }: EventReaderOptions) {
  let seen: string | null = null
  let seenAt = Number.NEGATIVE_INFINITY
  // Workspaces with events that the streams have not received. The value is the snapshot after which these events
  // begin.
  const undelivered = new Map<string, string>()
  /** Workspaces that have open streams and that this process has changed after the start of the last reading. */
  const changedAgain = new Set<string>()
  // Transactions of this process. Listeners were already notified at their commit, so the next reading does not notify
  // them again.
  const ownTransactions = new Set<string>()
  let reading: Promise<void> | undefined
  let isWanted = false

  /** Reads new events. Only one reading runs at a time. A call during a reading returns after the next reading. */
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
        // Closes the connection, so that the event hub reconnects and then reads again.
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
      // This process can have changed the workspace after the reading began. The next reading then delivers the events
      // after this snapshot.
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
