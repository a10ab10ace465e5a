import pg from 'pg'
import type { Subscription } from '#server/platform/events/subscription.ts'

export type PoolOptions = {
  url: string
  size: number
  name: string
  statementTimeoutMs: number
  /** Whether its connections refuse to write. */
  isReadOnly?: boolean
  /** How many times as long as usual everything may take: for tests, on a machine that may stand still for seconds. */
  patience?: number
}

/** One role's connections, and who is told of what happens in its transactions. */
export type Database = {
  pool: pg.Pool
  isReadOnly: boolean
  /** Who listens to which event; see `server/subscriptions.ts`. */
  subscriptions: readonly Subscription[]
  /** Called after a commit, for each workspace in which something happened, with the number of the transaction. */
  onWorkspaceChange?: (workspaceId: string, types: ReadonlySet<string>, xact: string) => void
  /** Called after a commit, for each session or person whose streams have to ask again who they are. */
  onSessionChange?: (subject: string) => void
  /** Called after a call whose caller was last seen some minutes ago. */
  onSeen?: (caller: Seen) => void
  /** How many mails that nobody asked for may go in a day; without it any number. */
  mailBounds?: MailBounds
  /** Looks at every statement of a transaction. */
  onStatement?: (text: string) => void
}

/** Mails a day of a workspace in its first week, of one later, of all together, or null; and how many this process refused. */
export type MailBounds = { newWorkspace: number; workspace: number; installation: number | null; refused: number }

export type Seen = { sessionId: string } | { keyId: string; workspaceId: string }

const asIs = (value: string) => value
/** As PostgreSQL writes times in UTC, `2026-11-22 01:26:29.027123+00`; years that it writes otherwise go the long way. */
const asInstant = (value: string) =>
  value[10] === ' ' && value.endsWith('+00')
    ? `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
    : new Date(value).toISOString()
const parsers: Record<number, (value: string) => unknown> = { 20: Number, 1082: asIs, 1184: asInstant }

/**
 * Times of all roles: connect 5 s, waiting for a place 3 s, a lock 2 s, an idle transaction 10 s. Plans are made once a
 * statement: planning the lookups of one ticket takes five times as long as running them.
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
    ...{ search_path: 'app,identity', timezone: 'UTC', jit: 'off', plan_cache_mode: 'force_generic_plan' },
    default_transaction_read_only: isReadOnly ? 'on' : 'off',
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: `startup-tools ${name}`,
    connectionTimeoutMillis: 3000 * patience,
    // What is asked at once is sent at once, and not one after the other's answer.
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
  // A connection that dies, idle or in use, fails what waits for it; without listeners it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, isReadOnly, subscriptions: [] }
}
