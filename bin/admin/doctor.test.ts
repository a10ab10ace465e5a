import { afterEach, expect, test } from 'vitest'
import { databaseUrl, settings } from '#test/world.ts'
import { runCommand } from './commands.ts'

afterEach(() => {
  process.exitCode = 0
})

const stands = { DATABASE_URL: databaseUrl.owner, DATA_DIR: settings.dataDir, LOG_LEVEL: 'fatal' }
const onDomain = { ROOT_DOMAIN: 'example.com', SMTP_URL: 'smtp://relay.example:587' }
const found = (faults: string[], warnings: string[] = []) => ({ faults, warnings })
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
  expect(told).toMatch(/^\* PORT +abc +where the server listens$/m)
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

test('the doctor says where mails go', async () => {
  expect(await runCommand(['doctor'], { ...stands, ...onDomain })).toContain('✓ Mail goes out by relay.example:587.')
  const told = await runCommand(['doctor'], stands)
  expect(told).toMatch(
    /^✓ There is no relay, and startuptools\.localhost is a localhost name: .* for this machine alone/m,
  )
})

test('the doctor doubts what is allowed and hardly meant, which breaks nothing', async () => {
  const proxied = { ...stands, TRUSTED_PROXIES: '127.0.0.1' }
  const told = await runCommand(['doctor'], proxied, found([], ['SMTP_URI in the environment is no setting.']))
  expect(marked(told, '!')).toEqual([
    '! SMTP_URI in the environment is no setting.',
    expect.stringMatching(/^! ROOT_DOMAIN startuptools\.localhost is a localhost name/),
  ])
  expect(process.exitCode).toBe(0)
})
