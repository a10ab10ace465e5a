import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { applyMigration, prepareMigrations, readMigrations } from '#server/platform/database/migrations.ts'
import { onServer } from '#test/postgres.ts'

test('the drafts of an older version are kept, their plain text as paragraphs', async () => {
  const { client, bringUp } = await olderDatabase('0022_draft_html.sql')
  const drafts = {
    'Dear Olga': '<p>Dear Olga</p>',
    'Dear Olga,\r\nit came.\n\n\n Bye ': '<p>Dear Olga,<br>it came.</p><p>Bye</p>',
    'a < b & c > d': '<p>a &lt; b &amp; c &gt; d</p>',
    '<p>Dear <b>Olga</b></p>': '<p>Dear <b>Olga</b></p>',
    '<P>Dear Olga\n\n</P>': '<P>Dear Olga\n\n</P>',
    'Dear <Olga>': '<p>Dear &lt;Olga&gt;</p>',
    ' \n\n ': '',
  }
  await client.query(plant, [Object.keys(drafts)])
  await bringUp()
  const { rows } = await client.query('select html from drafts join members on id = member_id order by email')
  expect(rows.map(({ html }) => html)).toEqual(Object.values(drafts))
})

/** Inserts one draft for each body in `$1`, each by a different member. */
const plant = `
  with place as (
    insert into workspaces (domain, name, time_zone) values ('old-one', 'Old', 'UTC') returning id
  ), asker as (
    insert into customers (workspace_id) select id from place returning workspace_id, id
  ), ticket as (
    insert into tickets (workspace_id, number, subject, channel, requester_id)
    select workspace_id, 1, 'Lamp', 'portal', id from asker returning workspace_id, id
  ), writer as (
    insert into members (workspace_id, email, role)
    select id, turn || '@old.test', 'TeamUser' from place, generate_subscripts($1::text[], 1) as turn
    returning workspace_id, id, split_part(email, '@', 1)::integer as turn
  )
  insert into drafts (workspace_id, ticket_id, member_id, kind, body)
  select workspace_id, ticket.id, writer.id, 'reply', ($1::text[])[turn] from ticket join writer using (workspace_id)`

/** Creates a database with all migrations before the migration `before`. */
async function olderDatabase(before: string) {
  const server = inject('postgresUrl')
  const database = `startup_tools_older_${randomBytes(6).toString('hex')}`
  await onServer(server, (client) => client.query(`create database ${database}`))
  const url = new URL(server)
  url.pathname = `/${database}`
  const client = new Client({ connectionString: url.href, options: '-c search_path=app,public' })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await onServer(server, (other) => other.query(`drop database ${database}`))
  })
  await prepareMigrations(client)
  const migrations = await readMigrations()
  for (const migration of migrations.filter(({ name }) => name < before)) await applyMigration(client, migration)
  return { client, bringUp: () => applyMigration(client, migrations.find(({ name }) => name === before)!) }
}
