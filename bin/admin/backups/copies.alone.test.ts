import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeMessage } from '#contract/tickets/messages.ts'
import { fileKey, mailKey } from '#server/files/storage-keys.ts'
import { folderStorage } from '#server/platform/storage.ts'
import { as } from '#test/ask.ts'
import {
  admin,
  copyInstallation,
  fillWorkspace,
  forgeArchive,
  linesOf,
  newEarlierInstallation,
  newFolder,
  newInstallation,
  readRows,
} from '#test/copy-world.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, mailsTo, owner, platform, runJobs } from '#test/world.ts'

/** Tables with short-lived rows, which no backup or export contains. */
const ephemeral = [
  'sessions',
  'refresh_tokens',
  'challenges',
  'failed_tries',
  'invitation_mails',
  'unsolicited_mails',
  'acknowledged_addresses',
  'development_mails',
  'relay_outages',
].map((name) => `identity.${name}`)

// A backup, and an installation that was restored from this backup. Tests of other features use copies of this
// installation.
const backup = join(newFolder(afterAll), 'backup')
const restored = await newInstallation('template1', afterAll)

beforeAll(async () => {
  await fillWorkspace(acme, 'Acme copied')
  await fillWorkspace(globex, 'Globex copied')
  await admin('backup', backup)
  await restored.admin('restore', backup)
})

const filesOf = (dataDir: string) => folderStorage(join(dataDir, 'files'))
const isKept = async (dataDir: string, key: string) =>
  (await filesOf(dataDir).read(key)).equals(await platform.storage.read(key))

test('a backup brings back every row and file in an empty installation', async () => {
  const kept = await fillWorkspace(acme, 'Acme canary')
  await fillWorkspace(globex, 'Globex canary')
  await runJobs()
  const file = join(newFolder(), 'backup')
  await admin('backup', file)
  const before = await readRows(owner, { without: ephemeral })

  const copy = await newInstallation()
  expect(await copy.admin('restore', file)).toMatch(/^Restored .*: \d+ workspaces?, .*Everyone has to sign in again/)

  expect(await readRows(copy.pool, { without: ephemeral })).toEqual(before)
  expect(before['app.tickets']?.length).toBeGreaterThan(1)
  const keys = [fileKey(acme.id, kept.fileId), mailKey(acme.id, kept.mailId)]
  for (const key of keys) expect(await isKept(copy.dataDir, key)).toBe(true)
  const secrets = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  expect(secrets(copy.dataDir).mailKey).toBe(secrets(platform.settings.dataDir).mailKey)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a restored installation sends no mail again, and its team sees which', async () => {
  const { id } = await newTicket(acme)
  const reply = await as(acme.agent)(writeMessage, { params: { id }, body: { text: 'On its way' } })
  const file = join(newFolder(), 'backup')
  await admin('backup', file)

  const copy = await newInstallation()
  expect(await copy.admin('restore', file)).toMatch(/\d+ mails? that waited to be sent will not be sent/)

  const states = 'select distinct state, reason from outgoing_mails where message_id = $1'
  expect((await copy.pool.query(states, [reply.id])).rows).toEqual([{ state: 'failed', reason: { code: 'restored' } }])
  const { rows } = await copy.pool.query(
    "select count(*)::int as waiting from graphile_worker.jobs where task_identifier = 'mail.send'",
  )
  expect(rows).toEqual([{ waiting: 0 }])
  await runJobs()
  expect(await mailsTo(acme.customer.email)).not.toEqual([])
})

test('a backup of an earlier version keeps the sentences that were written then', async () => {
  const earlier = await newEarlierInstallation('0020')
  const { rows: workspaces } = await earlier.pool.query(
    "insert into workspaces (domain, name, time_zone) values ('initech', 'Initech', 'UTC') returning id",
  )
  const workspaceId = workspaces[0].id
  const { rows: mails } = await earlier.pool.query(
    `insert into inbound_mails (workspace_id, address, dedup_key, bytes, state, decision, evidence) values
       ($1, 'support', 'done', 1, 'done', 'It opened #1.', '{"It is odd.","It is late."}'),
       ($1, 'support', 'received', 1, 'received', null, '{}') returning id`,
    [workspaceId],
  )
  for (const { id } of mails) await filesOf(earlier.dataDir).put(mailKey(workspaceId, id), Buffer.from('Hello'))
  await earlier.pool.query(
    `insert into outgoing_mails (workspace_id, kind, recipient, mail_message_id, state, reason) values
       ($1, 'answer', 'a@example.org', 'x', 'failed', 'The mailbox is full.'), ($1, 'answer', 'b@example.org', 'x', 'queued', null)`,
    [workspaceId],
  )
  const file = join(newFolder(), 'backup')
  await earlier.admin('backup', file)

  const copy = await newInstallation()
  await copy.admin('restore', file)

  expect((await copy.pool.query('select decision, evidence from inbound_mails order by dedup_key')).rows).toEqual([
    {
      decision: { code: 'noted', text: 'It opened #1.' },
      evidence: [
        { code: 'noted', text: 'It is odd.' },
        { code: 'noted', text: 'It is late.' },
      ],
    },
    { decision: { code: 'restored' }, evidence: [] },
  ])
  expect((await copy.pool.query('select reason from outgoing_mails order by recipient')).rows).toEqual([
    { reason: { code: 'noted', text: 'The mailbox is full.' } },
    { reason: { code: 'restored' } },
  ])
})

test('a restore does not replace workspaces unless it is told to', async () => {
  const copy = await copyInstallation(restored)
  await copy.pool.query("update workspaces set name = 'Changed since' where id = $1", [acme.id])
  await filesOf(copy.dataDir).put(fileKey(acme.id, globex.id), Buffer.from('came since'))

  await expect(copy.admin('restore', backup)).rejects.toThrow(
    /holds \d+ workspaces, which a restore replaces: add --yes/,
  )
  await copy.admin('restore', backup, '--yes')

  const { rows } = await copy.pool.query('select name from workspaces where id = $1', [acme.id])
  expect(rows).toEqual([{ name: 'Acme' }])
  await expect(filesOf(copy.dataDir).read(fileKey(acme.id, globex.id))).rejects.toThrow(/ENOENT/)
})

test('a restore beside a running server is refused', async () => {
  await expect(admin('restore', backup, '--yes')).rejects.toThrow(/server is using this database: stop/)
})

test('a backup that is cut short changes nothing', async () => {
  const copy = await copyInstallation(restored)
  const before = await readRows(copy.pool)
  const bytes = readFileSync(backup)
  const short = join(newFolder(), 'short')
  writeFileSync(short, gzipSync(`${linesOf(backup).join('\n')}\n`))
  const torn = join(newFolder(), 'torn')
  writeFileSync(torn, bytes.subarray(0, bytes.length / 2))

  await expect(copy.admin('restore', short, '--yes')).rejects.toThrow(/cut short: nothing was changed/)
  await expect(copy.admin('restore', torn, '--yes')).rejects.toThrow(/cut short: nothing was changed/)
  expect(await readRows(copy.pool)).toEqual(before)
})

test('an export of one workspace holds nothing of another', async () => {
  await fillWorkspace(acme, 'Acme canary')
  await fillWorkspace(globex, 'Globex canary')
  const file = join(newFolder(), 'acme')
  await admin('workspace', 'export', acme.domain, file)

  const text = gunzipSync(readFileSync(file)).toString()
  expect(text).toContain('Acme canary')
  expect(text).not.toMatch(/Globex canary/)
  expect(text).not.toContain(globex.id)
  expect(text).not.toContain(globex.admin.email)
})

test('an exported workspace arrives whole under another name, and leaves its neighbours alone', async () => {
  const kept = await fillWorkspace(acme, 'Acme canary')
  await runJobs()
  const file = join(newFolder(), 'acme')
  await admin('workspace', 'export', acme.domain, file)
  const copy = await copyInstallation(restored)
  await copy.admin('workspace', 'delete', acme.domain, '--yes')
  const neighbours = await readRows(copy.pool, { without: ['identity.resting_domains'] })
  const before = await readRows(owner, { without: ephemeral, like: `%${acme.id}%` })

  expect(await copy.admin('workspace', 'import', file, '--domain', 'acme-moved')).toMatch(/^Imported acme-moved: /)

  const after = await readRows(copy.pool, { without: ephemeral, like: `%${acme.id}%` })
  // Removes values that an import does not copy, such as verified addresses, keys, the plan and live events.
  const inBoth = (rows: typeof after) => ({
    ...rows,
    'app.workspaces': [],
    'app.audit_log': [],
    'app.api_keys': [],
    'app.idempotency_keys': [],
    'app.live_events': [],
    'identity.accounts': rows['identity.accounts']!.map((row) => row.split(',').slice(0, 3)),
  })
  expect(inBoth(after)).toEqual(inBoth(before))
  const key = fileKey(acme.id, kept.fileId)
  expect(await isKept(copy.dataDir, key)).toBe(true)
  const all = await readRows(copy.pool, { without: ['identity.resting_domains'] })
  for (const [table, rows] of Object.entries(neighbours)) expect(all[table]).toEqual(expect.arrayContaining(rows))
})

test('a workspace is not imported twice, under a taken name, or over an address of another team', async () => {
  const file = join(newFolder(), 'acme')
  await admin('workspace', 'export', acme.domain, file)
  await expect(admin('workspace', 'import', file)).rejects.toThrow(`already exists as ${acme.domain}: delete it first`)

  const copy = await copyInstallation(restored)
  await copy.admin('workspace', 'delete', acme.domain, '--yes')
  await expect(copy.admin('workspace', 'import', file, '--domain', globex.domain)).rejects.toThrow(
    `workspace ${globex.domain} already`,
  )
  await expect(copy.admin('workspace', 'import', file, '--domain', 'www')).rejects.toThrow(
    /is not a valid name for a workspace/,
  )
  await copy.pool.query('insert into accounts (email, workspace_id) values ($1, $2)', [acme.agent.email, globex.id])
  await expect(copy.admin('workspace', 'import', file)).rejects.toThrow(
    `another workspace's team here: ${acme.agent.email}`,
  )
})

test('a file whose rows name another workspace is refused', async () => {
  const file = join(newFolder(), 'acme')
  await admin('workspace', 'export', acme.domain, file)
  const copy = await copyInstallation(restored)
  await copy.admin('workspace', 'delete', acme.domain, '--yes')
  const forged = forgeArchive(
    linesOf(file).map((line) =>
      line.replace(`["${acme.id}","${acme.customer.id}"`, `["${globex.id}","${acme.customer.id}"`),
    ),
  )

  await expect(copy.admin('workspace', 'import', forged)).rejects.toThrow('data of another workspace')
})

test('a workspace file is no backup, and a text no archive', async () => {
  const folder = newFolder()
  await admin('workspace', 'export', acme.domain, join(folder, 'acme'))
  writeFileSync(join(folder, 'text'), 'Hello')

  await expect(admin('restore', join(folder, 'acme'), '--yes')).rejects.toThrow('holds one workspace')
  await expect(admin('restore', join(folder, 'text'))).rejects.toThrow('is not an archive of Startup Tools')
  await expect(admin('restore', join(folder, 'nothing'))).rejects.toThrow("can't be read (ENOENT)")
  await expect(admin('backup', join(folder, 'text'))).rejects.toThrow('already exists')
})
