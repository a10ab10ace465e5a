import type { DatabaseMetadata } from 'kysely-codegen'
import type { Client } from 'pg'
import { withClient } from './owner-database.ts'

export async function describeTypes(url: string): Promise<string> {
  // Imported here, because only developers install the generator.
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

// Finds the allowed values of each column in its check constraint, such as `status = ANY (ARRAY['new'::text,
// 'open'::text])`.
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

export async function describeSchema(client: Client): Promise<string> {
  const { rows: functions } = await client.query<{ text: string }>(functionsQuery)
  const { rows: tables } = await client.query<{ text: string }>(tablesQuery)
  const { rows: collations } = await client.query<{ text: string }>(collationsQuery)
  const texts = [...collations, ...functions, ...tables].map(({ text }) => `${text.trim()}\n`)
  return ['-- Written by `npm run admin -- write-types` from the migrations. Never edited.\n', ...texts].join('\n')
}

const collationsQuery = `
  select string_agg(format('create collation app.%I (provider = icu, locale = %L);', name, locale), E'\\n' order by name) as text
  from (select c.collname as name, coalesce(to_jsonb(c) ->> 'colllocale', to_jsonb(c) ->> 'colliculocale') as locale
    from pg_collation c join pg_namespace n on n.oid = c.collnamespace where n.nspname = 'app') ours`

const functionsQuery = `
  select pg_get_functiondef(p.oid) || ';' as text
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('app', 'identity') order by n.nspname, p.proname, p.oid::regprocedure::text`

const tablesQuery = `
  with of_table as (
    select c.oid, n.nspname, c.relname, format('%I.%I', n.nspname, c.relname) as name, c.relrowsecurity, c.relforcerowsecurity
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('app', 'identity') and c.relkind in ('r', 'p') and not c.relispartition)
  select format(E'create table %s (\\n%s\\n);\\n', t.name, (
      select string_agg('  ' || line, E',\\n' order by part, place, line) from (
        select 1 as part, a.attnum::int as place,
          format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
          || case when a.attnotnull then ' not null' else '' end
          || case when a.attgenerated <> '' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
                  when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end as line
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        union all
        select 2, 0, format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) from pg_constraint k
        where k.conrelid = t.oid and k.contype in ('p', 'u', 'f', 'c')) lines))
    || coalesce((select string_agg(pg_get_indexdef(i.indexrelid) || ';', E'\\n' order by x.relname)
         from pg_index i join pg_class x on x.oid = i.indexrelid
         where i.indrelid = t.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = t.oid)) || E'\\n', '')
    || case when t.relrowsecurity then format(E'alter table %s enable row level security;\\n', t.name) else '' end
    || case when t.relforcerowsecurity then format(E'alter table %s force row level security;\\n', t.name) else '' end
    || coalesce((select string_agg(format('create policy %I on %s%s%s%s;', p.policyname, t.name,
           case when p.roles = '{public}' then '' else ' to owner' end,
           ' using (' || p.qual || ')', coalesce(' with check (' || p.with_check || ')', '')), E'\\n' order by p.policyname)
         from pg_policies p where p.schemaname = t.nspname and p.tablename = t.relname), '') as text
  from of_table t order by t.nspname desc, t.relname`
