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
import type { Transaction } from './transaction.ts'

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
/** Only compiles, and has no connection. */
const compiler = new Kysely<unknown>({ dialect, plugins: [new CamelCasePlugin()] })
/** Of what is written as PostgreSQL names it; to look at every name again would take longer than all the rest. */
const plainCompiler = new Kysely<unknown>({ dialect })

/** Stands for a value while the text is written. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type Write<V> = (given: V & { workspaceId: string }) => RawBuilder<unknown>
export type SqlStatement = { text: string; values: unknown[] }

/**
 * A statement that is asked so often that writing its text anew each time would cost more than asking it. It is written
 * once, by `write`, which is given the workspace and the values by name and may only place them in the text; what the
 * text depends on has to be known before.
 */
export function writtenOnce<V extends Record<string, unknown>>(write: Write<V>) {
  let known: Compiled | undefined
  return (workspaceId: string, values: V): SqlStatement => {
    known ??= compile(write as (given: never) => RawBuilder<unknown>, compiler)
    return fill(known, workspaceId, values)
  }
}

/** The same of a text that depends on more: it is written once for each `name` of that. Its names are those of the database. */
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

/** The same, asked in a transaction. Columns of the answer are named in camel case, what is nested in them is not. */
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

/** The text of a statement that is built anew for each question, with its values. Its names are those of the database. */
export function textOf(built: RawBuilder<unknown>): SqlStatement {
  const { sql, parameters } = built.compile(plainCompiler)
  return { text: sql, values: parameters as unknown[] }
}

type Compiled = { text: string; places: string[] }

function fill({ text, places }: Compiled, workspaceId: string, values: Record<string, unknown>): SqlStatement {
  return { text, values: places.map((name) => (name === 'workspaceId' ? workspaceId : values[name])) }
}

function compile(write: (given: never) => RawBuilder<unknown>, by: Kysely<unknown>): Compiled {
  const given = new Proxy({}, { get: (_, name) => new Place(String(name)) })
  const { sql, parameters } = write(given as never).compile(by)
  const named = parameters.map((parameter) => {
    if (parameter instanceof Place) return parameter.name
    throw new Error(`A statement that is written once holds the value ${String(parameter)}`)
  })
  const places = [...new Set(named)]
  // Each value goes once, however often it is placed.
  const text = sql.replace(/\$(\d+)/g, (_, number: string) => `$${places.indexOf(named[Number(number) - 1]!) + 1}`)
  return { text, places }
}

/** A copy whose fields are all there before they are filled: objects that grow field by field are slow to make and read. */
function rowLike<R>(blank: Record<string, unknown>, values: unknown[]): R {
  const row = { ...blank }
  let place = 0
  for (const name in blank) row[name] = values[place++]
  return row as R
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
