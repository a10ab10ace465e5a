import { setTimeout as wait } from 'node:timers/promises'
import {
  CamelCasePlugin,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type Selectable,
} from 'kysely'
import pg from 'pg'
import type { DB, Members, Workspaces } from '#database/types.ts'
import { Refusal } from './refusal.ts'

declare const workspace: unique symbol
declare const identity: unique symbol

/** A transaction walled into one workspace. Queries take this, so none can run outside a workspace. */
export type WorkspaceTx = Transaction & { readonly [workspace]: true }
/** A transaction before a workspace is known, under the role that may read accounts, sessions and codes. */
export type IdentityTx = Transaction & { readonly [identity]: true }

/** What `enter` tells of a live session. */
export type Entered = {
  kind: 'team' | 'customer'
  id: string
  workspaceId: string | null
  domain: string | null
  role: Selectable<Members>['role'] | 'Customer'
  isHrAdmin: boolean
  email: string
  name: string
  surname: string
  plan: Selectable<Workspaces>['plan'] | null
  serviceStartedAt: string | null
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
const driver = new DummyDriver()
const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
const dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createQueryCompiler: () => compiler,
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
}

/** A Kysely bound to the one connection of an open transaction. */
export class Transaction extends Kysely<DB> {
  readonly client: pg.PoolClient
  /** What open pages are told once this is committed. */
  readonly announcements = { workspace: false, sessions: new Set<string>() }
  workspaceId: string
  /** The answer waits so long, once the connection is given back. */
  answerDelayMs = 0

  constructor(client: pg.PoolClient, workspaceId: string) {
    const connection = new ClientConnection(client)
    const provider: ConnectionProvider = { provideConnection: (consume) => consume(connection) }
    super({
      config: { dialect, plugins },
      dialect,
      driver,
      executor: new DefaultQueryExecutor(compiler, adapter, provider, plugins),
    })
    this.client = client
    this.workspaceId = workspaceId
  }
}

/** Texts are prepared once a connection and found again by name; built queries repeat the same few texts. */
const statementNames = new Map<string, string>()
const mostStatements = 1000

function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size >= mostStatements) return known
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}

class ClientConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#client.query({ name: statementName(sql), text: sql, values: parameters as unknown[] })
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  // biome-ignore lint/correctness/useYield: nothing streams here, and Kysely asks for the method
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming queries are not used')
  }
}

const asIs = (value: string) => value
const asInstant = (value: string) => new Date(value).toISOString()
const parsers: Record<number, (value: string) => unknown> = { 20: Number, 1082: asIs, 1184: asInstant }

export type PoolOptions = { url: string; size: number; name: string; statementTimeoutMs: number }
/** `onWorkspaceChange` and `onSessionChange` are the event hub's, called after commits. */
export type Database = {
  pool: pg.Pool
  onWorkspaceChange?: (workspaceId: string) => void
  onSessionChange?: (subject: string) => void
}

/** Times of all roles: connect 5 s, waiting for a place 3 s, a lock 2 s, an idle transaction 10 s. */
export function connect({ url, size, name, statementTimeoutMs }: PoolOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: `startup-tools ${name}`,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    query_timeout: statementTimeoutMs + 2000,
    options: `-c search_path=app,identity -c statement_timeout=${statementTimeoutMs} -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000 -c timezone=UTC -c jit=off`,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
    } as never,
  })
  // A connection that dies, idle or in use, fails what waits for it; without listeners it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const literal = (id: string) => {
  if (!uuid.test(id)) throw new Error('Not an id')
  return `'${id}'`
}

/** Runs work in one transaction of one workspace. */
export function inWorkspace<T>(db: Database, workspaceId: string, work: (tx: WorkspaceTx) => Promise<T>): Promise<T> {
  const begin = `begin; select set_config('app.workspace_id', ${literal(workspaceId)}, true)`
  return transact(db, begin, workspaceId, (tx) => work(tx as WorkspaceTx))
}

/** Runs work as whoever the session belongs to, in their workspace; `work` gets null when the session is not live. */
export function asSession<T>(
  db: Database,
  sessionId: string,
  work: (tx: Transaction, entered: Entered | null) => Promise<T>,
): Promise<T> {
  return transact(db, `begin; select * from enter(${literal(sessionId)})`, '', (tx, row) => {
    const entered = row ? camelEntered(row) : null
    tx.workspaceId = entered?.workspaceId ?? ''
    return work(tx, entered)
  })
}

/** Runs work before a workspace is known. */
export function inIdentity<T>(db: Database, work: (tx: IdentityTx) => Promise<T>): Promise<T> {
  return transact(db, 'begin', '', (tx) => work(tx as IdentityTx))
}

/** From here on the transaction is walled into the workspace. For identity, which learns the workspace half-way. */
export async function wallInto(tx: IdentityTx, workspaceId: string): Promise<WorkspaceTx> {
  await tx.client.query(`select set_config('app.workspace_id', ${literal(workspaceId)}, true)`)
  tx.workspaceId = workspaceId
  return tx as unknown as WorkspaceTx
}

type Work<T> = (tx: Transaction, row: Record<string, unknown> | undefined) => Promise<T>

async function transact<T>(db: Database, begin: string, workspaceId: string, work: Work<T>): Promise<T> {
  try {
    return await transactOnce(db, begin, workspaceId, work)
  } catch (error) {
    if ((error as { code?: string }).code !== deadlock) throw error
    // Two waited for each other, and the database ended this one: nothing of it happened, so it runs again.
    return transactOnce(db, begin, workspaceId, work)
  }
}

const deadlock = '40P01'

async function transactOnce<T>(db: Database, begin: string, workspaceId: string, work: Work<T>): Promise<T> {
  const client = await db.pool.connect().catch(refuseUnavailable)
  const tx = new Transaction(client, workspaceId)
  let broken: Error | undefined
  let result: T
  try {
    const begun = (await client.query(begin)) as unknown as pg.QueryResult | pg.QueryResult[]
    result = await work(tx, Array.isArray(begun) ? (begun[1]?.rows[0] as Record<string, unknown>) : undefined)
    await client.query('commit')
    announce(db, tx)
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    if (broken && isConnectionLoss(error)) refuseUnavailable(error)
    throw error
  } finally {
    client.release(broken)
  }
  if (tx.answerDelayMs > 0) await wait(tx.answerDelayMs)
  return result
}

function announce(db: Database, { announcements, workspaceId }: Transaction) {
  if (announcements.workspace) db.onWorkspaceChange?.(workspaceId)
  for (const subject of announcements.sessions) db.onSessionChange?.(subject)
}

function camelEntered(row: Record<string, unknown>): Entered {
  const { workspace_id, is_hr_admin, service_started_at, ...same } = row
  return { ...same, workspaceId: workspace_id, isHrAdmin: is_hr_admin, serviceStartedAt: service_started_at } as Entered
}

const lossCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
])

function isConnectionLoss(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    (code !== undefined && lossCodes.has(code)) ||
    /terminated|timeout exceeded when trying to connect|not queryable/i.test(message ?? '')
  )
}

/** A database that is away is an outage and no bug: people are told to try again. */
function refuseUnavailable(error: unknown): never {
  if (isConnectionLoss(error)) throw new Refusal('unavailable', { retryAfterSeconds: 2, cause: error })
  throw error
}
