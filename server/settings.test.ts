import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { explainEnvironment, loadEnvironment } from '#server/environment.ts'
import { readSettings } from './settings.ts'

const open = { HOST: '0.0.0.0', SMTP_URL: 'smtp://mailer:Sae4ohth@relay.example:587' }

test('without any setting it runs on this machine, with the development mailbox', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    isLoopback: true,
    hasDevelopmentMailbox: true,
    databaseUrl: undefined,
    roles: new Set(['web', 'api', 'worker', 'mail']),
    inboundSmtpPort: 2525,
    inboundDomain: 'startuptools.localhost',
    filesOrigin: 'http://files.startuptools.localhost:3000',
    filesHost: 'files.startuptools.localhost',
    serviceTrialDays: 14,
    limitFactor: 1,
  })
})

test('anybody may register on localhost names, elsewhere the first one, and fewer mails go unasked where anybody may', () => {
  const elsewhere = { ...open, ROOT_DOMAIN: 'example.com' }
  expect(readSettings({})).toMatchObject({
    registration: 'open',
    mailBounds: { newWorkspace: 50, workspace: 500, installation: 5000 },
  })
  expect(readSettings(elsewhere)).toMatchObject({
    registration: 'first',
    mailBounds: { newWorkspace: 2000, workspace: 2000, installation: null },
  })
  const chosen = {
    ...{ REGISTRATION: 'open', UNSOLICITED_MAILS_NEW_WORKSPACE: '1' },
    ...{ UNSOLICITED_MAILS_WORKSPACE: '2', UNSOLICITED_MAILS_INSTALLATION: '3' },
  }
  expect(readSettings({ ...elsewhere, ...chosen })).toMatchObject({
    registration: 'open',
    mailBounds: { newWorkspace: 1, workspace: 2, installation: 3 },
  })
})

test('links on localhost names carry scheme http and the port', () => {
  const settings = readSettings({ PORT: '4100' })
  expect(settings.workspaceOrigin('acme')).toBe('http://acme.startuptools.localhost:4100')
  expect(settings.appOrigin).toBe('http://app.startuptools.localhost:4100')
})

test('links on a real domain are https without a port, unless a public one is named', () => {
  const settings = readSettings({ ...open, ROOT_DOMAIN: 'Example.com' })
  expect(settings.workspaceOrigin('acme')).toBe('https://acme.example.com')
  expect(readSettings({ ...open, ROOT_DOMAIN: 'example.com', PUBLIC_PORT: '8443' }).apiOrigin).toBe(
    'https://api.example.com:8443',
  )
})

test('files can move to a domain of their own, named by host or by origin', () => {
  expect(readSettings({ FILES_ORIGIN: 'files.example.net' }).filesOrigin).toBe('http://files.example.net:3000')
  expect(readSettings({ FILES_ORIGIN: 'https://cdn.example.net' }).filesHost).toBe('cdn.example.net')
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number from 1 to 65535, and it is "abc".'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 1 to 65535, and it is "70000".'],
  [{ ROOT_DOMAIN: 'localhost' }, 'ROOT_DOMAIN must be a domain name with a dot in it, and it is "localhost".'],
  [{ ROLES: 'web,cook' }, 'ROLES must name some of web, api, worker, mail, and it is "web,cook".'],
  [{ TRUSTED_PROXIES: '10.0.0.0/64' }, /^TRUSTED_PROXIES must be addresses or networks/],
  [{ TRUSTED_RELAYS: 'mx.example.com' }, /^TRUSTED_RELAYS must be addresses or networks/],
  [{ TRUSTED_RELAYS: '10.0.0.5=mx' }, /^TRUSTED_RELAYS must be addresses or networks/],
  [{ REGISTRATION: 'me' }, 'REGISTRATION must be one of open, first, invited, closed, and it is "me".'],
  [{ OPERATOR_CONTACT: 'me' }, 'OPERATOR_CONTACT must be an e-mail address, and it is "me".'],
  [{ UNSOLICITED_MAILS_WORKSPACE: '-1' }, /^UNSOLICITED_MAILS_WORKSPACE must be a whole number from 0/],
  [{ RATE_LIMITS: 'off' }, 'RATE_LIMITS must be on or relaxed, and it is "off".'],
  [{ AVATAR_URL: 'https://example.com/' }, /^AVATAR_URL must hold \{hash\}/],
  [{ FILES_URL: 's3://bucket' }, /^FILES_URL must be a folder/],
  [{ DATABASE_URL: 'mysql://root:hunter2@db' }, /^DATABASE_URL must be an address such as postgres:[^"]*$/],
  [{ DATABASE_OWNER_URL: 'postgres://db/x' }, 'DATABASE_OWNER_URL needs DATABASE_URL beside it.'],
  [{ METRICS_TOKEN: 'changeme' }, 'METRICS_TOKEN must be at least 24 random characters.'],
  [{ METRICS_TOKEN: 'a'.repeat(40) }, 'METRICS_TOKEN must be at least 24 random characters.'],
  [{ INBOUND_SMTP_TLS_CERT: '/no/such.pem' }, /^INBOUND_SMTP_TLS_CERT must be a file/],
  [{ INBOUND_SMTP_TLS_CERT: 'package.json' }, /need each other/],
  [{ HOST: '0.0.0.0' }, /^SMTP_URL is missing: on HOST 0\.0\.0\.0/],
  [{ ...open, RATE_LIMITS: 'relaxed' }, /^RATE_LIMITS can't be relaxed on HOST 0\.0\.0\.0/],
  [{ ...open, SMTP_URL: 'smtp://me:changeme@relay.example' }, 'SMTP_URL holds a sample password: choose another.'],
])('%j is refused in one sentence that names the setting', (variables, sentence) => {
  expect(() => readSettings(variables)).toThrow(sentence)
})

test('an empty value counts as not set', () => {
  expect(readSettings({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 3000, smtpUrl: undefined })
})

test('a .env file is read, and the variables of the process win over it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'startup-tools-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  onTestFinished(() => void vi.unstubAllEnvs())
  writeFileSync(join(folder, '.env'), 'PORT=4111\nSERVICE_TRIAL_DAYS=30 # a month\n')
  vi.stubEnv('PORT', '4112')

  expect(readSettings(loadEnvironment(folder))).toMatchObject({ port: 4112, serviceTrialDays: 30 })
})

test('every setting has its reason, and passwords are not shown', () => {
  const explanations = explainEnvironment({ SMTP_URL: open.SMTP_URL, PORT: '4100' })
  expect(explanations.filter(({ reason }) => !reason)).toEqual([])
  expect(explanations).toContainEqual(expect.objectContaining({ name: 'SMTP_URL', value: '(set)', isSet: true }))
  expect(explanations).toContainEqual(expect.objectContaining({ name: 'PORT', value: '4100' }))
})
