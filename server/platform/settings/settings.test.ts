import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { explainEnvironment, settingNames } from './environment.ts'
import { loadEnvironment } from './load-environment.ts'
import { findWarnings, readSettings } from './settings.ts'

const relay = { SMTP_URL: 'smtp://mailer:Sae4ohth@relay.example:587' }
const open = { HOST: '0.0.0.0', ...relay }
const onDomain = { ROOT_DOMAIN: 'example.com', ...relay }

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
    REGISTRATION: 'open',
    UNSOLICITED_MAILS_NEW_WORKSPACE: '1',
    UNSOLICITED_MAILS_WORKSPACE: '2',
    UNSOLICITED_MAILS_INSTALLATION: '3',
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

test('the addresses of settings may be of any script, that of the sender behind the @ alone', () => {
  const settings = readSettings({ MAIL_FROM: 'Hello@Müller.example', OPERATOR_CONTACT: 'jörg@müller.example' })
  expect(settings).toMatchObject({ mailFrom: 'hello@xn--mller-kva.example', operatorContact: 'jörg@müller.example' })
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
  [{ MAIL_FROM: 'jörg@example.com' }, /^MAIL_FROM must be an e-mail address with ASCII letters before the @/],
  [{ UNSOLICITED_MAILS_WORKSPACE: '-1' }, /^UNSOLICITED_MAILS_WORKSPACE must be a whole number from 0/],
  [{ RATE_LIMITS: 'off' }, 'RATE_LIMITS must be on or relaxed, and it is "off".'],
  [{ AVATAR_URL: 'https://example.com/' }, /^AVATAR_URL must contain \{hash\}/],
  [{ FILES_URL: 's3://bucket' }, /^FILES_URL must be a folder/],
  [{ DATABASE_URL: 'mysql://root:hunter2@db' }, /^DATABASE_URL must be an address such as postgres:[^"]*$/],
  [{ DATABASE_OWNER_URL: 'postgres://db/x' }, 'DATABASE_OWNER_URL needs DATABASE_URL beside it.'],
  [{ METRICS_TOKEN: 'changeme' }, 'METRICS_TOKEN must be at least 24 random characters.'],
  [{ METRICS_TOKEN: 'a'.repeat(40) }, 'METRICS_TOKEN must be at least 24 random characters.'],
  [{ INBOUND_SMTP_TLS_CERT: '/no/such.pem' }, /^INBOUND_SMTP_TLS_CERT must be a file/],
  [{ INBOUND_SMTP_TLS_CERT: 'package.json' }, /need each other/],
  [{ FORMER_DOMAINS: 'old.example, Startuptools.localhost' }, /holds startuptools.localhost, which is ROOT_DOMAIN/],
  [{ FORMER_DOMAINS: 'old.example/path' }, /must be a domain name with a dot in it/],
  [{ ROOT_DOMAIN: 'example.com' }, /^SMTP_URL is missing: on ROOT_DOMAIN example\.com sign-in codes need a mail relay/],
  [{ ROOT_DOMAIN: 'example.com', SMTP_URL: ' ' }, /^SMTP_URL is missing/],
  [{ ROOT_DOMAIN: 'localhost.example.com' }, /^SMTP_URL is missing/],
  [{ ROOT_DOMAIN: 'evil-localhost.com' }, /^SMTP_URL is missing/],
  [{ ...open, RATE_LIMITS: 'relaxed' }, /^RATE_LIMITS can't be relaxed on HOST 0\.0\.0\.0/],
  [{ ...onDomain, RATE_LIMITS: 'relaxed' }, /^RATE_LIMITS can't be relaxed on ROOT_DOMAIN example\.com/],
  [{ ...open, SMTP_URL: 'smtp://me:changeme@relay.example' }, 'SMTP_URL holds a sample password: choose another.'],
  [{ ...onDomain, SMTP_URL: 'smtp://me:changeme@relay.example' }, 'SMTP_URL holds a sample password: choose another.'],
  [{ ...onDomain, DATABASE_URL: 'postgres://me:secret@db/x' }, 'DATABASE_URL holds a sample password: choose another.'],
])('%j is refused in one sentence that names the setting', (variables, sentence) => {
  expect(() => readSettings(variables)).toThrow(sentence)
})

test('all faults are refused at once, a sentence each, and what is wrong breaks no second rule', () => {
  const wrong = { PORT: 'abc', ROOT_DOMAIN: 'example.com', SMTP_URL: 'relay.example', RATE_LIMITS: 'relaxed' }
  expect(refusalOf(() => readSettings(wrong, ['SMTP_URI in .env is no setting: the nearest is SMTP_URL.']))).toEqual([
    'SMTP_URI in .env is no setting: the nearest is SMTP_URL.',
    'PORT must be a whole number from 1 to 65535, and it is "abc".',
    'SMTP_URL must be an address such as smtp://user:password@relay.example:587.',
    expect.stringMatching(/^RATE_LIMITS can't be relaxed on ROOT_DOMAIN example\.com/),
  ])
})

describe('what is for development', () => {
  test.each([
    ['the mailbox', { HOST: '0.0.0.0' }, { hasDevelopmentMailbox: true }],
    ['a trial of 14 days', { SMTP_URL: relay.SMTP_URL }, { hasDevelopmentMailbox: false, serviceTrialDays: 14 }],
    ['links by http', {}, { publicScheme: 'http', publicPort: 3000 }],
    ['relaxed limits', { RATE_LIMITS: 'relaxed' }, { limitFactor: 1000 }],
  ])('exists on a localhost name: %s', (_, variables, expected) => {
    expect(readSettings({ ROOT_DOMAIN: 'desk.localhost', ...variables })).toMatchObject({ isLocal: true, ...expected })
  })

  test('does not exist on a domain, wherever the server listens', () => {
    for (const HOST of ['127.0.0.1', '::1', 'localhost', '0.0.0.0']) {
      expect(readSettings({ ...onDomain, HOST })).toMatchObject({
        isLocal: false,
        hasDevelopmentMailbox: false,
        serviceTrialDays: 0,
        limitFactor: 1,
        publicScheme: 'https',
        publicPort: undefined,
      })
    }
  })

  test.each([
    [
      { ...onDomain, PUBLIC_SCHEME: 'http', TRUSTED_PROXIES: '127.0.0.1' },
      /^PUBLIC_SCHEME is http on ROOT_DOMAIN example\.com/,
    ],
    [
      { TRUSTED_PROXIES: '127.0.0.1' },
      /^ROOT_DOMAIN startuptools\.localhost is a localhost name.* TRUSTED_PROXIES is for others/,
    ],
    [{ HOST: '0.0.0.0' }, /^ROOT_DOMAIN startuptools\.localhost is a localhost name.* HOST 0\.0\.0\.0 is for others/],
    [{ PUBLIC_SCHEME: 'https' }, /^ROOT_DOMAIN .* PUBLIC_SCHEME https is for others/],
  ])('is warned of where it is hardly meant: %j', (variables, sentence) => {
    expect(findWarnings(variables)).toEqual([expect.stringMatching(sentence)])
  })

  test('is not warned of where it is meant, nor where all is set', () => {
    const proxied = { ...onDomain, TRUSTED_PROXIES: '127.0.0.1' }
    expect([findWarnings({}), findWarnings(proxied), findWarnings({ ...proxied, ...open })]).toEqual([[], [], []])
  })

  test.each([
    [
      onDomain,
      /^TRUSTED_PROXIES is not set, .* HOST 127\.0\.0\.1 can only be reached through a proxy.* Set TRUSTED_PROXIES=127\.0\.0\.1,::1,/,
    ],
    [
      { ...onDomain, ...open },
      /^TRUSTED_PROXIES is not set, .* https requires a proxy.* Set TRUSTED_PROXIES=ADDRESS-OF-THE-PROXY,/,
    ],
  ])('a proxy that there has to be is warned of while it is not trusted: %j', (variables, sentence) => {
    expect(findWarnings(variables)).toEqual([expect.stringMatching(sentence)])
  })

  test('is switched on by settings alone: nothing else of the server reads the environment', () => {
    const readers = globSync('{server,contract}/**/*.ts', { exclude: ['**/*.test.ts', '**/fixtures/**'] }).filter(
      (file) => /process\.env(?!\.PATH\b)/.test(readFileSync(file, 'utf8')),
    )
    expect(readers).toEqual(['server/platform/settings/load-environment.ts'])
  })
})

test('a copy uses no relay and asks no other server, which it says in a warning, and needs no relay on a domain', () => {
  const copy = { SENDING: 'off', OUTSIDE_LINKS: 'on' }
  const sendsNothing = { isSending: false, smtpUrl: undefined, avatarUrl: null, checksOutsideLinks: false }
  expect(readSettings({ ...onDomain, ...copy })).toMatchObject({ ...sendsNothing, hasDevelopmentMailbox: false })
  expect(readSettings({ ...relay, ...copy })).toMatchObject({ ...sendsNothing, hasDevelopmentMailbox: true })
  expect(readSettings({ ROOT_DOMAIN: 'example.com', ...copy })).toMatchObject(sendsNothing)
  expect(findWarnings(copy)).toEqual([expect.stringMatching(/^SENDING is off: the server sends no mail/)])
  expect(() => readSettings({ SENDING: 'false' })).toThrow('SENDING must be on or off, and it is "false".')
})

test('an empty value counts as not set', () => {
  expect(readSettings({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 3000, smtpUrl: undefined })
})

describe('a .env file', () => {
  const load = (text: string, ofProcess: Record<string, string> = {}) => {
    const folder = newFolder()
    writeFileSync(join(folder, '.env'), text)
    return loadEnvironment(folder, ofProcess)
  }

  test('is read, and the variables of the process win over it', () => {
    const { variables, faults } = load('PORT=4111\nSERVICE_TRIAL_DAYS=30 # a month\n', { PORT: '4112' })
    expect(faults).toEqual([])
    expect(readSettings(variables)).toMatchObject({ port: 4112, serviceTrialDays: 30 })
  })

  test('is not emptied by a variable that is set to nothing', () => {
    const { variables } = load('ROOT_DOMAIN=example.com\n', { ROOT_DOMAIN: '' })
    expect(variables.ROOT_DOMAIN).toBe('example.com')
  })

  test('may hold remarks, empty lines, quotes and a mark of its encoding', () => {
    const text = "\uFEFF# don't lose this\n\r\nexport PORT='4111'\r\n  ROOT_DOMAIN = \"example.com\"\nSMTP_URL=\n"
    expect(load(text)).toEqual({
      variables: { PORT: '4111', ROOT_DOMAIN: 'example.com', SMTP_URL: '' },
      file: expect.stringMatching(/\/\.env$/),
      faults: [],
      warnings: [],
    })
  })

  test('with names that are no settings is refused, each with the nearest one', () => {
    const misspelt = {
      SMTP_URI: 'SMTP_URL',
      ROOT_DOMIAN: 'ROOT_DOMAIN',
      smtp_url: 'SMTP_URL',
      MAILFROM: 'MAIL_FROM',
      PROT: 'PORT',
      DATABASE: 'DATABASE_URL',
      TRUSTED_PROXY: 'TRUSTED_PROXIES',
      RATE_LIMIT: 'RATE_LIMITS',
      TRIAL_DAYS: 'SERVICE_TRIAL_DAYS',
      METRICS_TOKENS: 'METRICS_TOKEN',
      SMTP_HOST: 'SMTP_URL',
    }
    const { faults } = load(Object.keys(misspelt).join('=x\n').concat('=x'))
    const sentences = Object.entries(misspelt).map(
      ([name, nearest]) => `${name} in .env is no setting: the nearest is ${nearest}.`,
    )
    expect(faults.toSorted()).toEqual(sentences.toSorted())
  })

  test('with a line that sets nothing is refused by its number', () => {
    expect(load('PORT=4111\nSMTP_URL: smtp://relay\nROOT_DOMAIN example.com').faults).toEqual([
      'Line 2 of .env is no setting: write NAME=value, or # before a remark.',
      'Line 3 of .env is no setting: write NAME=value, or # before a remark.',
    ])
  })

  test('that cannot be read is refused, and one that is missing is not', () => {
    const folder = newFolder()
    expect(loadEnvironment(folder, {}).faults).toEqual([])
    mkdirSync(join(folder, '.env'))
    expect(loadEnvironment(folder, {}).faults).toEqual([
      "The file .env can't be read (EISDIR): change its owner or mode.",
    ])
  })
})

test('in the environment of the process a near miss of a setting is warned of, and the names of others are not', () => {
  const others = {
    PATH: '/bin',
    HOME: '/root',
    HOSTNAME: 'a',
    TERM: 'xterm',
    SHELL: 'sh',
    PWD: '/',
    NODE_ENV: 'production',
  }
  const { warnings, faults } = loadEnvironment(newFolder(), {
    ...others,
    SMTP_URI: 'x',
    ROOTDOMAIN: 'x',
    EMPTY_PORT: '',
    PROT: '',
  })
  expect(faults).toEqual([])
  expect(warnings).toEqual([
    'SMTP_URI in the environment is no setting and does nothing: did you mean SMTP_URL?',
    'ROOTDOMAIN in the environment is no setting and does nothing: did you mean ROOT_DOMAIN?',
  ])
})

test('no setting is a near miss of another', () => {
  const { warnings } = loadEnvironment(newFolder(), Object.fromEntries(settingNames.map((name) => [name, 'x'])))
  expect(warnings).toEqual([])
})

test('every setting has its reason, and passwords are not shown', () => {
  const explanations = explainEnvironment({ SMTP_URL: open.SMTP_URL, PORT: '4100' })
  expect(explanations.filter(({ reason }) => !reason)).toEqual([])
  expect(explanations).toContainEqual(expect.objectContaining({ name: 'SMTP_URL', value: '(set)', isSet: true }))
  expect(explanations).toContainEqual(expect.objectContaining({ name: 'PORT', value: '4100' }))
})

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'startup-tools-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function refusalOf(work: () => unknown): string[] {
  try {
    work()
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}
