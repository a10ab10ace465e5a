import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import tlsOptions from 'smtp-server/lib/tls-options.js'
import { afterEach, expect, test } from 'vitest'
import { readFixture } from './fixtures/read-fixture.ts'
import {
  type ReceivedMail,
  readRawMail,
  relaxSmtpLimits,
  type SmtpListener,
  type SmtpListenerOptions,
  SmtpReply,
  smtpLimits,
  startSmtpListener,
} from './smtp-listener.ts'

const log = { info() {}, error() {} }
let listener: SmtpListener | undefined

afterEach(async () => {
  await listener?.close()
  listener = undefined
})

type Kept = Omit<ReceivedMail, 'raw'> & { raw: Buffer; wasFile: boolean }

/** A listener that keeps what it stores, for mails to anybody at acme.example. */
async function start(change: Partial<SmtpListenerOptions> = {}) {
  const kept: Kept[] = []
  listener = await startSmtpListener({
    host: '127.0.0.1',
    port: 0,
    isKnownRecipient: async (address) => address.endsWith('@acme.example'),
    store: async (mail) => {
      kept.push({ ...mail, raw: await readRawMail(mail.raw), wasFile: !Buffer.isBuffer(mail.raw) })
    },
    log,
    ...change,
  })
  return kept
}

type Options = { to?: string[]; raw?: Buffer; from?: string }

async function send({
  to = ['support@acme.example'],
  raw = readFixture('normal'),
  from = 'ann@mail.example',
}: Options = {}) {
  const transport = createTransport({ host: '127.0.0.1', port: listener!.port, ignoreTLS: true })
  try {
    return (await transport.sendMail({ envelope: { from, to }, raw })).response
  } catch (error) {
    return (error as Error & { response?: string }).response ?? String(error)
  } finally {
    transport.close()
  }
}

/** Says the lines as they are and answers with all that came back until the server or the pause ends it. */
async function talk(lines: string, pauseMs = 400): Promise<string> {
  const socket = net.connect(listener!.port, '127.0.0.1')
  let answers = ''
  socket.on('data', (data) => {
    answers += data
  })
  socket.on('error', () => {})
  await once(socket, 'data')
  socket.write(lines)
  await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, pauseMs))])
  socket.destroy()
  return answers
}

test('a mail is stored with its envelope, byte for byte, before it is acknowledged', async () => {
  const kept = await start()
  const raw = Buffer.concat([readFixture('shift-jis'), Buffer.from('.\r\n..two dots\r\n')])
  expect(await send({ raw, to: ['support@acme.example', 'sales@acme.example'] })).toMatch(/^250/)
  expect(kept).toMatchObject([
    {
      envelopeFrom: 'ann@mail.example',
      recipients: ['support@acme.example', 'sales@acme.example'],
      remoteAddress: '127.0.0.1',
      heloName: expect.any(String),
      secure: false,
    },
  ])
  expect(kept[0]!.raw.equals(raw)).toBe(true)
})

test('a report without return path is taken', async () => {
  const kept = await start()
  await talk(
    'EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<support@acme.example>\r\nDATA\r\nSubject: x\r\n\r\nHi\r\n.\r\nQUIT\r\n',
  )
  expect(kept).toMatchObject([{ envelopeFrom: '' }])
})

test('mail to nobody we know is refused at its recipient, with a sentence', async () => {
  const kept = await start()
  expect(await send({ to: ['stranger@elsewhere.example'] })).toMatch(/^550 5\.1\.1 There is no mailbox/)
  expect(kept).toEqual([])
})

test('trouble of our own asks the sender to come again', async () => {
  await start({
    store: async () => {
      throw new Error('disk full')
    },
  })
  expect(await send()).toMatch(/^451 4\.3\.0 The mail could not be stored/)
  await listener!.close()
  await start({
    isKnownRecipient: async () => {
      throw new Error('no database')
    },
  })
  expect(await send()).toMatch(/^451/)
})

test('whoever stores may answer in words of its own', async () => {
  await start({
    store: async () => {
      throw new SmtpReply(452, 'Too many mails this hour. Please try again later.')
    },
  })
  expect(await send()).toMatch(/^452 \S+ Too many mails this hour/)
})

test('a large mail waits in a file, which is gone once it is stored', async () => {
  const spoolFolder = await mkdtemp(path.join(tmpdir(), 'spool-'))
  const paths: string[] = []
  const kept = await start({
    spoolFolder,
    store: async ({ raw }) => {
      paths.push(Buffer.isBuffer(raw) ? 'memory' : raw.path)
    },
  })
  const raw = Buffer.concat([readFixture('normal'), Buffer.alloc(3_000_000, 'line of text\r\n')])
  expect(await send({ raw })).toMatch(/^250/)
  expect(kept).toEqual([])
  expect(paths[0]).toContain(spoolFolder)
  expect(existsSync(paths[0]!)).toBe(false)
  expect(await readdir(spoolFolder)).toEqual([])
})

test('a large mail arrives whole', async () => {
  const kept = await start()
  const raw = Buffer.concat([readFixture('normal'), Buffer.alloc(5_000_000, '.line that begins with a dot\r\n')])
  expect(await send({ raw })).toMatch(/^250/)
  expect(kept[0]!.wasFile).toBe(true)
  expect(kept[0]!.raw.subarray(0, raw.length).equals(raw)).toBe(true)
})

test('a mail above the limit is refused, whether it says so beforehand or not', async () => {
  const kept = await start({ limits: { ...smtpLimits, messageBytes: 10_000 } })
  expect(await talk('EHLO x\r\nMAIL FROM:<a@b.example> SIZE=20000\r\nQUIT\r\n')).toMatch(/SIZE 10000[\s\S]*\n552/)
  const body = 'twenty bytes a line\r\n'.repeat(700)
  const answers = await talk(
    `EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<support@acme.example>\r\nDATA\r\n${body}.\r\nNOOP\r\nQUIT\r\n`,
  )
  expect(answers).toMatch(/552 5\.3\.4[^\n]*\n250/)
  expect(kept).toEqual([])
})

test('a message that does not end is cut off', async () => {
  await start({ limits: { ...smtpLimits, messageBytes: 10_000 } })
  const body = 'twenty bytes a line\r\n'.repeat(5_000)
  const answers = await talk(
    `EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<support@acme.example>\r\nDATA\r\n${body}`,
    3_000,
  )
  expect(answers).toMatch(/^421 .*does not end/m)
})

test('lines and commands have a longest length', async () => {
  await start()
  const long = 'x'.repeat(2_500)
  expect(
    await talk(
      `EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<support@acme.example>\r\nDATA\r\n\r\n${long}\r\n.\r\nQUIT\r\n`,
    ),
  ).toMatch(/^554 .*2000 bytes/m)
  expect(await talk(`EHLO ${'x'.repeat(600)}\r\n`)).toMatch(/^421 .*too long/m)
})

test('50 recipients are taken, not 51', async () => {
  await start()
  const recipients = Array.from({ length: 51 }, (_, index) => `RCPT TO:<r${index}@acme.example>\r\n`).join('')
  const answers = await talk(`EHLO x\r\nMAIL FROM:<a@b.example>\r\n${recipients}QUIT\r\n`)
  expect(answers.match(/^250 2\.1\.5/gm)).toHaveLength(50)
  expect(answers).toMatch(/^452/m)
})

test.each(['VRFY support', 'EXPN staff', 'AUTH PLAIN AGFubgBzZWNyZXQ=', 'STARTTLS', 'HELP', 'WIZ x'])(
  '%s is not understood',
  async (command) => {
    await start()
    const answers = await talk(`EHLO x\r\n${command}\r\nQUIT\r\n`)
    expect(answers).toMatch(/^5\d\d/m)
    expect(answers).not.toMatch(/AUTH|STARTTLS/)
  },
)

test('with a certificate the session can be encrypted', async () => {
  const { key, cert } = tlsOptions()
  const kept = await start({ tls: { key: String(key), cert: String(cert) } })
  const transport = createTransport({
    host: '127.0.0.1',
    port: listener!.port,
    requireTLS: true,
    tls: { rejectUnauthorized: false },
  })
  await transport.sendMail({
    envelope: { from: 'ann@mail.example', to: ['support@acme.example'] },
    raw: readFixture('normal'),
  })
  transport.close()
  expect(kept).toMatchObject([{ secure: true }])
})

test('pipelined mails on one connection are all stored, in order', async () => {
  const kept = await start()
  const one = (index: number) =>
    `MAIL FROM:<a@b.example>\r\nRCPT TO:<support@acme.example>\r\nDATA\r\nSubject: ${index}\r\n\r\nHi\r\n.\r\n`
  await talk(`EHLO x\r\n${Array.from({ length: 30 }, (_, index) => one(index)).join('')}QUIT\r\n`, 3_000)
  expect(kept.map(({ raw }) => Number(/Subject: (\d+)/.exec(raw.toString())![1]))).toEqual(
    Array.from({ length: 30 }, (_, index) => index),
  )
})

test('a line end of another kind does not end a message early', async () => {
  const kept = await start()
  const smuggled =
    'Hi\n.\nMAIL FROM:<evil@evil.example>\r\nRCPT TO:<support@acme.example>\r\nDATA\r\nSubject: smuggled\r\n'
  await talk(
    `EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<support@acme.example>\r\nDATA\r\nSubject: x\r\n\r\n${smuggled}\r\n.\r\nQUIT\r\n`,
    1_000,
  )
  expect(kept).toMatchObject([{ envelopeFrom: 'a@b.example' }])
})

async function countGreeted(connections: number): Promise<number> {
  const sockets = Array.from({ length: connections }, () => net.connect(listener!.port, '127.0.0.1'))
  const greetings = await Promise.all(sockets.map(async (socket) => String((await once(socket, 'data'))[0])))
  for (const socket of sockets) socket.destroy()
  return greetings.filter((greeting) => greeting.startsWith('220')).length
}

test('one address may hold five connections, and a load test more', async () => {
  await start()
  expect(await countGreeted(8)).toBe(5)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await countGreeted(5)).toBe(5)
  await listener!.close()
  await start({ limits: relaxSmtpLimits(smtpLimits) })
  expect(await countGreeted(40)).toBe(40)
})

test('there are at most as many connections as the limit says', async () => {
  await start({ limits: { ...relaxSmtpLimits(smtpLimits), connections: 10 } })
  expect(await countGreeted(14)).toBe(10)
})

test('who says nothing is let go, and so is who talks for too long', async () => {
  await start({ limits: { ...smtpLimits, idleMs: 150, sessionMs: 60_000 } })
  expect(await talk('EHLO x\r\n', 2_000)).toMatch(/^421/m)
  await listener!.close()
  await start({ limits: { ...smtpLimits, sessionMs: 150 } })
  expect(await talk('EHLO x\r\n', 2_000)).toMatch(/^421/m)
})

test('closing waits for the mail that is being stored, and for nobody else', async () => {
  let isStored = false
  let begin: () => void
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  await start({
    store: async () => {
      begin()
      await new Promise((resolve) => setTimeout(resolve, 400))
      isStored = true
    },
  })
  const idle = talk('EHLO x\r\n', 5_000)
  const answer = send()
  await begun
  const began = performance.now()
  await listener!.close()

  expect(isStored).toBe(true)
  expect(await answer).toMatch(/^250/)
  expect(await idle).toMatch(/^421/m)
  expect(performance.now() - began).toBeLessThan(3_000)
})

test('a hundred mails a second are taken', async () => {
  const kept = await start({ limits: relaxSmtpLimits(smtpLimits) })
  const transport = createTransport({
    host: '127.0.0.1',
    port: listener!.port,
    ignoreTLS: true,
    pool: true,
    maxConnections: 10,
    maxMessages: 1_000,
  })
  const began = performance.now()
  await Promise.all(
    Array.from({ length: 500 }, () =>
      transport.sendMail({
        envelope: { from: 'a@b.example', to: ['support@acme.example'] },
        raw: readFixture('table-and-picture'),
      }),
    ),
  )
  transport.close()
  expect(kept).toHaveLength(500)
  expect(performance.now() - began).toBeLessThan(5_000)
})
