import type { Client } from 'pg'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { createEventHub } from '#server/platform/events/live-events.ts'
import { createLog } from '#server/platform/log.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { subscriptions } from '#server/subscriptions.ts'
import { asOwner } from './owner-database.ts'

const statementTimeoutMs = 10 * 60_000

export type Product = { client: Client; database: Database }

/** Uses a database with listeners and live events, so that open pages and running servers get notified of changes. */
export function onProduct<T>(settings: Settings, work: (product: Product) => Promise<T>): Promise<T> {
  return asOwner(settings, async (client, url) => {
    const database = connect({ url, size: 2, name: 'admin', statementTimeoutMs })
    const hub = createEventHub({ url, app: database, log: createLog(settings.logLevel) })
    database.subscriptions = subscriptions
    database.onWorkspaceChange = hub.tellLater
    try {
      return await work({ client, database })
    } finally {
      await hub.stop()
      await database.pool.end()
    }
  })
}
