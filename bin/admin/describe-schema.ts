import type { Client } from 'pg'

/**
 * The result of the migrations as one text for reviews: text orders, functions, tables, indexes and policies, by name.
 */
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
