import type { Client } from 'pg'

type Column = { name: string; type: string; isNullable: boolean }
export type Table = {
  name: string
  columns: Column[]
  key: string[]
  references: { table: string; columns: string[] }[]
  /** Columns that reference a table later in the list. They are set after the rows of all tables are inserted. */
  late: string[]
}

/** Finds all tables of the schemas, each after the tables that it references. */
export async function readCatalog(client: Client, schemas: string[]): Promise<Table[]> {
  const { rows } = await client.query<Omit<Table, 'late'>>(catalogQuery, [schemas])
  const tables = new Map(rows.map((table) => [table.name, { ...table, late: [] }]))
  const ordered: Table[] = []
  const inProgress = new Set<string>()

  const place = (table: Table) => {
    if (inProgress.has(table.name) || ordered.includes(table)) return
    inProgress.add(table.name)
    for (const { table: name, columns } of table.references) {
      const target = tables.get(name)
      if (!target || target === table) continue
      const canWait = !isFirm(table, columns)
      if (canWait && needsAny(target, inProgress)) continue
      if (!canWait && inProgress.has(name)) throw new Error(`${table.name} and ${name} need each other`)
      place(target)
    }
    inProgress.delete(table.name)
    ordered.push(table)
  }
  const needsAny = (table: Table, names: Set<string>, seen = new Set<Table>()): boolean => {
    if (names.has(table.name)) return true
    if (seen.has(table)) return false
    seen.add(table)
    const firm = table.references.filter(({ columns }) => isFirm(table, columns))
    return firm.some(({ table: name }) => tables.has(name) && needsAny(tables.get(name)!, names, seen))
  }

  for (const table of tables.values()) place(table)
  for (const [at, table] of ordered.entries()) table.late = findLate(table, ordered.slice(at + 1))
  return ordered
}

/** A reference is firm if all of its columns are NOT NULL. Such a reference must be set at insertion. */
const isFirm = (table: Table, columns: string[]) => columns.every((name) => !findColumn(table, name).isNullable)

const findColumn = (table: Table, name: string) => table.columns.find((column) => column.name === name)!

function findLate(table: Table, below: Table[]): string[] {
  const names = new Set(below.map(({ name }) => name))
  const columns = table.references.filter(({ table: name }) => names.has(name)).flatMap(({ columns }) => columns)
  return [...new Set(columns)].filter((name) => findColumn(table, name).isNullable)
}

// Leaves out generated columns, which PostgreSQL computes.
const catalogQuery = `
  select format('%I.%I', n.nspname, c.relname) as name,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isNullable', not a.attnotnull) order by a.attnum)
     from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality k(number, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
          where i.indrelid = c.oid and i.indisprimary order by k.place) as key,
    coalesce((select json_agg(json_build_object('table', (select format('%I.%I', tn.nspname, t.relname)
           from pg_class t join pg_namespace tn on tn.oid = t.relnamespace where t.oid = f.confrelid), 'columns',
         array(select a.attname::text from unnest(f.conkey) k(number)
               join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number)) order by f.conname)
       from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), '[]') as references
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'
  order by n.nspname, c.relname`
