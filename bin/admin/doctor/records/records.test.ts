import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { drawFinding } from '#bin/admin/doctor/finding.ts'
import { startSmtpListener } from '#server/platform/mail/smtp-listener.ts'
import { dnsError } from '#server/platform/mail-authentication/ask-dns.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { dnsOf, type Zone } from '#test/doctor.ts'
import { examineRecords } from './examine-records.ts'

const here = { A: ['127.0.0.1'] }
const policy = (text: string) => ({ TXT: [[text]] })
const complete: Zone = {
  'desk.example': { ...here, ...policy('v=spf1 include:relay.example ~all') },
  '*.desk.example': {
    ...here,
    MX: [{ exchange: 'mx.desk.example', priority: 10 }],
    ...policy('v=spf1 include:relay.example ~all'),
  },
  'mx.desk.example': here,
  's1._domainkey.desk.example': policy('v=DKIM1; k=rsa; p=x'),
  '_dmarc.desk.example': policy('v=DMARC1; p=reject; sp=quarantine'),
}

/** Starts an SMTP listener of this product, like the one behind the MX record. */
async function startListener() {
  const log = { info() {}, error() {} }
  const listener = await startSmtpListener({
    host: '127.0.0.1',
    port: 0,
    isKnownRecipient: async () => true,
    store: async () => {},
    log,
  })
  onTestFinished(listener.close)
  return listener.port
}

async function examine(zone: Zone, variables: Record<string, string> = {}, smtpPort = 1) {
  const settings = readSettings({ ROOT_DOMAIN: 'desk.example', SMTP_URL: 'smtp://127.0.0.1:1', ...variables })
  return (await examineRecords(settings, dnsOf(zone), smtpPort)).map(drawFinding)
}

const about = (lines: string[], word: string) => lines.filter((line) => line.slice(2).startsWith(`${word}:`))
/** Returns the zone `complete` with these changes. Undefined removes a name. */
const zoneWith = (changes: Record<string, Zone[string] | undefined>): Zone =>
  Object.fromEntries(Object.entries({ ...complete, ...changes }).filter(([, records]) => records)) as Zone

describe('the records of a domain', () => {
  test('are all well where they are there', async () => {
    const lines = await examine(complete, {}, await startListener())
    expect(lines.filter((line) => !line.startsWith('✓ '))).toEqual([])
    expect(lines).toContain('✓ Address records: desk.example and *.desk.example point to 127.0.0.1.')
    expect(lines).toContain('✓ MX: mail to *.desk.example goes to mx.desk.example (127.0.0.1).')
    expect(lines).toContain(
      `✓ Port 25: a Startup Tools server answers at mx.desk.example, port ${lines.join().match(/example, port (\d+)/)?.[1]}.`,
    )
    expect(lines).toContain(
      '✓ DMARC: _dmarc.desk.example has sp=quarantine, which applies to mail from subdomains of desk.example.',
    )
  })

  test('are named with a line to add where there are none', async () => {
    const lines = await examine({})
    expect(lines.map((line) => line.slice(0, 1))).toEqual(['✗', '✗', '!', '!', '!', '!'])
    for (const record of [
      'desk.example.  A  ',
      '*.desk.example.  A  ',
      '*.desk.example.  MX  10 mx.desk.example.',
      '*.desk.example.  TXT  "v=spf1 ',
      'SELECTOR._domainkey.desk.example.  TXT  "v=DKIM1',
      '_dmarc.desk.example.  TXT  "v=DMARC1; p=quarantine; sp=quarantine',
    ])
      expect(lines.join('\n')).toContain(`    ${record}`)
  })

  test('are not asked for on a localhost name', async () => {
    expect(await examine({}, { ROOT_DOMAIN: 'desk.localhost' })).toEqual([
      '- desk.localhost is a localhost name, which needs no DNS records.',
    ])
  })

  test('are not held against anybody while the DNS does not answer', async () => {
    const settings = readSettings({ ROOT_DOMAIN: 'desk.example', SMTP_URL: 'smtp://127.0.0.1:1' })
    const silent = () => Promise.reject(dnsError('ETIMEOUT'))
    const lines = (await examineRecords(settings, silent)).map(drawFinding)
    expect(lines).toHaveLength(5)
    for (const line of lines) expect(line).toMatch(/^- No DNS server answered for \S+ \(ETIMEOUT\)/)
  })

  test.each([
    [
      'a wildcard that is missing',
      { '*.desk.example': undefined },
      /^✗ Address records: app\.desk\.example, .*\*\.desk\.example have no address/,
    ],
    [
      'a name that has other records, which the wildcard does not cover',
      { 'app.desk.example': policy('verify=1') },
      /^✗ Address records: app\.desk\.example has no address, .*\n {4}app\.desk\.example\. {2}A /s,
    ],
  ])('say of addresses what lacks: %s', async (_, changes, sentence) => {
    expect(about(await examine(zoneWith(changes)), 'Address records')).toEqual([expect.stringMatching(sentence)])
  })

  test('of an earlier domain are looked up too, and lack nothing but for those who still use it', async () => {
    const lines = await examine(complete, { FORMER_DOMAINS: 'old.example' }, await startListener())
    expect(lines.filter((line) => line.includes('old.example')).map((line) => line.slice(0, 1))).toEqual(['!', '!'])
  })
})

describe('incoming mail', () => {
  const wildcard = (records: Zone[string]) =>
    zoneWith({ '*.desk.example': { ...complete['*.desk.example'], ...records } })

  test.each([
    [{ MX: undefined }, /^! MX: \*\.desk\.example has no MX record\. Mail is delivered to its address, 127\.0\.0\.1/],
    [{ MX: [{ exchange: '', priority: 0 }] }, /^✗ MX: the record of \*\.desk\.example says that it accepts no mail/],
    [
      { MX: [{ exchange: 'gone.other', priority: 0 }] },
      /^✗ MX: \*\.desk\.example points to gone\.other, which has no address/,
    ],
  ])('needs an MX that can be used: %j', async (records, sentence) => {
    expect(about(await examine(wildcard(records)), 'MX')).toEqual([expect.stringMatching(sentence)])
  })

  test('has to come to port 25, and every way there is told where nothing answers', async () => {
    const [line] = about(await examine(complete), 'Port 25')
    expect(line).toMatch(
      /^! Port 25: nothing answers at mx\.desk\.example, port 1 \(ECONNREFUSED\).* INBOUND_SMTP_PORT is 2525/,
    )
    for (const way of [
      'AmbientCapabilities=CAP_NET_BIND_SERVICE',
      'setcap cap_net_bind_service=+ep',
      'authbind --deep',
      'relay_domains',
    ])
      expect(line).toContain(way)
  })

  test('may be taken by another mail server, which has to hand it on', async () => {
    const server = createServer((socket) => socket.on('error', () => {}).write('220 mx.desk.example ESMTP Postfix\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const [line] = about(await examine(complete, {}, (server.address() as AddressInfo).port), 'Port 25')
    expect(line).toMatch(
      /^- Port 25: another mail server answers .*“220 mx\.desk\.example ESMTP Postfix”\. It must forward mail .* to port 2525/,
    )
  })
})

describe('who may send', () => {
  const spf = (text: string) => zoneWith({ '*.desk.example': { ...complete['*.desk.example'], ...policy(text) } })

  test.each([
    ['v=spf1 -all', /^✗ SPF: \*\.desk\.example allows no server to send/],
    ['v=spf1 include:relay.example all', /^! SPF: \*\.desk\.example allows every server to send/],
    ['some=thing', /^! SPF: \*\.desk\.example has no record/],
  ])('is not said well by SPF %s', async (text, sentence) => {
    expect(about(await examine(spf(text)), 'SPF')).toEqual([
      expect.stringMatching(/^✓ SPF: the record of desk\.example /),
      expect.stringMatching(sentence),
    ])
  })

  test('two SPF records count as none', async () => {
    const both = { TXT: [['v=spf1 a ~all'], ['v=spf1 ', 'mx ~all']] }
    const lines = await examine(zoneWith({ 'desk.example': { ...here, ...both } }))
    expect(about(lines, 'SPF')[0]).toMatch(/^✗ SPF: desk\.example has 2 records, which is an error/)
  })

  test('a wildcard that answers for _domainkey is no key', async () => {
    const lines = await examine(zoneWith({ 's1._domainkey.desk.example': undefined }))
    expect(about(lines, 'DKIM')).toEqual([
      expect.stringMatching(/^! DKIM: no key was found below _domainkey\.desk\.example/),
    ])
  })

  test.each([
    [
      'p of a record above decides without sp',
      { '_dmarc.desk.example': policy('v=DMARC1; p=reject') },
      /^✓ DMARC: _dmarc\.desk\.example has p=reject/,
    ],
    [
      'sp=none lets anybody send',
      { '_dmarc.desk.example': policy('v=DMARC1; p=reject; sp=none') },
      /^! DMARC: .* has sp=none .* anybody can send as support@WORKSPACE\.desk\.example/,
    ],
    [
      'there may be no record at all',
      { '_dmarc.desk.example': undefined },
      /^! DMARC: there is no record for desk\.example/,
    ],
  ])('%s', async (_, changes, sentence) => {
    expect(about(await examine(zoneWith(changes)), 'DMARC')).toEqual([expect.stringMatching(sentence)])
  })

  test('a signature of the domain has to count for its sub-domains', async () => {
    const lines = await examine(zoneWith({ '_dmarc.desk.example': policy('v=DMARC1; p=reject; adkim=s') }))
    expect(about(lines, 'DMARC')[1]).toMatch(
      /^! DMARC: adkim=s at _dmarc\.desk\.example requires each subdomain to sign/,
    )
  })
})
