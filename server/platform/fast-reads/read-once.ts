import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { Database } from '#server/platform/database/connect.ts'
import { refuseUnavailable } from '#server/platform/database/outages/outage.ts'
import { statementName } from './prepared-statements.ts'

/** A row in which each value is the text that PostgreSQL sent. */
export type TextRow = (string | null)[]
export type Statement = { text: string; values: unknown[] }

/**
 * Runs statements of one workspace as one transaction in one round trip, on connections that can only read. The
 * statement that enters the workspace is sent with the others, without BEGIN and COMMIT: up to the next Sync they are
 * one transaction (PostgreSQL, "Pipelining" of the extended query protocol). If one fails, all fail.
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

/** A statement and the workspace that it sees. */
export type WorkspaceStatement = { workspaceId: string; statement: Statement }
type Give = (rows: TextRow[]) => void

/**
 * The same for several workspaces. `give` is called with the rows of each statement, in order, as they arrive. If one
 * fails, the rows before it are good.
 */
export async function readEach(db: Database, asked: readonly WorkspaceStatement[], give: Give): Promise<void> {
  if (!db.isReadOnly) throw new Error('What is read in one round trip is asked on connections that can only read')
  if (db.onStatement) for (const { statement } of asked) db.onStatement(statement.text)
  const client = await db.pool.connect().catch(refuseUnavailable)
  try {
    await new Promise<void>((resolve, reject) => {
      const done: QueryCallback = (error) => (error ? reject(error) : resolve())
      const named = walled(asked, (text) => statementName(client, text) ?? '', give)
      client.query(new WalledQuery(named, done) as never)
    })
    client.release()
  } catch (error) {
    // It is unknown which statements were prepared, so the connection forgets all.
    connectionOf(client).parsedStatements = {}
    const broken = await client.query('deallocate all').then(
      () => undefined,
      (failure: Error) => failure,
    )
    client.release(broken)
    if (broken) refuseUnavailable(error)
    throw error
  }
}

/** The internals of the driver that are used here; `read-once.test.ts` fails if another version changes them. */
type Connection = {
  parsedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(bound: { statement: string; values: unknown[]; valueMapper: typeof prepareValue }): void
  execute(portal: object): void
  sync(): void
}
const connectionOf = (client: pg.PoolClient) => (client as unknown as { connection: Connection }).connection

type QueryCallback = (error: Error | null) => void
type NamedStatement = Statement & { name: string; give?: Give }
type Prepared = new (
  config: { text: string; queryMode: 'extended' },
  values: undefined,
  callback: QueryCallback,
) => {
  /** The driver wraps the callback that it is given, to end the timeout. */
  callback: QueryCallback
}

const Query = pg.Query as unknown as Prepared
const wall = { name: 'wall', text: 'select wall_into($1)' }

/** Enters the workspace before each statement of another one than the last. */
function walled(asked: readonly WorkspaceStatement[], nameOf: (text: string) => string, give: Give): NamedStatement[] {
  let within: string | undefined
  return asked.flatMap(({ workspaceId, statement }) => {
    const named = { ...statement, name: nameOf(statement.text), give }
    if (workspaceId === within) return [named]
    within = workspaceId
    return [{ ...wall, values: [workspaceId] }, named]
  })
}

class WalledQuery extends Query {
  readonly #asked: NamedStatement[]
  #rows: TextRow[] = []
  #answered = 0

  constructor(asked: NamedStatement[], done: QueryCallback) {
    super({ text: wall.text, queryMode: 'extended' }, undefined, done)
    this.#asked = asked
  }

  /**
   * Called by the driver, which sends everything that is written here in one piece. Without Describe, values arrive as
   * text.
   */
  prepare(connection: Connection) {
    for (const { name, text, values } of this.#asked) {
      if (!connection.parsedStatements[name]) connection.parse({ name, text })
      // An unnamed statement holds until the next unnamed one.
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
