import pg from 'pg'
import type { Subscription } from '#server/platform/events/subscription.ts'

export type PoolOptions = {
  url: string
  size: number
  name: string
  statementTimeoutMs: number
  isReadOnly?: boolean
  /** Factor for the timeouts of connections, statements, locks and idle transactions, for tests on slow machines. */
  patience?: number
}

export type Database = {
  pool: pg.Pool
  isReadOnly: boolean
  subscriptions: readonly Subscription[]
  onWorkspaceChange?: (workspaceId: string, types: ReadonlySet<string>, xact: string) => void
  /**
   * Returns when a workspace changed last, by `performance.now()`. Null if this process may have missed a change of the
   * last second.
   */
  lastChangeOf?: (workspaceId: string) => number | null
  onSessionChange?: (subject: string) => void
  onSeen?: (caller: Seen) => void
  mailBounds?: MailBounds
  onStatement?: (text: string) => void
}

/**
 * Limits of unsolicited mails per day: for a workspace in its first week, for an older workspace, and for the whole
 * installation (null: no limit). `refused` counts the mails that this process refused because of a limit.
 */
export type MailBounds = { newWorkspace: number; workspace: number; installation: number | null; refused: number }

export type Seen = { sessionId: string } | { keyId: string; workspaceId: string }

const asIs = (value: string) => value
// Converts a time of PostgreSQL to the ISO format. The usual form is `2026-11-22 01:26:29.027123+00`. Other forms, such
// as years after 9999, are parsed by `Date`.
const asInstant = (value: string) =>
  value[10] === ' ' && value.endsWith('+00')
    ? `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
    : new Date(value).toISOString()
const parsers: Record<number, (value: string) => unknown> = { 20: Number, 1082: asIs, 1184: asInstant }

/**
 * Opens a connection pool. Timeouts, multiplied by `patience`: 3 s for a connection, 2 s for a lock, 10 s for an idle
 * transaction. Plans are generic, because planning can take five times as long as running.
 */
export function connect({
  url,
  size,
  name,
  statementTimeoutMs,
  isReadOnly = false,
  patience = 1,
}: PoolOptions): Database {
  const times = {
    statement_timeout: statementTimeoutMs * patience,
    lock_timeout: 2000 * patience,
    idle_in_transaction_session_timeout: 10_000 * patience,
  }
  const fixed = {
    search_path: 'app,identity',
    timezone: 'UTC',
    jit: 'off',
    plan_cache_mode: 'force_generic_plan',
    default_transaction_read_only: isReadOnly ? 'on' : 'off',
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: `startup-tools ${name}`,
    connectionTimeoutMillis: 3000 * patience,
    // Sends each statement without waiting for the answers to earlier ones.
    pipeline: true,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    query_timeout: times.statement_timeout + 2000,
    options: Object.entries({ ...fixed, ...times })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: { getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format) },
  })
  // If a connection breaks, its waiting statements fail by themselves. Without these listeners, the error event would
  // end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, isReadOnly, subscriptions: [] }
}
