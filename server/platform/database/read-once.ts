import pg from 'pg'
import type { Database } from './connect.ts'
import { refuseUnavailable } from './outage.ts'
import { statementName } from './prepared-statements.ts'

/** A row as PostgreSQL writes it: each value as text. */
export type TextRow = (string | null)[]
type Statement = { text: string; values: unknown[] }

/**
 * Asks one statement in a transaction of its own that is walled into a workspace, in one round trip: begin, wall, statement
 * and commit go together and are answered together (PostgreSQL, "Pipelining" of the extended query protocol). For reads
 * that are asked so often that the messages of four queries would cost more than what they ask.
 */
export async function readOnce(db: Database, workspaceId: string, { text, values }: Statement): Promise<TextRow[]> {
  db.onStatement?.(text)
  const client = await db.pool.connect().catch(refuseUnavailable)
  try {
    const rows = await new Promise<TextRow[]>((resolve, reject) => {
      const asked = { name: statementName(client, text), text, values }
      const query = new WalledQuery(workspaceId, asked, (error, rows) => (error ? reject(error) : resolve(rows)))
      client.query(query as never)
    })
    client.release()
    return rows
  } catch (error) {
    // What was prepared of it is not known, so the connection forgets everything that it has prepared.
    connectionOf(client).parsedStatements = {}
    const broken = await client.query('rollback; deallocate all').then(
      () => undefined,
      (failure: Error) => failure,
    )
    client.release(broken)
    if (broken) refuseUnavailable(error)
    throw error
  }
}

/** What is used of the driver below its public face; `read-once.test.ts` fails where another version does otherwise. */
type Connection = {
  parsedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(bound: { statement: string; values: unknown[] }): void
  execute(portal: object): void
  sync(): void
}
const connectionOf = (client: pg.PoolClient) => (client as unknown as { connection: Connection }).connection

type Done = (error: Error | null, rows: TextRow[]) => void
type Asked = Statement & { name: string | undefined }
type Prepared = new (
  config: Asked & { queryMode: 'extended' },
  values: undefined,
  callback: Done,
) => {
  prepare(connection: Connection): void
  /** The driver puts its own around the one that it was given, which ends the time that it waits. */
  callback: Done
}

const Query = pg.Query as unknown as Prepared
const own = {
  walled_begin: 'begin read only',
  walled_wall: 'select wall_into($1)',
  walled_commit: 'commit',
}

class WalledQuery extends Query {
  readonly #workspaceId: string
  readonly #rows: TextRow[] = []
  #completed = 0

  constructor(workspaceId: string, asked: Asked, done: Done) {
    super({ ...asked, queryMode: 'extended' }, undefined, done)
    this.#workspaceId = workspaceId
  }

  override prepare(connection: Connection) {
    for (const [name, text] of Object.entries(own)) {
      if (connection.parsedStatements[name]) continue
      connection.parse({ name, text })
      connection.parsedStatements[name] = text
    }
    run(connection, 'walled_begin')
    run(connection, 'walled_wall', [this.#workspaceId])
    super.prepare(connection)
  }

  /** Called by the driver where it would execute the statement and end. */
  _getRows(connection: Connection) {
    connection.execute({})
    run(connection, 'walled_commit')
    connection.sync()
  }

  handleRowDescription() {}

  /** The wall answers a row, too. */
  handleDataRow({ fields }: { fields: TextRow }) {
    if (this.#completed === 2) this.#rows.push(fields)
  }

  handleCommandComplete() {
    this.#completed += 1
  }

  handleReadyForQuery() {
    this.callback(null, this.#rows)
  }
}

function run(connection: Connection, statement: keyof typeof own, values: unknown[] = []) {
  connection.bind({ statement, values })
  connection.execute({})
}
