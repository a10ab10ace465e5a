import { CamelCasePlugin, Kysely, type RawBuilder } from 'kysely'
import { dialect, type Transaction } from '#server/platform/database/transaction.ts'

const compiler = new Kysely<unknown>({ dialect, plugins: [new CamelCasePlugin()] })
/** Compiles SQL that already has snake-case names. Converting names would take longer than all other work. */
const plainCompiler = new Kysely<unknown>({ dialect })

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type SqlStatement = { text: string; values: readonly unknown[] }

/**
 * Returns a statement whose text is compiled once, which saves about 10 % of a call. `write` must return the same text
 * for all values. Result columns are in camel case; names inside JSON are unchanged.
 */
export function statement<R, V extends Record<string, unknown>>(
  write: (given: V & { workspaceId: string }) => RawBuilder<unknown>,
) {
  let compiled: Compiled | undefined
  return async (tx: Transaction, given: V): Promise<R[]> => {
    compiled ??= compile(write)
    const values = compiled.places.map((name) => (name === 'workspaceId' ? tx.workspaceId : given[name]))
    const { fields, rows } = await tx.ask(compiled.text, values)
    const names = fields.map(({ name }) => camelCase(name))
    return rows.map((row) => rowOf<R>(names, row))
  }
}

export function textOf(built: RawBuilder<unknown>): SqlStatement {
  const { sql, parameters } = built.compile(plainCompiler)
  return { text: sql, values: parameters }
}

type Compiled = { text: string; places: string[] }

function compile(write: (given: never) => RawBuilder<unknown>): Compiled {
  const given = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })
  const { sql, parameters } = write(given as never).compile(compiler)
  const named = parameters.map((parameter) => {
    if (parameter instanceof Placeholder) return parameter.name
    throw new Error(`A statement that is written once holds the value ${String(parameter)}`)
  })
  const places = [...new Set(named)]
  const text = sql.replace(/\$(\d+)/g, (_, number: string) => `$${places.indexOf(named[Number(number) - 1]!) + 1}`)
  return { text, places }
}

function rowOf<R>(names: string[], values: unknown[]): R {
  const row: Record<string, unknown> = {}
  // This loop is four times as fast as Object.fromEntries, and a search reads thousands of rows.
  for (let place = 0; place < names.length; place += 1) row[names[place]!] = values[place]
  return row as R
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
