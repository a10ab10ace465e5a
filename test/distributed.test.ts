import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { expectOfEach } from '#test/each-of.ts'
import { tenantTables, unroutableIn } from '#test/routed-statements.ts'
import { owner } from '#test/world.ts'

// All rows of a workspace are on one node of a distributed database (docs/decisions/009). These tests check the
// database catalog for this rule, and world.ts checks each SQL statement of the tests.

type Key = { table: string; name: string; columns: string[] }

const keys = async (kinds: string) => {
  const { rows } = await owner.query<Key>(
    `select c.relname as table, i.conname as name,
       array(select a.attname::text from unnest(i.conkey) with ordinality k(n, o)
             join pg_attribute a on a.attrelid = i.conrelid and a.attnum = k.n order by k.o) as columns
     from pg_constraint i join pg_class c on c.oid = i.conrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'app' and i.contype::text = any(string_to_array($1, null)) and c.relname = any($2)
     union all
     select t.relname, c.relname, array(select a.attname::text from unnest(x.indkey) with ordinality k(n, o)
             join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.n order by k.o)
     from pg_index x join pg_class c on c.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     where x.indisunique and $1 like '%u%' and t.relname = any($2)`,
    [kinds, tenantTables],
  )
  return rows
}

test('every primary, unique and foreign key begins with the workspace', async () => {
  const found = await keys('puf')
  expect(found.length).toBeGreaterThan(tenantTables.length)
  expect(found.filter(({ columns }) => columns[0] !== 'workspace_id')).toEqual([])
})

test('no foreign key sets a column to nothing or to its default', async () => {
  const { rows } = await owner.query(
    `select conrelid::regclass::text as table, conname from pg_constraint
     where contype = 'f' and (confdeltype in ('n', 'd') or confupdtype in ('n', 'd'))`,
  )
  expect(rows).toEqual([])
})

test('what is not distributed points to no row of a workspace', async () => {
  const { rows } = await owner.query(
    `select i.conrelid::regclass::text as table, i.confrelid::regclass::text as target
     from pg_constraint i
     join pg_class c on c.oid = i.conrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_class t on t.oid = i.confrelid join pg_namespace m on m.oid = t.relnamespace
     where i.contype = 'f' and m.nspname = 'app' and (n.nspname <> 'app' or c.relname = 'workspaces')`,
  )
  expect(rows).toEqual([])
})

test('nothing happens by a trigger', async () => {
  const { rows } = await owner.query(
    `select tgrelid::regclass::text as table, tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
     join pg_namespace n on n.oid = c.relnamespace where not tgisinternal and n.nspname in ('app', 'identity')`,
  )
  expect(rows).toEqual([])
})

const functions = (
  await owner.query<{ name: string; language: string; isDefiner: boolean; source: string }>(
    `select p.proname as name, l.lanname as language, p.prosecdef as "isDefiner", p.prosrc as source
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
     where n.nspname = 'app' and p.prokind = 'f'`,
  )
).rows
const aboutTenants = functions.filter(({ source }) =>
  new RegExp(`\\b(from|join|into|update)\\s+(${tenantTables.join('|')})\\b`, 'i').test(source),
)
/** The only function that reads all nodes. It only returns which workspaces have changes. */
const isOfAll = ({ name }: { name: string }) => name === 'changes_since'

test('every function over tables of a workspace is plpgsql, writes nothing and names the workspace', () =>
  expectOfEach(
    aboutTenants.filter((one) => !isOfAll(one)).map((one) => [one.name, one] as const),
    ({ language, isDefiner, source }) => {
      expect([language, isDefiner]).toEqual(['plpgsql', true])
      expect(source).not.toMatch(/\b(insert into|update \w+ |delete from)\b/i)
      const read = source.match(new RegExp(`\\b(from|join)\\s+(${tenantTables.join('|')})\\b`, 'gi'))!.length
      expect(source.match(/\bworkspace_id = /g)?.length).toBeGreaterThanOrEqual(read)
    },
  ))

test('the one function over all workspaces is plpgsql, reads one table and writes nothing', () => {
  const { language, isDefiner, source } = functions.find(isOfAll)!
  expect([language, isDefiner]).toEqual(['plpgsql', true])
  expect(source).not.toMatch(/\b(insert into|update \w+ |delete from|join)\b/i)
  expect(source.match(new RegExp(`\\b(${tenantTables.join('|')})\\b`, 'g'))).toEqual(['live_events'])
})

test('a workspace is entered by a function that executes set local', () => {
  const wall = functions.find(({ name }) => name === 'wall_into')
  expect(wall).toMatchObject({ language: 'plpgsql', source: expect.stringMatching(/execute format\('set local /) })
  const others = functions.filter(({ name, source }) => name !== 'wall_into' && /set_config|set local/.test(source))
  expect(others).toEqual([])
})

/** Skips the older migrations, which were tested as they are. */
const migrations = globSync('database/migrations/*.sql').filter((file) => file > 'database/migrations/0012')

test('every migration adds each constraint by a named ALTER of its own', () =>
  expectOfEach(
    migrations.map((file) => [file, file] as const),
    (file) => {
      const statements = readFileSync(file, 'utf8')
        .replace(/--.*/g, '')
        .split(';')
        .filter((statement) => /^\s*alter table/i.test(statement) && /\badd\b(?! column)/i.test(statement))
      expect(statements.filter((statement) => !/\badd constraint \w+/i.test(statement))).toEqual([])
      expect(statements.filter((statement) => (statement.match(/\badd\b/gi)?.length ?? 0) > 1)).toEqual([])
    },
  ))

describe('a statement is refused', () => {
  test.each([
    ['select id from tickets where id = $1', 'tickets: 0 of 1'],
    [
      'select * from "tickets" as "t" left join "members" as "m" on "m"."id" = "t"."assignee_id" where "t"."workspace_id" = $1',
      '1 of 2',
    ],
    [
      'select 1 from tickets where workspace_id = $1 and exists (select from messages where ticket_id = tickets.id)',
      '1 of 2',
    ],
    ["update tickets set subject = 'workspace_id = $1' where id = $1", 'tickets: 0 of 1'],
    ['delete from history where subject_id = $1', 'history: 0 of 1'],
    ['insert into "customers" ("name") values ($1)', 'a row of customers'],
    ['update tickets set updated_at = clock_timestamp() where workspace_id = $1', 'volatile'],
    ['update customers set registered_at = coalesce(registered_at, now()) where workspace_id = $1', 'coalesce'],
    [
      'insert into drafts (workspace_id) values ($1) on conflict (workspace_id) do update set updated_at = now()',
      'DO UPDATE',
    ],
    ['select c.id from customers c join search_customers($2) f on true where c.workspace_id = $1', 'joined'],
  ])('%s', (statement, because) => {
    expect(unroutableIn(statement)).toContain(because)
  })

  test.each([
    'select id from tickets where workspace_id = $1 and id = $2',
    'select id from workspaces where id = $1',
    'select * from identity.accounts where email = $1',
    'insert into "customers" ("workspace_id", "name") values ($1, $2)',
    "update tickets set solved_at = 'now' where workspace_id = $1 and created_at < now()",
    "select ticket_id from search_tickets(to_tsquery('simple', $1), null, null, 5)",
  ])('but not %s', (statement) => {
    expect(unroutableIn(statement)).toBeNull()
  })
})
