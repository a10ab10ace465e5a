import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import net from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createMailer, type Mailer, retryDelaySeconds } from './send-mail.ts'

type Script = { greeting?: string; mail?: string; rcpt?: string; data?: string; end?: string | null }

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Starts a relay that replies as `script` says. `seen` lists the completely received messages. */
async function startRelay(script: Script) {
  const seen: string[] = []
  const server = net.createServer((socket) => serve(socket, script, seen))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliverToDevelopmentMailbox: never,
  })
  closers.push(mailer.close)
  return { mailer, seen }
}

function serve(
  socket: Socket,
  { greeting = '220 relay', mail = '250 ok', rcpt = '250 ok', data = '354 go', end = '250 ok' }: Script,
  seen: string[],
) {
  const answers: Record<string, string> = {
    EHLO: '250 relay',
    MAIL: mail,
    RCPT: rcpt,
    DATA: data,
    RSET: '250 ok',
    QUIT: '221 bye',
  }
  let message: string | null = null
  socket.on('error', () => {})
  socket.write(`${greeting}\r\n`)
  socket.on('data', (chunk) => {
    if (message === null) {
      const command = String(chunk).slice(0, 4).toUpperCase()
      socket.write(`${answers[command] ?? '500 what'}\r\n`)
      if (command === 'DATA' && data.startsWith('354')) message = ''
      return
    }
    message += chunk
    if (!message.endsWith('\r\n.\r\n')) return
    seen.push(message)
    message = null
    if (end === null) socket.destroy()
    else socket.write(`${end}\r\n`)
  })
}

const never = () => Promise.reject(new Error('not here'))

const send = (mailer: Mailer) =>
  mailer.send({
    envelope: { from: 'support@acme.example', to: 'ann@customer.example' },
    messageId: '<m@acme.example>',
    raw: Buffer.from('Message-ID: <m@acme.example>\r\nSubject: Hi\r\n\r\n.a dot\r\nBye\r\n'),
  })

test('a mail reaches the relay byte for byte, its dots doubled', async () => {
  const { mailer, seen } = await startRelay({})
  expect(await send(mailer)).toEqual({ ok: true })
  expect(seen).toEqual(['Message-ID: <m@acme.example>\r\nSubject: Hi\r\n\r\n..a dot\r\nBye\r\n.\r\n'])
})

test.each<[string, Script, boolean, string, unknown]>([
  ['an unknown address', { rcpt: '550 5.1.1 User unknown' }, true, '5.1.1', { code: 'unknown-address' }],
  ['an address refused without a reason', { rcpt: '550 no' }, true, '550', { code: 'address-refused' }],
  ['a full mailbox', { rcpt: '552 5.2.2 Over quota' }, false, '5.2.2', { code: 'mailbox-full' }],
  ['a greylisted sender', { rcpt: '451 4.7.1 Try later' }, false, '4.7.1', { code: 'refused-by-rules' }],
  ['a mail taken for spam', { end: '554 5.7.1 Looks like spam' }, true, '5.7.1', { code: 'refused-by-rules' }],
  ['a mail that is too large', { end: '552 5.3.4 Too big' }, true, '5.3.4', { code: 'too-large-for-recipient' }],
  [
    'a sender refused',
    { mail: '553 sorry, who are you?' },
    true,
    '553',
    { code: 'refused', answer: 'sorry, who are you?' },
  ],
  ['trouble at the end', { end: '452 4.3.1 Disk full' }, false, '4.3.1', { code: 'refused', answer: 'Disk full' }],
  [
    'a server that is busy',
    { greeting: '421 4.3.2 Busy' },
    false,
    '4.3.2',
    { code: expect.stringMatching(/^(server-unusable|server-unreachable|connection-lost)$/) },
  ],
  [
    'a server that wants nobody',
    { greeting: '554 5.3.2 No service' },
    false,
    '5.3.2',
    { code: expect.stringMatching(/^(server-unusable|connection-lost)$/) },
  ],
])('%s is told with its reason, and whether to try again', async (_, script, permanent, code, reason) => {
  const { mailer } = await startRelay(script)
  const outcome = await send(mailer)
  expect(outcome).toEqual({ ok: false, permanent, code, reason })
})

test('a relay that hangs up after the last dot is not asked twice by us; the queue decides', async () => {
  const { mailer, seen } = await startRelay({ end: null })
  expect(await send(mailer)).toMatchObject({ ok: false, permanent: false })
  expect(seen).toHaveLength(1)
})

test('a relay that is not there means to try again', async () => {
  const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:4399', deliverToDevelopmentMailbox: never })
  expect(await send(mailer)).toMatchObject({
    ok: false,
    permanent: false,
    code: 'ESOCKET',
    reason: { code: 'server-unreachable' },
  })
  mailer.close()
})

test('an address that no mail can go to is not tried again', async () => {
  const { mailer } = await startRelay({})
  const mail = {
    envelope: { from: 'support@acme.example', to: 'nobody' },
    messageId: '<m@acme.example>',
    raw: Buffer.from('\r\n'),
  }
  expect(await mailer.send({ ...mail, envelope: { ...mail.envelope, to: '' } })).toMatchObject({
    ok: false,
    permanent: true,
  })
})

/** Starts an SMTP server with a self-signed certificate, as Debian installs Postfix. */
async function startSelfSigned() {
  const read = (name: string) => readFileSync(new URL(`fixtures/certificates/${name}`, import.meta.url))
  const server = new SMTPServer({
    cert: read('first.cert'),
    key: read('first.key'),
    authOptional: true,
    onData: (stream, _, done) => void stream.on('end', () => done()).resume(),
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close(() => {}))
  return (server.server.address() as AddressInfo).port
}

test('a relay on this machine may show any certificate, and one elsewhere may not', async () => {
  const port = await startSelfSigned()
  const by = (url: string | undefined) => {
    const mailer = createMailer({ smtpUrl: url!, deliverToDevelopmentMailbox: never })
    closers.push(mailer.close)
    return send(mailer)
  }

  const here = ['127.0.0.1', 'localhost'].map((host) => readSettings({ SMTP_URL: `smtp://${host}:${port}` }).smtpUrl)
  const asked = readSettings({ SMTP_URL: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=true` }).smtpUrl

  expect(await Promise.all(here.map(by))).toEqual([{ ok: true }, { ok: true }])
  expect(await by(asked)).toMatchObject({ ok: false, permanent: false, reason: { code: 'no-safe-connection' } })
  expect(readSettings({ SMTP_URL: 'smtp://relay.example:587' }).smtpUrl).toBe('smtp://relay.example:587')
})

test('many mails share five connections', async () => {
  const { mailer, seen } = await startRelay({})
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => send(mailer)))
  expect(outcomes.every(({ ok }) => ok)).toBe(true)
  expect(seen).toHaveLength(50)
})

test('without a relay the development mailbox takes the mail', async () => {
  const taken: string[] = []
  const mailer = createMailer({
    smtpUrl: null,
    deliverToDevelopmentMailbox: async ({ envelope }) => {
      taken.push(envelope.to)
    },
  })
  expect(await send(mailer)).toEqual({ ok: true })
  expect(taken).toEqual(['ann@customer.example'])
  expect(await send(createMailer({ smtpUrl: null, deliverToDevelopmentMailbox: never }))).toMatchObject({
    ok: false,
    permanent: false,
  })
})

test('a code is tried for eight minutes, another mail for three days', () => {
  const delays = (kind: 'code' | 'mail') => Array.from({ length: 30 }, (_, attempt) => retryDelaySeconds(attempt, kind))
  const tries = (kind: 'code' | 'mail') => delays(kind).filter((delay) => delay !== null)
  expect(tries('code')).toEqual([15, 45, 120, 300])
  expect(tries('mail').slice(0, 10)).toEqual([60, 300, 600, 1_200, 2_400, 3_600, 7_200, 14_400, 28_800, 28_800])
  expect(tries('mail').reduce((sum, delay) => sum + delay, 0) / 3_600).toBeGreaterThan(64)
  expect(tries('mail').reduce((sum, delay) => sum + delay, 0) / 3_600).toBeLessThanOrEqual(72)
})
