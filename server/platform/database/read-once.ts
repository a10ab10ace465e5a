import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { Database } from './connect.ts'
import { refuseUnavailable } from './outages/outage.ts'
import { statementName } from './prepared-statements.ts'

/** A row as PostgreSQL writes it: each value as text. */
export type TextRow = (string | null)[]
export type Statement = { text: string; values: unknown[] }

/**
 * Asks statements of one workspace in one transaction of their own and one round trip, on connections that can only read.
 * The wall and the statements go together and end together, without a word to begin and to commit: up to the next Sync
 * they are one transaction (PostgreSQL, "Pipelining" of the extended query protocol). For reads that are asked so often
 * that the messages would cost more than what they ask. Where one fails, all do.
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

/** A statement, and the workspace of which it sees. */
export type Walled = { workspaceId: string; statement: Statement }
type Give = (rows: TextRow[]) => void

/**
 * The same of several workspaces, each statement behind the wall of its own, and gives each answer, in turn, when it has
 * come. Where one fails, those before it are given and good.
 */
export async function readEach(db: Database, asked: readonly Walled[], give: Give): Promise<void> {
  if (!db.isReadOnly) throw new Error('What is read in one round trip is asked on connections that can only read')
  if (db.onStatement) for (const { statement } of asked) db.onStatement(statement.text)
  const client = await db.pool.connect().catch(refuseUnavailable)
  try {
    await new Promise<void>((resolve, reject) => {
      const done: Done = (error) => (error ? reject(error) : resolve())
      const named = walled(asked, (text) => statementName(client, text) ?? '', give)
      client.query(new WalledQuery(named, done) as never)
    })
    client.release()
  } catch (error) {
    // What was prepared of it is not known, so the connection forgets everything that it has prepared.
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

/** What is used of the driver below its public face; `read-once.test.ts` fails where another version does otherwise. */
type Connection = {
  parsedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(bound: { statement: string; values: unknown[]; valueMapper: typeof prepareValue }): void
  execute(portal: object): void
  sync(): void
}
const connectionOf = (client: pg.PoolClient) => (client as unknown as { connection: Connection }).connection

type Done = (error: Error | null) => void
type Named = Statement & { name: string; give?: Give }
type Prepared = new (
  config: { text: string; queryMode: 'extended' },
  values: undefined,
  callback: Done,
) => {
  /** The driver puts its own around the one that it was given, which ends the time that it waits. */
  callback: Done
}

const Query = pg.Query as unknown as Prepared
const wall = { name: 'wall', text: 'select wall_into($1)' }

/** Each behind a wall of its workspace, which holds until the next one or the end of the transaction. */
function walled(asked: readonly Walled[], nameOf: (text: string) => string, give: Give): Named[] {
  let within: string | undefined
  return asked.flatMap(({ workspaceId, statement }) => {
    const named = { ...statement, name: nameOf(statement.text), give }
    if (workspaceId === within) return [named]
    within = workspaceId
    return [{ ...wall, values: [workspaceId] }, named]
  })
}

class WalledQuery extends Query {
  readonly #asked: Named[]
  #rows: TextRow[] = []
  #answered = 0

  constructor(asked: Named[], done: Done) {
    super({ text: wall.text, queryMode: 'extended' }, undefined, done)
    this.#asked = asked
  }

  /** Called by the driver, which sends what is written here in one piece. Nothing is described: what comes is text. */
  prepare(connection: Connection) {
    for (const { name, text, values } of this.#asked) {
      if (!connection.parsedStatements[name]) connection.parse({ name, text })
      // A statement without a name holds until the next one without.
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
