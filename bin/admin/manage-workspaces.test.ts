import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { showTeamInfo } from '#contract/workspace/team.ts'
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

  expect(await admin('workspace', 'list')).toMatch(
    new RegExp(`^${acme.domain} +free +\\d+ members, \\d+ tickets?, since `, 'm'),
  )
  const shown = await admin('workspace', 'show', acme.domain.toUpperCase())
  expect(shown).toContain(acme.id)
  expect(shown).toContain(`${acme.admin.email}  FreeAdminUser, active`)
  expect(shown).not.toContain(globex.admin.email)
})

test('an active plan makes the founder an admin, at the next call', async () => {
  const { admin: founder, domain } = await newWorkspace('initech')

  expect(await admin('workspace', 'plan', domain, 'active')).toContain(`${founder.email} became AdminUser`)
  expect(await admin('workspace', 'plan', domain, 'active')).toBe(`${domain} is on the plan active already.`)
  const { rows } = await owner.query('select role from members where id = $1', [founder.id])
  expect(rows).toEqual([{ role: 'AdminUser' }])
})

test('a promoted member is an admin', async () => {
  const { agent, domain } = await newWorkspace('hooli')

  expect(await admin('member', 'promote', domain, agent.email.toUpperCase())).toBe(
    `${agent.email} is AdminUser of ${domain} now.`,
  )
  const { rows } = await owner.query('select role from members where id = $1', [agent.id])
  expect(rows).toEqual([{ role: 'AdminUser' }])
})

test('nobody is promoted in a workspace that is not theirs', async () => {
  await expect(admin('member', 'promote', globex.domain, acme.agent.email)).rejects.toThrow(
    `${acme.agent.email} is not on the team of ${globex.domain}.`,
  )
})

test('deleting asks for a yes first', async () => {
  await expect(admin('workspace', 'delete', globex.domain)).rejects.toThrow(
    new RegExp(`deletes ${globex.domain} permanently.*add --yes`),
  )
})

test('a deleted workspace leaves nothing but its resting name', async () => {
  const gone = await newWorkspace('piedpiper')
  await newTicket(gone)
  const key = fileKey(gone.id, randomUUID())
  await platform.storage.put(key, Buffer.from('attachment'))

  expect(await admin('workspace', 'delete', gone.domain, '--yes')).toMatch(
    new RegExp(`^Deleted ${gone.domain}, with 2 members, 1 ticket`),
  )

  await expect(platform.storage.read(key)).rejects.toThrow(/ENOENT/)
  expect((await ask(gone.agent, showTeamInfo, {})).statusCode).toBe(401)
  await expect(admin('workspace', 'show', gone.domain)).rejects.toThrow(`no workspace ${gone.domain}`)
  const { rows } = await owner.query(
    "select until_at > now() + interval '179 days' as rests from resting_domains where domain = $1",
    [gone.domain],
  )
  expect(rows).toEqual([{ rests: true }])
  expect(await as(acme.agent)(showTeamInfo, {})).toMatchObject({ email: acme.agent.email })
})

test.each([
  [['workspace', 'plan', acme.domain, 'gold'], 'The plan must be active or free, and it is gold.'],
  [['workspace', 'plan', acme.domain], 'Usage: npm run admin -- workspace plan DOMAIN active|free'],
  [['workspace', 'list', '--all'], 'Usage: npm run admin -- workspace list'],
  [['workspace', 'rename'], 'Unknown command. npm run admin -- --help lists all commands.'],
  [
    ['workspace', 'show', 'nowhere'],
    'There is no workspace nowhere: npm run admin -- workspace list lists all workspaces.',
  ],
])('%j is answered with one sentence', async (args, sentence) => {
  await expect(admin(...args)).rejects.toThrow(sentence)
})
