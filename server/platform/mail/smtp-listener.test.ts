import { existsSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import tlsOptions from 'smtp-server/lib/tls-options.js'
import { afterEach, expect, test } from 'vitest'
import { readFixture } from '#server/platform/mail-parsing/fixtures/read-fixture.ts'
import { port, send, start, stop, talk } from './fixtures/smtp-client.ts'
import { relaxSmtpLimits, SmtpReply, smtpLimits } from './smtp-listener.ts'

afterEach(stop)

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
  await stop()
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

test('where nothing can be written, a large mail is asked to come again, and a small one is taken', async () => {
  const kept = await start({ spoolFolder: '/nonexistent/spool' })
  expect(await send({ raw: Buffer.alloc(3_000_000, 'line of text\r\n') })).toMatch(/^451/)
  expect(await send()).toMatch(/^250/)
  expect(kept).toHaveLength(1)
})

test('a large mail arrives whole', async () => {
  const kept = await start()
  const raw = Buffer.concat([readFixture('normal'), Buffer.alloc(5_000_000, '.line that begins with a dot\r\n')])
  expect(await send({ raw })).toMatch(/^250/)
  expect(kept[0]!.wasFile).toBe(true)
  expect(kept[0]!.raw.subarray(0, raw.length).equals(raw)).toBe(true)
})

test('with a certificate the session can be encrypted', async () => {
  const { key, cert } = tlsOptions()
  const kept = await start({ tls: { key: String(key), cert: String(cert) } })
  const transport = createTransport({
    host: '127.0.0.1',
    port: port(),
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
  await stop()

  expect(isStored).toBe(true)
  expect(await answer).toMatch(/^250/)
  expect(await idle).toMatch(/^421/m)
})

test('five hundred mails at once are all taken', async () => {
  const kept = await start({ limits: relaxSmtpLimits(smtpLimits) })
  const transport = createTransport({
    host: '127.0.0.1',
    port: port(),
    ignoreTLS: true,
    pool: true,
    maxConnections: 10,
    maxMessages: 1_000,
  })
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
})
