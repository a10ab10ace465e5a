import type { DatabaseMetadata } from 'kysely-codegen'
import type { Client } from 'pg'
import { withClient } from './owner-database.ts'

/** The tables as types, with the values that checks allow, and the names of their columns for queries. */
export async function describeTypes(url: string): Promise<string> {
  // The generator is installed only for developers, and operators run the other commands without it.
  const { generate, PostgresDialect, toKyselyCamelCase } = await import('kysely-codegen')
  const words = await withClient(url, findWords)
  const dialect = new PostgresDialect({ defaultSchemas: ['app'] })
  const db = await dialect.introspector.connect({ connectionString: url, dialect })
  let columns = ''
  const types = await generate({
    db,
    dialect,
    camelCase: true,
    defaultSchemas: ['app'],
    includePattern: '(app|identity).*',
    outFile: null,
    typeMapping: { timestamptz: 'string', int8: 'number' },
    async postprocess({ metadata }) {
      for (const { table, column } of columnsOf(metadata))
        column.enumValues = words.get(`${table}.${column.name}`) ?? null
      columns = describeColumns(metadata, toKyselyCamelCase)
      return metadata
    },
  }).finally(() => db.destroy())
  return `${types}\n${columns}`
}

/** The allowed values of each column, from its check: `status = ANY (ARRAY['new'::text, 'open'::text])`. */
async function findWords(client: Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ column: string; rule: string }>(`
    select format('%s.%s.%s', n.nspname, c.relname, a.attname) as column, pg_get_expr(k.conbin, k.conrelid) as rule
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where k.contype = 'c' and cardinality(k.conkey) = 1 and n.nspname in ('app', 'identity')`)
  return new Map(
    rows.flatMap(({ column, rule }) => {
      const list = oneOf.exec(rule)?.[1]
      return list ? [[column, [...list.matchAll(quoted)].map(([, word]) => word!.replaceAll("''", "'"))]] : []
    }),
  )
}

const oneOf = /^\(+"?\w+"?\)?(?:::[\w ]+)? = ANY \(+ARRAY\[('.*)\]\)*(?:::[\w ]+\[\])?\)*$/
const quoted = /'((?:[^']|'')*)'/g

const columnsOf = ({ tables }: DatabaseMetadata) =>
  tables.flatMap(({ schema, name, columns }) => columns.map((column) => ({ table: `${schema}.${name}`, column })))

function describeColumns({ tables }: DatabaseMetadata, camelCase: (name: string) => string): string {
  const lines = tables.map(({ schema, name, columns }) => {
    const table = camelCase(schema === 'app' ? name : `${schema}.${name}`)
    const names = columns.map((column) => `"${camelCase(column.name)}"`)
    return `  "${table}": [${names.join(', ')}],\n`
  })
  return [
    '/** The columns of every table in their order. */\n',
    `export const columns = {\n${lines.join('')}} as const satisfies { [T in keyof DB]: readonly (keyof DB[T])[] };\n`,
  ].join('')
}
