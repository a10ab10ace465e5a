import { randomUUID } from 'node:crypto'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { acme, app, mailsTo, owner, platform, runJobs, settings } from '#test/world.ts'
import { deliver } from './deliver.ts'

const builder = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
const freshAddress = () => `reader-${randomUUID()}@box.example`

async function delivered(to: string, mail: SendMailOptions = {}) {
  const messageId = `<${randomUUID()}@box.example>`
  const { message } = await builder.sendMail({ from: 'Ada <ada@box.example>', to, text: 'Words', messageId, ...mail })
  await deliver(platform.identity, { envelope: { from: 'ada@box.example', to }, messageId, raw: message as Buffer })
  return messageId
}

const deliverRaw = (to: string, raw: string) =>
  deliver(platform.identity, {
    envelope: { from: 'ada@box.example', to },
    messageId: `<${randomUUID()}@box.example>`,
    raw: Buffer.from(raw),
  })

const ask = (url: string, method: 'GET' | 'DELETE' | 'POST' = 'GET', host = settings.mailHost) =>
  app.inject({ method, url, headers: { host } })

describe('a mail as a program reads it', () => {
  test('has each of its fields, empty ones too, and its headers as on the wire', async () => {
    const to = freshAddress()
    const messageId = await delivered(to, {
      subject: 'Grüße',
      replyTo: 'desk@box.example',
      cc: 'Bo <bo@box.example>',
      inReplyTo: '<a@x>',
      references: ['<a@x>', '<b@x>'],
      html: '<p>Hi</p>',
      headers: { 'X-Own': 'yes' },
    })
    const [mail] = await mailsTo(to)
    expect(mail).toEqual({
      id: expect.any(String),
      from: 'Ada <ada@box.example>',
      to,
      cc: 'Bo <bo@box.example>',
      replyTo: 'desk@box.example',
      subject: 'Grüße',
      text: 'Words',
      html: expect.stringContaining('<p>Hi</p>'),
      messageId,
      inReplyTo: '<a@x>',
      references: '<a@x> <b@x>',
      sentAt: expect.any(String),
      headers: expect.objectContaining({ 'x-own': 'yes', 'message-id': messageId, 'mime-version': '1.0' }),
    })
  })

  test('has nothing where the mail has nothing', async () => {
    const to = freshAddress()
    await deliverRaw(to, 'From: ada@box.example\r\n\r\n')
    expect(await mailsTo(to)).toMatchObject([
      { subject: '', text: '', html: '', to: '', cc: '', replyTo: '', messageId: '', inReplyTo: '', references: '' },
    ])
  })

  test('has long and repeated headers whole, each line of its own', async () => {
    const to = freshAddress()
    const long = Array.from({ length: 12 }, (_, at) => `<${at}-${'x'.repeat(60)}@box.example>`)
    await deliverRaw(to, `References: ${long.join('\r\n\t')}\r\nX-Twice: 1\r\nx-twice: 2\r\nbroken line\r\n\r\nWords`)
    const [mail] = await mailsTo(to)
    expect(mail!.references.split(/\s+/)).toEqual(long)
    expect(mail!.headers['x-twice']).toBe('1\n2')
  })

  test('is there with empty words when it can’t be read', async () => {
    const to = freshAddress()
    const nested = Array.from(
      { length: 200 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    )
    await deliverRaw(to, `Subject: Deep\r\nMIME-Version: 1.0\r\n${nested.join('')}`)
    expect(await mailsTo(to)).toMatchObject([{ text: '', html: '', headers: { subject: 'Deep' } }])
  })
})

describe('mails of a recipient', () => {
  test('are asked for by the whole address, whatever its case', async () => {
    const to = `Mixed.Case-${randomUUID()}@Box.Example`
    await delivered(to)
    expect(await mailsTo(to.toUpperCase())).toHaveLength(1)
    expect(await mailsTo(to.toLowerCase())).toHaveLength(1)
    expect(await mailsTo(to.slice(1))).toEqual([])
    expect(await mailsTo('%')).toEqual([])
    expect(await mailsTo(to.replace('@', '_'))).toEqual([])
  })

  test('are those that were sent to them, whoever the mail names', async () => {
    const [named, hidden] = [freshAddress(), freshAddress()]
    const { message } = await builder.sendMail({ from: 'ada@box.example', to: named, text: 'Words' })
    const messageId = `<${randomUUID()}@box.example>`
    const envelope = { from: 'ada@box.example', to: hidden }
    await deliver(platform.identity, { envelope, messageId, raw: message as Buffer })
    expect(await mailsTo(named)).toEqual([])
    expect(await mailsTo(hidden)).toMatchObject([{ to: named }])
  })

  test('are each their own when one mail goes to two', async () => {
    const [first, second] = [freshAddress(), freshAddress()]
    const mail = { messageId: `<${randomUUID()}@box.example>`, raw: Buffer.from('Subject: Both\r\n\r\n') }
    await deliver(platform.identity, { ...mail, envelope: { from: 'ada@box.example', to: first } })
    await deliver(platform.identity, { ...mail, envelope: { from: 'ada@box.example', to: second } })
    const [one, other] = [await mailsTo(first), await mailsTo(second)]
    expect([one.length, other.length]).toEqual([1, 1])
    expect(one[0]!.id).not.toBe(other[0]!.id)
  })

  test('are the two hundred newest, newest first, and all are listed where nobody is named', async () => {
    const to = freshAddress()
    await owner.query(
      `insert into development_mails (recipient, message_id, raw, sent_at)
       select $1, $1 || n, convert_to('Subject: ' || n || e'\\r\\n\\r\\n', 'UTF8'), now() + n * interval '1 second'
       from generate_series(1, 205) n`,
      [to],
    )
    const subjects = (await mailsTo(to)).map(({ subject }) => Number(subject))
    expect(subjects).toEqual(Array.from({ length: 200 }, (_, at) => 205 - at))
    expect((await ask('/messages')).json()).toHaveLength(200)
  })
})

describe('deleting', () => {
  test('takes every mail, and those that come afterwards are there', async () => {
    const to = freshAddress()
    await delivered(to)
    const answer = await ask('/messages', 'DELETE')
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect((await ask('/messages')).json()).toEqual([])
    await delivered(to)
    expect(await mailsTo(to)).toHaveLength(1)
  })

  test('happens by itself after a week', async () => {
    const [old, young] = [freshAddress(), freshAddress()]
    await delivered(old)
    await delivered(young)
    await owner.query(`update development_mails set sent_at = now() - interval '8 days' where recipient = $1`, [old])
    await owner.query(`select jobs.enqueue('development-mailbox.delete-old', '{}'::json, null, 3, null, 0)`)
    await runJobs()
    expect([(await mailsTo(old)).length, (await mailsTo(young)).length]).toEqual([0, 1])
  })
})

describe('the mailbox is nowhere else', () => {
  const { rootDomain, appHost, apiHost, filesHost } = settings
  const hosts = [
    rootDomain,
    appHost,
    apiHost,
    filesHost,
    `${acme.domain}.${rootDomain}`,
    'localhost',
    `mail.${rootDomain}.evil.example`,
  ]

  test.each([
    ['GET', '/messages'],
    ['DELETE', '/messages'],
    ['GET', '/list'],
    ['GET', '/inbox.js'],
    ['POST', '/emptying'],
    ['POST', '/letters'],
  ] as const)('%s %s', async (method, url) => {
    const to = freshAddress()
    await delivered(to)
    const answers = await Promise.all(hosts.map((host) => ask(url, method, host)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(hosts.map(() => 404))
    expect(await mailsTo(to)).toHaveLength(1)
  })

  test.each([
    ['where a relay takes the mails', { SMTP_URL: 'smtp://127.0.0.1:2500' }],
    ['where the server is reached from elsewhere', { HOST: '0.0.0.0', SMTP_URL: 'smtp://127.0.0.1:2500' }],
  ])('not %s', async (_, variables) => {
    const others = readSettings({ DATA_DIR: settings.dataDir, LOG_LEVEL: 'fatal', ...variables })
    const server = await createApp({ ...platform, settings: others })
    const asked = await Promise.all(
      ['/messages', '/', '/list', '/inbox.js'].map((url) => server.inject({ url, headers: { host: others.mailHost } })),
    )
    await server.close()
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
  })
})
