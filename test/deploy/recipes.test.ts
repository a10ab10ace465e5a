import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mostImportBytes } from '#contract/files/resumable-uploads.ts'
import { keptAliveMs, mostHeaderBytes } from '#server/app.ts'
import { mostBytesOfRequest } from '#server/files/uploads/upload-files.ts'
import { mostBytesOfForm } from '#server/files/uploads/upload-form.ts'
import { smtpLimits } from '#server/platform/mail/smtp-listener.ts'
import { settingNames } from '#server/platform/settings/environment.ts'
import { findWarnings, readSettings } from '#server/platform/settings/settings.ts'
import { expectOfEach } from '#test/each-of.ts'
import {
  amountOf,
  findDirectives,
  readCaddyfile,
  readCron,
  readExampleEnvironment,
  readNginx,
  readPostfix,
  readUnit,
  recipes,
  saidBy,
} from './read-recipes.ts'

const guide = readFileSync('docs/operate.md', 'utf8')
const environment = readExampleEnvironment()
const settings = readSettings(environment)
const { rootDomain, dataDir } = settings

const mostBody = Math.max(mostImportBytes, mostBytesOfForm, mostBytesOfRequest)
const valuesIn = (unit: string, key: string) => readUnit(unit).flatMap((line) => (line.key === key ? line.value : []))

test('the settings of the recipes are settings, and the server starts with them without a doubt', () => {
  expect(Object.keys(environment).filter((name) => !settingNames.includes(name as never))).toEqual([])
  expect(findWarnings(environment)).toEqual([])
  expect(settings).toMatchObject({ isLocal: false, publicScheme: 'https', trustedProxies: ['127.0.0.1'] })
})

/** Words in capitals that belong to the other programs. */
const ofOthers = /^(CAP|AF)_|^DNS_TOKEN$/

test('every setting that a recipe names is one', () =>
  expectOfEach(
    recipes.map((file) => [file, readFileSync(file, 'utf8')]),
    (text) => {
      const named = (text.match(/\b[A-Z]+(_[A-Z]+)+\b/g) ?? []).filter((name) => !ofOthers.test(name))
      expect(named.filter((name) => !settingNames.includes(name as never))).toEqual([])
    },
  ))

test('nginx hands over to the server what it takes, for every host of the domain', () => {
  const nginx = readNginx()
  const [toHttps, site] = findDirectives(nginx, 'server').filter(({ block }) => block.length > 0)
  const hosts = `${rootDomain} *.${rootDomain}`
  expect([toHttps, site].map((server) => saidBy(server!.block, 'server_name'))).toEqual([hosts, hosts])
  expect(saidBy(toHttps!.block, 'return')).toBe('308 https://$host$request_uri')
  const [upstream] = findDirectives(nginx, 'upstream')
  expect(saidBy(upstream!.block, 'server')).toBe(`${settings.host}:${settings.port}`)
  expect(amountOf(saidBy(upstream!.block, 'keepalive_timeout'))).toBeLessThan(keptAliveMs)
  expect(new Set(findDirectives(site!.block, 'proxy_pass').map(({ words }) => words[0]))).toEqual(
    new Set([`http://${upstream!.words[0]}`]),
  )
  expect(amountOf(saidBy(site!.block, 'client_max_body_size'))).toBe(mostBody)
  expect(amountOf(saidBy(site!.block, 'large_client_header_buffers').split(' ')[1]!)).toBe(mostHeaderBytes)
})

test('nginx says by itself who asks and for what, whatever they claim, and compresses nothing', () => {
  const [, site] = findDirectives(readNginx(), 'server').filter(({ block }) => block.length > 0)
  // No location may set its own `proxy_set_header`, because nginx would then ignore all of these.
  const headers = site!.block.filter(({ name }) => name === 'proxy_set_header').map(({ words }) => words.join(' '))
  expect(headers.sort()).toEqual([
    'Connection ',
    'Host $host',
    'X-Forwarded-For $remote_addr',
    'X-Forwarded-Host $host',
    'X-Forwarded-Proto $scheme',
  ])
  expect(findDirectives(site!.block, 'proxy_set_header')).toHaveLength(headers.length)
  expect(saidBy(site!.block, 'gzip')).toBe('off')
  expect(saidBy(readNginx(), 'log_format')).not.toMatch(/\$(request|request_uri|uri|args|http_referer)\b/)
})

test('Caddy hands over to the server what it takes, for every host of the domain', () => {
  const caddy = readCaddyfile()
  expect(caddy.map(({ name, words }) => [name, ...words].join(' '))).toEqual([`${rootDomain}, *.${rootDomain}`])
  expect(saidBy(caddy, 'reverse_proxy')).toBe(`${settings.host}:${settings.port}`)
  expect(amountOf(saidBy(caddy, 'max_size'))).toBe(mostBody)
  expect(amountOf(saidBy(caddy, 'keepalive'))).toBeLessThan(keptAliveMs)
  expect(findDirectives(caddy, 'encode')).toEqual([])
})

test('the unit runs what npm start runs, as somebody who can write only the data', () => {
  const unit = 'startup-tools.service'
  const [folder] = valuesIn(unit, 'WorkingDirectory')
  const [node, script, ...rest] = valuesIn(unit, 'ExecStart')[0]!.split(' ')
  expect(JSON.parse(readFileSync('package.json', 'utf8')).scripts.start).toBe(['exec node', script, ...rest].join(' '))
  expect([node, existsSync(script!)]).toEqual(['/usr/bin/node', true])
  expect(valuesIn(unit, 'Documentation')).toEqual([`file:${join(folder!, 'docs/operate.md')}`])
  expect(valuesIn(unit, 'ReadWritePaths')).toEqual([dataDir])
  expect(valuesIn(unit, 'ProtectSystem')).toEqual(['strict'])
  expect(valuesIn(unit, 'NoNewPrivileges')).toEqual(['yes'])
  expect(valuesIn(unit, 'CapabilityBoundingSet')).toEqual([''])
  expect(valuesIn(unit, 'AmbientCapabilities')).toEqual([])
  // `mixed` signals only the main process. It waits for open mails and then stops the database.
  expect(valuesIn(unit, 'KillMode')).toEqual(['mixed'])
  expect(amountOf(valuesIn(unit, 'TimeoutStopSec')[0]!)).toBeGreaterThan(2 * smtpLimits.drainMs)
})

test('the timer and cron make the same backup as whom the server runs as', () => {
  const unit = 'startup-tools-backup.service'
  const [user] = valuesIn('startup-tools.service', 'User')
  const [folder] = valuesIn('startup-tools.service', 'WorkingDirectory')
  const [, words] = /^\/bin\/sh -c 'exec (.*)'$/.exec(valuesIn(unit, 'ExecStart')[0]!) ?? []
  const bySystemd = words!.replaceAll('%%', '%').replaceAll('$$', '$')
  const [job] = readCron()
  const [, into, byCron] = /^cd (\S+) && (.*)$/.exec(job!.command.replaceAll('\\%', '%').replaceAll('"', '')) ?? []
  expect(byCron).toBe(bySystemd)
  expect([job!.user, valuesIn(unit, 'User')]).toEqual([user, [user]])
  expect([into, valuesIn(unit, 'WorkingDirectory')]).toEqual([folder, [folder]])
  expect(valuesIn(unit, 'ReadWritePaths')).toEqual([`${dataDir} /var/backups/startup-tools`])
  // cron gives `%` a special meaning, so each `%` needs a backslash.
  expect(job!.command).not.toMatch(/(?<!\\)%/)
  expect(valuesIn('startup-tools-backup.timer', 'OnCalendar')).toHaveLength(1)
})

test('Postfix takes what the server takes, for every workspace, and hands over no more at a time', () => {
  const postfix = readPostfix()
  expect(postfix.relay_domains).toBe(`${rootDomain}, .${rootDomain}`)
  expect(postfix.relay_transport).toBe(`relay:[${settings.inboundSmtpHost}]:${settings.inboundSmtpPort}`)
  expect(postfix.smtpd_recipient_restrictions).toMatch(/reject_unauth_destination, reject_unverified_recipient$/)
  expect(Number(postfix.relay_destination_concurrency_limit)).toBeLessThan(smtpLimits.connectionsPerAddress)
  expect(Number(postfix.relay_destination_recipient_limit)).toBe(smtpLimits.recipients)
  // The difference leaves room for the header lines that each server adds.
  const left = smtpLimits.messageBytes - Number(postfix.message_size_limit)
  expect([left > 64 * 1024, left < 1024 * 1024]).toEqual([true, true])
  expect(new URL(environment.SMTP_URL!).host).toBe('127.0.0.1:25')
})

test('every recipe names the domain, the folders and the certificate of the others', () =>
  expectOfEach(
    recipes.map((file) => [file, readFileSync(file, 'utf8')]),
    (text) => {
      const domains = text.match(/[\w.-]*\bexample\.com\b/g) ?? []
      expect(domains.filter((domain) => !domain.endsWith(rootDomain) && domain !== 'example.com')).toEqual([])
      const certificates = text.match(/\/etc\/letsencrypt\/\S+?\.pem/g) ?? []
      expect(certificates.filter((path) => !path.startsWith(`/etc/letsencrypt/live/${rootDomain}/`))).toEqual([])
      const projects = text.match(/\/opt\/[\w-]+/g) ?? []
      expect(projects.filter((path) => path !== '/opt/startup-tools')).toEqual([])
    },
  ))

test('the guide leads to every recipe, and to none that is missing', () => {
  const named = new Set([...guide.matchAll(/deploy\/[\w./-]*\w/g)].map(([file]) => file))
  expect(recipes.filter((file) => !named.has(file))).toEqual([])
  expect([...named].filter((file) => !existsSync(file))).toEqual([])
})
