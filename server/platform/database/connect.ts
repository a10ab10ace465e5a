import pg from 'pg'
import type { Subscription } from '#server/platform/events/subscription.ts'

export type PoolOptions = {
  url: string
  size: number
  name: string
  statementTimeoutMs: number
  isReadOnly?: boolean
  /** A factor for all timeouts, for tests on machines that may stall for seconds. */
  patience?: number
}

export type Database = {
  pool: pg.Pool
  isReadOnly: boolean
  /** Listeners by type of event; see `server/subscriptions.ts`. */
  subscriptions: readonly Subscription[]
  onWorkspaceChange?: (workspaceId: string, types: ReadonlySet<string>, xact: string) => void
  onSessionChange?: (subject: string) => void
  onSeen?: (caller: Seen) => void
  mailBounds?: MailBounds
  onStatement?: (text: string) => void
}

/** Per day: in the first week of a workspace, later, and of the installation (null for no limit). */
export type MailBounds = { newWorkspace: number; workspace: number; installation: number | null; refused: number }

export type Seen = { sessionId: string } | { keyId: string; workspaceId: string }

const asIs = (value: string) => value
/** PostgreSQL writes times in UTC as `2026-11-22 01:26:29.027123+00`. Other forms (of far years) are parsed by Date. */
const asInstant = (value: string) =>
  value[10] === ' ' && value.endsWith('+00')
    ? `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
    : new Date(value).toISOString()
const parsers: Record<number, (value: string) => unknown> = { 20: Number, 1082: asIs, 1184: asInstant }

/**
 * Timeouts of all roles: 5 s to connect, 3 s to wait for a connection, 2 s for a lock, 10 s for an idle transaction.
 * Plans are made once a statement, because planning the lookups of one ticket takes five times as long as running them.
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
    // Statements do not wait for the answers of those before them.
    pipeline: true,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    query_timeout: times.statement_timeout + 2000,
    options: Object.entries({ ...fixed, ...times })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
    } as never,
  })
  // A connection that dies fails the statements that wait for it. Without listeners the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, isReadOnly, subscriptions: [] }
}
