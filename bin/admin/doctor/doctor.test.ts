import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { runCommand } from '#bin/admin/commands.ts'
import { noteBackup } from '#bin/admin/last-backup.ts'
import { newFolder } from '#test/copy-world.ts'
import { diagnose } from '#test/doctor.ts'
import { databaseUrl, owner, settings } from '#test/world.ts'
import { isPrivate } from './examine-files.ts'

afterEach(() => {
  process.exitCode = 0
})

const stands = { DATABASE_URL: databaseUrl.owner, DATA_DIR: settings.dataDir, LOG_LEVEL: 'fatal' }
const found = (faults: string[], warnings: string[] = []) => ({ file: null, faults, warnings })
const marked = (told: string, mark: string) => told.split('\n').filter((line) => line.startsWith(`${mark} `))

test('the doctor explains every setting and tells all that is wrong at once', async () => {
  const variables = { ...stands, ROOT_DOMAIN: 'example.com', PORT: 'abc', METRICS_TOKEN: 'changeme' }
  const told = await runCommand(
    ['doctor'],
    variables,
    found(['SMTP_URI in .env is no setting: the nearest is SMTP_URL.']),
  )
  expect(marked(told, '✗')).toEqual([
    '✗ SMTP_URI in .env is no setting: the nearest is SMTP_URL.',
    '✗ PORT must be a whole number from 1 to 65535, and it is "abc".',
    '✗ METRICS_TOKEN must be at least 24 random characters.',
    expect.stringMatching(/^✗ SMTP_URL is missing: on ROOT_DOMAIN example\.com/),
  ])
  expect(told).toMatch(/^\* PORT +abc +port of the server$/m)
  expect(told).not.toContain('changeme')
  expect(marked(told, '✓')).toEqual([])
  expect(process.exitCode).toBe(1)
})

test('no other command runs with settings that are wrong', async () => {
  await expect(runCommand(['workspace', 'list'], { ...stands, ROOT_DOMAIN: 'example.com' })).rejects.toThrow(
    /^SMTP_URL/,
  )
  await expect(runCommand(['workspace', 'list'], stands, found(['X in .env is no setting.']))).rejects.toThrow(/^X in/)
})

test('on a localhost name nothing is wrong, and what needs no looking at is said so', async () => {
  const { told, marked } = await diagnose({})
  expect(marked('✗')).toEqual([])
  expect(told).toMatch(
    /^✓ startuptools\.localhost is a localhost name and there is no relay\. .* on this machine only/m,
  )
  expect(told).toContain('- startuptools.localhost is a localhost name, which needs no DNS records.')
  expect(told).toContain('- The server is not running.')
  expect(told).toContain('✓ The clocks of this machine and of the database agree.')
  expect(told).toMatch(/^✓ The database has all migrations of this version, up to \d{4}_.*\.sql\.$/m)
  expect(process.exitCode).toBe(0)
})

test('the doctor doubts what is allowed and hardly meant, which breaks nothing', async () => {
  const proxied = { ...stands, PORT: '1024', INBOUND_SMTP_PORT: '1025', TRUSTED_PROXIES: '127.0.0.1' }
  const told = await runCommand(['doctor'], proxied, found([], ['SMTP_URI in the environment is no setting.']))
  expect(marked(told, '!')).toEqual([
    '! SMTP_URI in the environment is no setting.',
    expect.stringMatching(/^! ROOT_DOMAIN startuptools\.localhost is a localhost name/),
  ])
  expect(process.exitCode).toBe(0)
})

test('a copy is said to send nothing, and no mail is tried from it', async () => {
  const { told, marked } = await diagnose({ variables: { SENDING: 'off' } })
  expect(told).toMatch(/^✓ No mail is sent\. .*, on this machine only and not through a proxy\.$/m)
  expect(told).not.toMatch(/^. INBOUND_SMTP_PORT \d+ is/m)
  expect(marked('✗')).toEqual([])
  const copy = { ...stands, SENDING: 'off' }
  await expect(runCommand(['mail', 'test', 'ada@example.org'], copy)).rejects.toThrow(/^SENDING is off/)
})

test('a step that the next start applies is told of', async () => {
  const { rows } = await owner.query(
    'delete from migrations where name = (select max(name) from migrations) returning *',
  )
  const { marked } = await diagnose({}).finally(() =>
    owner.query('insert into migrations (name, checksum, version, allows_older) values ($1, $2, $3, $4)', [
      rows[0].name,
      rows[0].checksum,
      rows[0].version,
      rows[0].allows_older,
    ]),
  )
  expect(marked('!')).toEqual([expect.stringMatching(`\\. The next start applies 1 more, up to ${rows[0].name}`)])
})

test.each([
  [
    0o644,
    '✗',
    / contains passwords, and other accounts can read it \(mode 644\)\. Make it readable by its owner only:\n {4}chmod 600 /,
  ],
  [0o640, '✗', / \(mode 640\)/],
  [0o600, '✓', / is readable only by its owner and the server\.$/m],
])('a .env file of mode %o is marked %s', async (mode, mark, sentence) => {
  const file = join(newFolder(), '.env')
  writeFileSync(file, 'PORT=3000\n')
  chmodSync(file, mode)
  const { told, marked } = await diagnose({ file })
  expect(marked(mark).filter((line) => line.includes(file))).toHaveLength(1)
  expect(told).toMatch(sentence)
})

test.each([
  [{ mode: 0o640, uid: 0, gid: 900 }, true],
  [{ mode: 0o660, uid: 0, gid: 900 }, false],
  [{ mode: 0o644, uid: 0, gid: 900 }, false],
  [{ mode: 0o640, uid: 0, gid: 100 }, false],
  [{ mode: 0o640, uid: 900, gid: 900 }, false],
])('a file of root may be read by the group of the server, and no other: %j', (file, isRight) => {
  expect(isPrivate(file, { uid: 900, gid: 900 })).toBe(isRight)
})

/** Returns a folder that belongs to another user. If root runs the tests, creates this folder. */
function foreignFolder() {
  if (process.getuid?.() !== 0) return '/'
  const folder = join(newFolder(), 'data')
  mkdirSync(folder)
  chownSync(folder, 65_534, 65_534)
  return folder
}

test('a data folder of somebody else is at fault, and nothing is begun in it', async () => {
  const folder = foreignFolder()
  const { told, marked } = await diagnose({ variables: { DATA_DIR: folder } })
  expect(marked('✗')).toEqual([
    expect.stringMatching(new RegExp(`^✗ ${folder} belongs to \\S+, but this command runs as `)),
  ])
  expect(told).toMatch(/^ {4}sudo -u \S+ npm run admin -- doctor$/m)
  expect(told).toContain('- The database, ports, server and backups were not checked')
  expect(process.exitCode).toBe(1)
})

test('too little room on the disk is at fault', async () => {
  const { marked } = await diagnose({ variables: { LEAST_FREE_DISK_MB: '10000000' } })
  expect(marked('✗')).toEqual([
    expect.stringMatching(/ GB are free in .*, less than LEAST_FREE_DISK_MB\. Free disk space/),
  ])
})

test('a database that does not answer is at fault, with what to do', async () => {
  const { marked } = await diagnose({ variables: { DATABASE_URL: 'postgres://nobody:Sae4ohth@127.0.0.1:1/none' } })
  expect(marked('✗')).toEqual([
    "✗ The database can't be used, because nothing listens there. Check DATABASE_URL and the server it names.",
  ])
})

test('the age of the last backup is told once there is one', async () => {
  expect((await diagnose({})).told).toContain('- No backup was made yet.')
  const file = join(newFolder(), 'backup')
  await noteBackup(settings, file)
  expect((await diagnose({})).told).toContain(`✓ The last backup is 0 h old: ${file}.`)

  writeFileSync(join(settings.dataDir, 'last-backup.json'), JSON.stringify({ at: '2026-01-01T00:00:00Z', file }))
  const variables = { ROOT_DOMAIN: 'example.com', SMTP_URL: 'smtp://127.0.0.1:1' }
  const { marked } = await diagnose({ variables })
  expect(marked('!')).toContainEqual(
    expect.stringMatching(/^! The last backup is \d+ days old: .* Make a backup every night/),
  )
})

test('the note of a backup can be read by its owner alone', async () => {
  await noteBackup(settings, 'backup')
  expect(statSync(join(settings.dataDir, 'last-backup.json')).mode & 0o777).toBe(0o600)
})
