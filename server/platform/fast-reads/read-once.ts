import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { Database } from '#server/platform/database/connect.ts'
import { refuseUnavailable } from '#server/platform/database/outages/outage.ts'
import { outageSeconds, Refusal } from '#server/platform/refusal.ts'
import { statementName } from './prepared-statements.ts'

/** A row with all values as the text that PostgreSQL sent. */
export type TextRow = (string | null)[]
export type Statement = { text: string; values: readonly unknown[] }

/**
 * Runs statements as one transaction in one round trip, without BEGIN and COMMIT. Pipelined statements up to a Sync are
 * one transaction in PostgreSQL, so if one fails, all fail.
 */
export async function readOnce(db: Database, workspaceId: string, statements: Statement[]): Promise<TextRow[][]> {
  const answers: TextRow[][] = []
  await readEach(
    db,
    statements.map((statement) => ({ workspaceId, statement })),
    (rows) => answers.push(rows),
  )
  return answers
}

export type WorkspaceStatement = { workspaceId: string; statement: Statement }
type Give = (rows: TextRow[]) => void

/** Calls `give` with the rows of each statement, in order. An error does not invalidate rows given earlier. */
export async function readEach(db: Database, asked: readonly WorkspaceStatement[], give: Give): Promise<void> {
  if (!db.isReadOnly) throw new Error('What is read in one round trip is asked on connections that can only read')
  if (db.onStatement) for (const { statement } of asked) db.onStatement(statement.text)
  const client = await db.pool.connect().catch(refuseUnavailable)
  try {
    await new Promise<void>((resolve, reject) => {
      const done: QueryCallback = (error) => (error ? reject(error) : resolve())
      const named = walled(asked, (text) => statementName(client, text) ?? '', give)
      client.query(new WalledQuery(named, done))
    })
    client.release()
  } catch (error) {
    // After an error it is unknown which statements are prepared, so all are deallocated.
    client.connection.parsedStatements = {}
    const broken = await client.query('deallocate all').then(
      () => undefined,
      (failure: Error) => failure,
    )
    client.release(broken)
    if (broken) refuseUnavailable(error)
    throw error
  }
}

/** Internals of the driver. `read-once.test.ts` fails if a new version changes them. */
declare module 'pg' {
  interface ClientBase {
    connection: Connection
  }
  interface Connection {
    parsedStatements: Record<string, string>
    parse(statement: { name: string; text: string }): void
    bind(bound: { statement: string; values: readonly unknown[]; valueMapper: typeof prepareValue }): void
    execute(portal: object): void
  }
  interface QueryConfig<I> {
    queryMode?: 'extended'
  }
}

type QueryCallback = (error: Error | null | undefined) => void
type NamedStatement = Statement & { name: string; give?: Give }

const wall = { name: 'wall', text: 'select wall_into($1)' }

/** Adds a statement that enters the workspace before each statement whose workspace differs from the previous one. */
function walled(asked: readonly WorkspaceStatement[], nameOf: (text: string) => string, give: Give): NamedStatement[] {
  let within: string | undefined
  return asked.flatMap(({ workspaceId, statement }) => {
    const named = { ...statement, name: nameOf(statement.text), give }
    if (workspaceId === within) return [named]
    within = workspaceId
    return [{ ...wall, values: [workspaceId] }, named]
  })
}

class WalledQuery extends pg.Query {
  /** The driver replaces the callback with a wrapper that ends the timeout. */
  declare callback: QueryCallback
  readonly #asked: NamedStatement[]
  #rows: TextRow[] = []
  #answered = 0

  constructor(asked: NamedStatement[], done: QueryCallback) {
    super({ text: wall.text, queryMode: 'extended' }, undefined, done)
    this.#asked = asked
  }

  /** Sends all statements at once. Values arrive as text, because no Describe message is sent. */
  prepare(connection: pg.Connection) {
    for (const { name, text, values } of this.#asked) {
      if (!connection.parsedStatements[name]) connection.parse({ name, text })
      // Unnamed statements are not stored, because the next unnamed statement replaces them.
      if (name) connection.parsedStatements[name] = text
      connection.bind({ statement: name, values, valueMapper: prepareValue })
      connection.execute({})
    }
    connection.sync()
  }

  handleDataRow({ fields }: { fields: TextRow }) {
    this.#rows.push(fields)
  }

  handleCommandComplete() {
    const rows = this.#rows
    this.#rows = []
    this.#asked[this.#answered]!.give?.(rows)
    this.#answered += 1
  }

  handleReadyForQuery() {
    this.callback(null)
  }
}

// Maximum number of groups that run at the same time. Four keep the database busy; with more, each group would contain
// fewer statements.
const mostUnderWay = 4
const mostTogether = 16

type PendingRead = WorkspaceStatement & {
  since: number
  resolve(rows: TextRow[]): void
  reject(error: unknown): void
}
type Line = { waiting: PendingRead[]; underWay: number; isGathering: boolean }

const lines = new WeakMap<Database, Line>()

function lineOf(db: Database): Line {
  const line = lines.get(db) ?? { waiting: [], underWay: 0, isGathering: false }
  lines.set(db, line)
  return line
}

/**
 * Runs a statement in one group with other statements that wait at the same time. Use it only for statements that an
 * index answers quickly, because each statement waits for those before it in the group.
 */
export function readTogether(db: Database, workspaceId: string, statement: Statement): Promise<TextRow[]> {
  const line = lineOf(db)
  return new Promise((resolve, reject) => {
    line.waiting.push({ workspaceId, statement, since: performance.now(), resolve, reject })
    if (line.isGathering) return
    line.isGathering = true
    setImmediate(() => {
      line.isGathering = false
      send(db, line)
    })
  })
}

function send(db: Database, line: Line) {
  while (line.underWay < mostUnderWay && line.waiting.length > 0) {
    line.underWay += 1
    askGroup(db, nextGroup(line)).finally(() => {
      line.underWay -= 1
      send(db, line)
    })
  }
}

/** Takes the oldest statements, grouped by workspace so that each workspace is entered once. */
const nextGroup = (line: Line): PendingRead[] =>
  Object.values(Object.groupBy(line.waiting.splice(0, mostTogether), ({ workspaceId }) => workspaceId)).flatMap(
    (ofOne) => ofOne ?? [],
  )

async function askGroup(db: Database, group: PendingRead[]): Promise<void> {
  const since = Math.min(...group.map((asked) => asked.since))
  const isOne = group.length === 1
  try {
    // Refuses a group whose oldest statement has waited longer than the time limit for a connection.
    if (performance.now() - since > db.pool.options.connectionTimeoutMillis!)
      throw new Refusal('unavailable', { retryAfterSeconds: outageSeconds })
    // Answered statements leave the group at once, so that their rows can be garbage-collected early.
    const statements = group.map(({ workspaceId, statement }) => ({ workspaceId, statement }))
    await readEach(db, statements, (rows) => group.shift()!.resolve(rows))
  } catch (error) {
    if (isOne || error instanceof Refusal) {
      for (const { reject } of group) reject(error)
      return
    }
    // A statement of the group failed, so each remaining statement runs alone.
    for (const asked of group) await askGroup(db, [asked])
  }
}
