import {
  CamelCasePlugin,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Transaction } from '#server/platform/database/transaction.ts'

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
/** Compiles queries; it has no connection. */
const compiler = new Kysely<unknown>({ dialect, plugins: [new CamelCasePlugin()] })
/** For texts with the names of the database: converting them to snake case would take longer than all the rest. */
const plainCompiler = new Kysely<unknown>({ dialect })

/** Takes the place of a value while the text is compiled. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type Write<V> = (given: V & { workspaceId: string }) => RawBuilder<unknown>
export type SqlStatement = { text: string; values: unknown[] }

/**
 * A statement whose text is compiled once, because compiling takes longer than running it. `write` gets the workspace
 * and the values by name, and may only place them in the text.
 */
export function writtenOnce<V extends Record<string, unknown>>(write: Write<V>) {
  let known: Compiled | undefined
  return (workspaceId: string, values: V): SqlStatement => {
    known ??= compile(write as (given: never) => RawBuilder<unknown>, compiler)
    return fill(known, workspaceId, values)
  }
}

/**
 * The same for a text with variants: it is compiled once for each `name` of a shape. It uses the names of the database.
 */
export function writtenPer<S extends { name: string }, V extends Record<string, unknown>>(
  write: (shape: S, given: V & { workspaceId: string }) => RawBuilder<unknown>,
) {
  const known = new LRUCache<string, Compiled>({ max: mostShapes })
  return (workspaceId: string, shape: S, values: V): SqlStatement => {
    const compiled = known.get(shape.name) ?? compile((given: never) => write(shape, given), plainCompiler)
    known.set(shape.name, compiled)
    return fill(compiled, workspaceId, values)
  }
}

const mostShapes = 200

/** The same, run in a transaction. Columns of the answer are in camel case, nested names are not. */
export function statement<R, V extends Record<string, unknown>>(write: Write<V>) {
  const written = writtenOnce(write)
  let blank: Record<string, unknown> | undefined
  return async (tx: Transaction, given: V): Promise<R[]> => {
    const { text, values } = written(tx.workspaceId, given)
    const { fields, rows } = await tx.ask(text, values)
    blank ??= Object.fromEntries(fields.map(({ name }) => [camelCase(name), null]))
    return rows.map((row) => rowLike<R>(blank!, row))
  }
}

/** Compiles a text that differs each time. It uses the names of the database. */
export function textOf(built: RawBuilder<unknown>): SqlStatement {
  const { sql, parameters } = built.compile(plainCompiler)
  return { text: sql, values: parameters as unknown[] }
}

type Compiled = { text: string; places: string[] }

function fill({ text, places }: Compiled, workspaceId: string, values: Record<string, unknown>): SqlStatement {
  return { text, values: places.map((name) => (name === 'workspaceId' ? workspaceId : values[name])) }
}

function compile(write: (given: never) => RawBuilder<unknown>, by: Kysely<unknown>): Compiled {
  const given = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })
  const { sql, parameters } = write(given as never).compile(by)
  const named = parameters.map((parameter) => {
    if (parameter instanceof Placeholder) return parameter.name
    throw new Error(`A statement that is written once holds the value ${String(parameter)}`)
  })
  const places = [...new Set(named)]
  // Each value is sent once, even if it is placed twice.
  const text = sql.replace(/\$(\d+)/g, (_, number: string) => `$${places.indexOf(named[Number(number) - 1]!) + 1}`)
  return { text, places }
}

/** Copies an object that has all its fields, because objects that grow field by field are slow to make and to read. */
function rowLike<R>(blank: Record<string, unknown>, values: unknown[]): R {
  const row = { ...blank }
  let place = 0
  for (const name in blank) row[name] = values[place++]
  return row as R
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
