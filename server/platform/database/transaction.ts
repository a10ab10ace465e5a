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
} from 'kysely'
import type pg from 'pg'
import type { DB } from '#database/types.ts'
import { errorCode } from '#server/platform/error-code.ts'
import { statementName } from '#server/platform/fast-reads/prepared-statements.ts'
import type { Database } from './connect.ts'
import { corkWrites } from './cork-writes.ts'
import { mayChangeDefinitions, type Reading } from './definitions.ts'
import { NameWorkspace } from './name-workspace.ts'

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
const driver = new DummyDriver()
const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })
export const dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createQueryCompiler: () => compiler,
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
}

type Surroundings = Pick<Database, 'subscriptions' | 'mailBounds' | 'onStatement' | 'lastChangeOf'>

/**
 * Work to do after the commit. `workspaces`: types of the recorded events by workspace. `sessions`: ids of sessions and
 * people whose streams must check their rights again.
 */
export type Afterwards = {
  workspaces: Map<string, Set<string>>
  /** PostgreSQL's id of the transaction. Null if the transaction recorded no event. */
  xact: string | null
  sessions: Set<string>
  answerDelayMs: number
}

/** Kysely for an open transaction. Queries are limited to one workspace if `workspaceId` is not empty. */
export class Transaction extends Kysely<DB> {
  readonly client: pg.ClientBase
  readonly database: Surroundings
  readonly workspaceId: string
  readonly afterwards: Afterwards
  /**
   * Functions that run before the commit, or before `withinWorkspace` leaves the workspace. They are skipped after an
   * error and in transactions that only read.
   */
  readonly beforeEnd: (() => Promise<unknown>)[] = []
  /** null if the transaction can write. */
  readonly reading: Reading | null
  readonly #connection: ClientConnection

  constructor(
    client: pg.ClientBase,
    database: Surroundings,
    workspaceId: string,
    { afterwards = nothingYet(), reading = null }: { afterwards?: Afterwards; reading?: Reading | null } = {},
  ) {
    const connection = new ClientConnection(client, database, () => {
      if (workspaceId) this.beforeEnd.push(() => this.ask('select increase_definitions_revision()', []))
    })
    const provider: ConnectionProvider = { provideConnection: (consume) => consume(connection) }
    const plugins = workspaceId ? [camelCase, new NameWorkspace(workspaceId)] : [camelCase]
    super({
      config: { dialect, plugins },
      dialect,
      driver,
      executor: new DefaultQueryExecutor(compiler, adapter, provider, plugins),
    })
    this.client = client
    this.database = database
    this.workspaceId = workspaceId
    this.afterwards = afterwards
    this.reading = reading
    this.#connection = connection
  }

  /** Runs SQL text without Kysely's plugins. Returns rows as arrays in column order, as `statement` needs. */
  ask(text: string, values: unknown[]): Promise<pg.QueryArrayResult<unknown[]>> {
    return this.#connection.ask(text, values, { rowMode: 'array' })
  }

  close() {
    this.#connection.isClosed = true
  }
}

const nothingYet = (): Afterwards => ({
  workspaces: new Map(),
  xact: null,
  sessions: new Set(),
  answerDelayMs: 0,
})

const failedTransaction = '25P02'

class ClientConnection implements DatabaseConnection {
  readonly #client: pg.ClientBase
  readonly #database: Surroundings
  #onDefinitionsChange: (() => void) | undefined
  #failure: unknown
  isClosed = false

  constructor(client: pg.ClientBase, database: Surroundings, onDefinitionsChange: () => void) {
    this.#client = client
    this.#database = database
    this.#onDefinitionsChange = onDefinitionsChange
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount } = await this.ask<pg.QueryResult>(sql, parameters as unknown[])
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  async ask<Result>(text: string, values: unknown[], options?: { rowMode: 'array' }): Promise<Result> {
    if (this.isClosed) throw new Error('This transaction, or its stay in a workspace, is over')
    this.#database.onStatement?.(text)
    if (this.#onDefinitionsChange && mayChangeDefinitions(text)) {
      this.#onDefinitionsChange()
      this.#onDefinitionsChange = undefined
    }
    const name = statementName(this.#client, text)
    corkWrites(this.#client)
    try {
      return (await this.#client.query({ ...(name && { name }), text, values, ...options })) as Result
    } catch (error) {
      throw this.#reasonOf(error)
    }
  }

  /** Returns the error that made the transaction fail. It is the cause of all later errors. */
  #reasonOf(error: unknown): unknown {
    if (errorCode(error) === failedTransaction) return this.#failure ?? error
    this.#failure = error
    return error
  }

  // biome-ignore lint/correctness/useYield: nothing streams here, and Kysely asks for the method
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming queries are not used')
  }
}
