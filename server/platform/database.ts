import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { isSame } from '#contract/is-same.ts'
import type { Scope } from '#contract/scopes.ts'
import { isUuid } from '#contract/uuid.ts'
import type { Database, Seen } from './database/connect.ts'
import { corkWrites } from './database/cork-writes.ts'
import { keepFound, newReading } from './database/definitions.ts'
import { isConnectionLoss, refuseUnavailable } from './database/outages/outage.ts'
import { refuseSuspended } from './database/suspension.ts'
import { Transaction } from './database/transaction.ts'
import { errorCode } from './error-code.ts'

/** A transaction in one workspace. Queries of workspace data require this type, so they cannot run elsewhere. */
export class WorkspaceTx extends Transaction {
  declare private readonly isInWorkspace: true
}
/** A transaction outside any workspace. Its database role is allowed to read accounts, sessions and codes. */
export class IdentityTx extends Transaction {
  declare private readonly isOfIdentity: true
}

type TeamRole = 'FreeAdminUser' | 'AdminUser' | 'TeamUser'
export type EnteredSession = {
  id: string
  workspaceId: string | null
  domain: string | null
  isHrAdmin: boolean
  email: string
  name: string
  surname: string
  plan: 'free' | 'active' | null
  serviceStartedAt: string | null
  isStale: boolean
} & ({ kind: 'member' | 'account'; role: TeamRole } | { kind: 'customer'; role: 'Customer' })
export type EnteredKey = {
  id: string
  workspaceId: string
  domain: string
  scopes: Scope[]
  models: string[] | null
  /** Networks from which the API accepts the key. Null means all networks. */
  networks: string[] | null
  /** The draft that a link opens. Null for other kinds of keys. */
  entry: LinkedEntry | null
  dailyCalls: number | null
  callsToday: number
  expiresAt: string | null
  plan: 'free' | 'active'
  serviceStartedAt: string | null
  isStale: boolean
} & (
  | { kind: 'delivery' | 'preview' | 'link'; maker: null }
  /** `maker`: the member who created the key, with the member's current rights. */
  | { kind: 'management'; maker: Pick<Maker, 'id' | 'role' | 'isHrAdmin' | 'email' | 'name' | 'surname'> }
)
type Maker = EnteredSession & { kind: 'member' }
/** The draft that a link opens. `slug` is the slug of the draft when the link was created. */
export type LinkedEntry = { id: string; language: string; slug: string }
export type EnteredHost = { workspaceId: string; domain: string }

type Entering<E, T> = (tx: Transaction, entered: E | null) => Promise<T>

export type TransactionOptions = {
  /** If true, `work` changes nothing except this database, so it can run again after a deadlock. */
  isRepeatable?: boolean
  /**
   * If true, `work` only reads, in one snapshot. The result is returned without waiting for the end of the transaction.
   */
  isReading?: boolean
  /**
   * For readings: if true, `work` has no effects outside the transaction. So it can begin before the caller is
   * confirmed, and run again if the caller has changed.
   */
  mayPresume?: boolean
}

export const asSession = <T>(
  db: Database,
  sessionId: string,
  work: Entering<EnteredSession, T>,
  options?: TransactionOptions,
): Promise<T> =>
  enter(
    db,
    { door: `select enter_session(${literal(sessionId)}) as entered`, seen: () => ({ sessionId }) },
    work,
    options,
  )

/** Runs `work` in the workspace of an API key. `entered` is null if the key is unknown or has expired. */
export const asKey = <T>(
  db: Database,
  { workspaceId, hash }: { workspaceId: string; hash: Buffer },
  work: Entering<EnteredKey, T>,
  options?: TransactionOptions,
): Promise<T> => {
  const door = `select enter_key(${literal(workspaceId)}, '\\x${hash.toString('hex')}') as entered`
  return enter(db, { door, seen: ({ id }: EnteredKey) => ({ keyId: id, workspaceId }) }, work, options)
}

/** Runs `work` as an anonymous visitor of a workspace. `entered` is null if no workspace has this subdomain. */
export const asVisitor = <T>(
  db: Database,
  domain: string,
  work: Entering<EnteredHost, T>,
  options?: TransactionOptions,
): Promise<T> =>
  enter(db, { door: `select enter_host('${label.test(domain) ? domain : ''}') as entered` }, work, options)

type Row = { workspaceId: string | null; isStale?: boolean }
type Door<E> = { door: string; seen?: (entered: E) => Seen }

function enter<E extends Row, T>(
  db: Database,
  { door, seen }: Door<E>,
  work: Entering<E, T>,
  options?: TransactionOptions,
): Promise<T> {
  let stale: Seen | undefined
  const run: Run<T, E> = (client, { entered, revision }, beganAt) => {
    if (entered?.isStale) stale = seen?.(entered)
    const { workspaceId } = entered ?? {}
    const tx = workspaceId
      ? new WorkspaceTx(client, db, workspaceId, { reading: readingOf(workspaceId, revision, beganAt) })
      : new Transaction(client, db, '')
    // `begin` is async, so that an error for a presumed caller becomes a rejection. The reading can ignore this
    // rejection.
    const begin = async () => work(tx, entered)
    return { tx, working: begin() }
  }
  return transact(db, door, run, options).finally(() => {
    if (stale) db.onSeen?.(stale)
  })
}

export const inWorkspace = <T>(
  db: Database,
  workspaceId: string,
  work: (tx: WorkspaceTx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> => {
  const run: Run<T, never> = (client, { revision }, beganAt) => {
    const tx = new WorkspaceTx(client, db, workspaceId, { reading: readingOf(workspaceId, revision, beganAt) })
    return { tx, working: work(tx) }
  }
  return transact(db, `select wall_into(${literal(workspaceId)})`, run, options)
}

export const inIdentity = <T>(db: Database, work: (tx: IdentityTx) => Promise<T>): Promise<T> =>
  transact(db, '', (client) => {
    const tx = new IdentityTx(client, db, '')
    return { tx, working: work(tx) }
  })

/** Enters a workspace in the middle of a transaction. After `work`, returns to the previous workspace, or to none. */
export async function withinWorkspace<T>(
  outer: Transaction,
  workspaceId: string,
  work: (tx: WorkspaceTx) => Promise<T>,
): Promise<T> {
  const isThere = outer.workspaceId === workspaceId
  if (!isThere) await outer.client.query(`select wall_into(${literal(workspaceId)})`)
  const tx = new WorkspaceTx(outer.client, outer.database, workspaceId, { afterwards: outer.afterwards })
  try {
    const result = await work(tx)
    for (const last of tx.beforeEnd) await last()
    if (!isThere) await wallBack(outer)
    return result
  } catch (error) {
    // `wallBack` fails if an earlier statement failed. Then the transaction is rolled back anyway, which also leaves
    // the workspace.
    if (!isThere) await wallBack(outer).catch(() => {})
    throw error
  } finally {
    tx.close()
  }
}

/**
 * Runs `work` in a savepoint. If `work` fails, only its own statements are undone, and the outer transaction can go on.
 */
export async function inSavepoint<T>(outer: WorkspaceTx, work: (tx: WorkspaceTx) => Promise<T>): Promise<T> {
  const { client } = outer
  // Parts of `work` can still run after an error. They must not write into the outer transaction.
  const tx = new WorkspaceTx(client, outer.database, outer.workspaceId, { afterwards: outer.afterwards })
  await client.query('savepoint part')
  try {
    const result = await work(tx)
    for (const last of tx.beforeEnd) await last()
    await client.query('release savepoint part')
    return result
  } catch (error) {
    tx.close()
    await client.query('rollback to savepoint part; release savepoint part')
    throw error
  } finally {
    tx.close()
  }
}

const wallBack = ({ client, workspaceId }: Transaction) =>
  client.query(`select wall_into(${workspaceId ? literal(workspaceId) : 'null'})`)

type Running<T> = { tx: Transaction; working: Promise<T> }
/** Who has entered, and the revision of the definitions of their workspace. Only a reading asks for the revision. */
type EntryResult<E> = { entered: E | null; revision: string | null }
type Run<T, E> = (client: pg.PoolClient, begun: EntryResult<E>, beganAt: number) => Running<T>

const readingOf = (workspaceId: string, revision: string | null, beganAt: number) =>
  revision === null ? null : newReading(workspaceId, revision, beganAt)

const deadlock = '40P01'

async function transact<T, E>(
  db: Database,
  door: string,
  run: Run<T, E>,
  { isRepeatable = false, isReading = false, mayPresume = false }: TransactionOptions = {},
): Promise<T> {
  if (isReading) return read(db, door, run, mayPresume)
  const begin = `begin; ${door}`
  try {
    return await write(db, begin, run)
  } catch (error) {
    if (!isRepeatable || errorCode(error) !== deadlock) throw error
    return write(db, begin, run)
  }
}

const lastCallers = new LRUCache<string, EntryResult<unknown>>({ max: 10_000 })

// Runs a reading. With `mayPresume`, the work starts in the same round trip as the transaction, with the caller of the
// last reading. If PostgreSQL returns another caller, the result is discarded and the work runs again.
async function read<T, E>(db: Database, door: string, run: Run<T, E>, mayPresume: boolean): Promise<T> {
  const client = await db.pool.connect().catch(refuseUnavailable)
  const presumed = mayPresume ? (lastCallers.get(door) as EntryResult<E> | undefined) : undefined
  let running: Running<T> | undefined
  const beganAt = performance.now()
  try {
    const beginning = beginWith<E>(
      client,
      `begin isolation level repeatable read, read only; ${door}; select definitions_revision() as revision`,
    )
    if (presumed) running = run(client, presumed, beganAt)
    running?.working.catch(() => {})
    const begun = await beginning
    if (!running || !isSame(begun, presumed)) {
      await running?.working.catch(() => {})
      running?.tx.close()
      running = run(client, begun, beganAt)
    }
    if (mayPresume && begun.entered) lastCallers.set(door, begun)
    const result = await running.working
    if (running.tx.reading) keepFound(running.tx.reading)
    running.tx.close()
    // The commit is not awaited, which saves 10 % of the time of a call. If it fails because the connection broke, the
    // next statement on the connection fails, too.
    client.query('commit').catch(() => {})
    client.release()
    return result
  } catch (error) {
    running?.tx.close()
    const broken = await client.query('rollback').then(
      () => undefined,
      (failure: Error) => failure,
    )
    client.release(broken)
    if (broken) refuseUnavailable(error)
    throw error
  }
}

/** Begins a transaction and enters the workspace in one round trip. `entered` is the session, key or host, or null. */
async function beginWith<E>(client: pg.PoolClient, begin: string): Promise<EntryResult<E>> {
  corkWrites(client)
  const begun: unknown = await client.query(begin).catch(refuseSuspended)
  const [, entered, definitions] = Array.isArray(begun) ? begun : []
  return { entered: entered?.rows[0]?.entered ?? null, revision: definitions?.rows[0]?.revision ?? null }
}

async function write<T, E>(db: Database, begin: string, run: Run<T, E>): Promise<T> {
  const client = await db.pool.connect().catch(refuseUnavailable)
  let broken: Error | undefined
  let tx: Transaction | undefined
  let result: T
  try {
    const running = run(client, await beginWith(client, begin), performance.now())
    tx = running.tx
    result = await running.working
    for (const last of tx.beforeEnd) await last()
    await commit(client)
  } catch (error) {
    // Parts of `work` can still run after an error. They must not send statements on a connection that another call
    // uses by then.
    tx?.close()
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    if (broken && isConnectionLoss(error)) refuseUnavailable(error)
    throw error
  } finally {
    client.release(broken)
  }
  return finish(db, tx, result)
}

// Commits the transaction or throws. If a statement has failed, PostgreSQL answers COMMIT with ROLLBACK and reports no
// error.
async function commit(client: pg.PoolClient) {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('Nothing was committed, because a statement before had failed')
}

async function finish<T>(db: Database, tx: Transaction, result: T): Promise<T> {
  tx.close()
  const { workspaces, xact, sessions, answerDelayMs } = tx.afterwards
  for (const [workspaceId, types] of workspaces) db.onWorkspaceChange?.(workspaceId, types, xact!)
  for (const subject of sessions) db.onSessionChange?.(subject)
  if (answerDelayMs > 0) await wait(answerDelayMs)
  return result
}

const label = /^[a-z0-9-]{1,63}$/

const literal = (id: string) => {
  if (!isUuid(id.toLowerCase())) throw new Error('Not an id')
  return `'${id}'`
}
