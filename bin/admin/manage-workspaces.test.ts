import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { showTeamInfo } from '#contract/team.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { as, ask } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, databaseUrl, globex, makeWorkspace, owner, platform, settings } from '#test/world.ts'
import { runCommand } from './commands.ts'

const admin = (...args: string[]) =>
  runCommand(args, { DATABASE_URL: databaseUrl.owner, DATA_DIR: settings.dataDir, LOG_LEVEL: 'fatal' })

const newWorkspace = (domain: string) => makeWorkspace(domain, 'Other', ['Iris', 'Ivan', 'Jane', 'Joel'])

test('an operator sees every workspace, and one of them from near', async () => {
  await newTicket(acme)

  expect(await admin('workspace', 'list')).toMatch(/^acme-corp +free +\d+ members, \d+ tickets?, since /m)
  const shown = await admin('workspace', 'show', 'ACME-corp')
  expect(shown).toContain(acme.id)
  expect(shown).toContain(`${acme.admin.email}  FreeAdminUser, active`)
  expect(shown).not.toContain(globex.admin.email)
})

test('an active plan makes the founder an admin, at the next call', async () => {
  const { admin: founder } = await newWorkspace('initech')

  expect(await admin('workspace', 'plan', 'initech', 'active')).toContain(`${founder.email} became AdminUser`)
  expect(await admin('workspace', 'plan', 'initech', 'active')).toBe('initech is on the plan active already.')
  const { rows } = await owner.query('select role from members where id = $1', [founder.id])
  expect(rows).toEqual([{ role: 'AdminUser' }])
})

test('a promoted member is an admin', async () => {
  const { agent } = await newWorkspace('hooli')

  expect(await admin('member', 'promote', 'hooli', agent.email.toUpperCase())).toBe(
    `${agent.email} is AdminUser of hooli now.`,
  )
  const { rows } = await owner.query('select role from members where id = $1', [agent.id])
  expect(rows).toEqual([{ role: 'AdminUser' }])
})

test('nobody is promoted in a workspace that is not theirs', async () => {
  await expect(admin('member', 'promote', 'globex', acme.agent.email)).rejects.toThrow(
    `${acme.agent.email} is not on the team of globex.`,
  )
})

test('deleting asks for a yes first', async () => {
  await expect(admin('workspace', 'delete', 'globex')).rejects.toThrow(/deletes globex for good.*add --yes/)
})

test('a deleted workspace leaves nothing but its resting name', async () => {
  const gone = await newWorkspace('piedpiper')
  await newTicket(gone)
  const key = fileKey(gone.id, randomUUID())
  await platform.storage.put(key, Buffer.from('attachment'))

  expect(await admin('workspace', 'delete', 'piedpiper', '--yes')).toMatch(
    /^Deleted piedpiper, with 2 members, 1 ticket/,
  )

  expect(await countRows(gone.id)).toEqual([])
  await expect(platform.storage.read(key)).rejects.toThrow(/ENOENT/)
  expect((await ask(gone.agent, showTeamInfo, {})).statusCode).toBe(401)
  await expect(admin('workspace', 'show', 'piedpiper')).rejects.toThrow(/no workspace piedpiper/)
  const { rows } = await owner.query(
    "select until_at > now() + interval '179 days' as rests from resting_domains where domain = 'piedpiper'",
  )
  expect(rows).toEqual([{ rests: true }])
  expect(await as(acme.agent)(showTeamInfo, {})).toMatchObject({ email: acme.agent.email })
})

/** In every table there is, jobs included. */
async function countRows(workspaceId: string) {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('app', 'identity', 'graphile_worker') and table_type = 'BASE TABLE'`,
  )
  const counted = await Promise.all(
    tables.map(async ({ name }) => {
      const { rowCount } = await owner.query(`select from ${name} t where t::text like $1`, [`%${workspaceId}%`])
      return { name, rowCount }
    }),
  )
  return counted.filter(({ rowCount }) => rowCount)
}

test.each([
  [['workspace', 'plan', 'acme-corp', 'gold'], 'A plan is active or free, and not gold.'],
  [['workspace', 'plan', 'acme-corp'], 'Say it like this: npm run admin -- workspace plan DOMAIN active|free'],
  [['workspace', 'list', '--all'], 'Say it like this: npm run admin -- workspace list'],
  [['workspace', 'rename'], 'There is no such command: npm run admin -- --help lists them.'],
  [['workspace', 'show', 'nowhere'], 'There is no workspace nowhere: npm run admin -- workspace list names them.'],
])('%j is answered with one sentence', async (args, sentence) => {
  await expect(admin(...args)).rejects.toThrow(sentence)
})
