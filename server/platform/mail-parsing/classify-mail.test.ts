import { expect, test, vi } from 'vitest'
import { readFixture } from './fixtures/read-fixture.ts'
import { classifyMail, isRefused, mailWorkers, parseMail } from './parse-mail.ts'

const context = { loopValue: 'acme-mark', isOwnAddress: (address: string) => address === 'support@acme.example' }

async function classify(raw: Buffer | string, envelopeFrom = '') {
  const mail = await parseMail(Buffer.from(raw))
  if (isRefused(mail)) throw new Error(mail.refused)
  return classifyMail(mail, { ...context, envelopeFrom })
}

const original = '<abc.def@acme.example>'

test.each([
  ['bounce-postfix', { recipient: 'nobody@customer.example', status: '5.1.1', action: 'failed' }],
  ['bounce-exchange', { recipient: 'nobody@customer.example', status: '5.1.10', action: 'failed' }],
  ['bounce-gmail', { recipient: 'gone@customer.example', status: '5.1.1', action: 'failed' }],
  ['bounce-exim', { recipient: 'nobody@customer.example', status: null, action: 'failed' }],
  ['bounce-qmail', { recipient: 'nobody@customer.example', status: '5.3.0', action: 'failed' }],
  ['bounce-delayed', { recipient: 'ann@customer.example', status: '4.4.1', action: 'delayed' }],
])('%s names the mail, the recipient and the cause', async (name, bounce) => {
  const { kind, reasons, bounce: found } = await classify(readFixture(name))
  expect(kind).toBe('bounce')
  expect(reasons.length).toBeGreaterThan(0)
  expect(found).toMatchObject(bounce)
  expect(found?.originalMessageIds[0]).toBe(original)
  expect(found?.diagnostic).toMatch(/55\d|timed out/)
})

const blocks = (...recipients: string[]) =>
  [
    'From: mailer-daemon@relay.example',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '\r\n--b\r\nContent-Type: message/delivery-status\r\n',
    'Reporting-MTA: dns; relay.example\r\n',
    ...recipients.map((block) => `${block}\r\n`),
    '--b--\r\n',
  ].join('\r\n')

const blockOf = (name: string, action: string, status = '2.0.0') =>
  `Final-Recipient: rfc822; ${name}@customer.example\r\nAction: ${action}\r\nStatus: ${status}`

test.each([
  ['delivered', 'arrived'],
  ['Relayed (to non-DSN-aware mailer)', 'arrived'],
  ['expanded', 'arrived'],
  ['delayed', 'delayed'],
  ['Failed', 'failed'],
])('a report that says %j means that the mail is %s', async (action, meant) => {
  expect((await classify(blocks(blockOf('ann', action)))).bounce).toMatchObject({ action: meant })
})

test('of a report on several recipients, one that failed is told', async () => {
  const raw = blocks(blockOf('ann', 'delivered'), blockOf('bob', 'failed', '5.1.1'), blockOf('cem', 'delayed', '4.4.1'))
  expect((await classify(raw)).bounce).toMatchObject({
    recipient: 'bob@customer.example',
    action: 'failed',
    status: '5.1.1',
  })
})

test('a report that only says 5.0.0 is read by the words of the server that refused', async () => {
  const raw = blocks(`${blockOf('ann', 'failed', '5.0.0')}\r\nDiagnostic-Code: smtp; 550 5.1.1 User unknown`)
  expect((await classify(raw)).bounce).toMatchObject({ status: '5.1.1' })
})

test('the words of a bounce are cut to what the database can keep', async () => {
  const raw = `From: mailer-daemon@relay.example\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nDiagnostic-Code: smtp; 550 \0${'x'.repeat(495)}😀\r\n--b--\r\n`
  expect((await classify(raw)).bounce).toMatchObject({ diagnostic: `550 ${'x'.repeat(495)}\uFFFD` })
})

test.each(['automatic-exchange', 'automatic-gmail', 'automatic-german', 'automatic-list', 'automatic-newsletter'])(
  '%s is automatic',
  async (name) => {
    const { kind, loop, reasons } = await classify(readFixture(name), 'ann@mail.example')
    expect({ kind, loop }).toEqual({ kind: 'automatic', loop: false })
    expect(reasons.length).toBeGreaterThan(0)
  },
)

test('a person who writes about chairs for an office is no absence note', async () => {
  const { kind, loop, reasons, bounce } = await classify(readFixture('normal'), 'ann@mail.example')
  expect({ kind, loop, reasons, bounce }).toEqual({ kind: 'normal', loop: false, reasons: [], bounce: null })
})

test('a read receipt is automatic and no bounce', async () => {
  const raw =
    'From: ann@mail.example\r\nSubject: Read: Order\r\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b\r\n\r\n--b\r\n\r\nRead\r\n--b--\r\n'
  expect(await classify(raw)).toMatchObject({ kind: 'automatic', bounce: null })
})

test('an absence note is automatic, even where the mail system sends it', async () => {
  const raw =
    'From: postmaster@customer.example\r\nSubject: Automatic reply: Order\r\nAuto-Submitted: auto-replied\r\n\r\nAway\r\n'
  expect(await classify(raw)).toMatchObject({ kind: 'automatic', bounce: null })
})

test('a delivery report that somebody forwards is a mail by somebody', async () => {
  const raw =
    'From: ann@mail.example\r\nSubject: What is this?\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nPlease help\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nStatus: 5.1.1\r\n--b--\r\n'
  expect(await classify(raw, 'ann@mail.example')).toMatchObject({ kind: 'normal' })
})

test('our own mark, our own address or endless servers mean a loop; another workspace’s mark does not', async () => {
  const mail = (headers: string) => classify(`From: ann@mail.example\r\n${headers}\r\n\r\nHi\r\n`, 'ann@mail.example')
  expect(await mail('X-Startup-Tools-Loop: acme-mark')).toMatchObject({ loop: true, kind: 'normal' })
  expect(await mail('X-Startup-Tools-Loop: globex-mark')).toMatchObject({ loop: false })
  expect(await mail(Array.from({ length: 60 }, () => 'Received: x').join('\r\n'))).toMatchObject({ loop: true })
  expect(await classify('From: Support <support@acme.example>\r\n\r\nHi\r\n', 'x@y.example')).toMatchObject({
    loop: true,
  })
})

test.each([
  [
    'many words for failure with many codes behind each',
    `${'said '.repeat(40)}${'451 '.repeat(60)}${'x'.repeat(420)}\n`.repeat(75),
    '',
  ],
  ['a report on very many recipients', '', 'Final-Recipient: a\n\n'.repeat(200_000)],
  ['a report of empty lines', '', '\r\n'.repeat(500_000)],
  ['an address that never ends', `failed ${'a@'.repeat(30_000)}`, ''],
])('a bounce is read in a mail worker that has %s', async (_, text, deliveryStatus) => {
  const mail = await parseMail(Buffer.from(blocks(blockOf('ann', 'failed'))))
  if (isRefused(mail)) throw new Error(mail.refused)
  const hostile = { ...mail, text, deliveryStatus }
  const run = vi.spyOn(mailWorkers.slow, 'run')
  expect(await classifyMail(hostile, { ...context, envelopeFrom: '' }, 'slow')).toMatchObject({ kind: 'bounce' })
  expect(run.mock.calls.map(([task]) => task)).toEqual(['classify'])
  run.mockRestore()
})
