import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readFixture } from './fixtures/read-fixture.ts'
import { cleanMail, parseMail } from './parse-mail.ts'

const nested = (depth: number) => {
  const open = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`,
  )
  return Buffer.from(`Subject: Deep\r\n${open.join('')}\r\nHello\r\n`)
}

const flat = (parts: number) =>
  Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nHello\r\n'.repeat(parts)}--b--\r\n`)

test('5,000 nested parts are refused at once, with a reason, and nothing else waits', async () => {
  const { answer, order } = await besideTheServer(nested(5_000))

  expect(answer).toEqual({ refused: 'too-deep' })
  expect(order).toEqual(['server', 'mail'])
})

// Parses a mail, and records whether the server or the parsing was first. On a busy machine the parsing can win by
// chance, so there are up to 20 tries.
async function besideTheServer(raw: Buffer) {
  await parseMail(readFixture('normal'))
  for (let tries = 1; ; tries++) {
    const done = await parseBeside(raw)
    if (done.order[0] === 'server' || tries === 20) return done
  }
}

async function parseBeside(raw: Buffer) {
  const order: string[] = []
  const parsing = parseMail(raw).finally(() => order.push('mail'))
  await nextTurn()
  order.push('server')
  return { answer: await parsing, order }
}

test.each([
  ['more than 100 parts', flat(101), 'too-many-parts'],
  ['5,000 parts side by side', flat(5_000), 'too-many-parts'],
  ['more than 500 headers', Buffer.from(`${'X-A: b\r\n'.repeat(501)}\r\nHi`), 'headers-too-large'],
  ['a header of 70 KiB', Buffer.from(`X-A: ${'b'.repeat(70_000)}\r\n\r\nHi`), 'headers-too-large'],
  ['headers without end', Buffer.alloc(1_000_000, 'X-A: b\r\n b\r\n'), 'headers-too-large'],
])('a mail with %s is refused', async (_, raw, refused) => {
  expect(await parseMail(raw)).toEqual({ refused })
})

test('100 parts and a depth of 20 are taken', async () => {
  expect(await parseMail(flat(100))).toMatchObject({ isEmpty: false })
  expect(await parseMail(nested(20))).toMatchObject({ subject: 'Deep' })
})

test('an attachment of 20 MB comes through whole, while the server keeps answering', async () => {
  const bytes = randomBytes(20 * 1024 * 1024)
  const body = bytes.toString('base64').replace(/.{76}/g, '$&\r\n')
  const raw = Buffer.from(
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee file\r\n--b\r\nContent-Type: application/zip\r\nContent-Disposition: attachment; filename=big.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}\r\n--b--\r\n`,
  )
  const { answer: mail, order } = await besideTheServer(raw)

  expect(mail).toMatchObject({ attachments: [{ name: 'big.zip' }] })
  expect('attachments' in mail && mail.attachments[0]!.bytes.equals(bytes)).toBe(true)
  expect(order).toEqual(['server', 'mail'])
})

test('bytes that are no mail at all do not stop the next one', async () => {
  const rubbish = Array.from({ length: 20 }, () => randomBytes(5_000))
  const answers = await Promise.all([...rubbish, Buffer.alloc(0), Buffer.from('\0')].map((raw) => parseMail(raw)))
  expect(answers).toHaveLength(22)
  expect(await parseMail(readFixture('normal'))).toMatchObject({ subject: 'Out of office chairs?' })
})

test('mails are cleaned beside the server too', async () => {
  const html = `<p>Mine <img src="cid:a@b"><script>alert(1)</script></p><blockquote type="cite">Theirs</blockquote>`
  expect(await cleanMail({ html, text: null, pictureUrls: { 'a@b': '/img/1' } })).toEqual({
    bodyHtml: '<p>Mine <img src="/img/1" /></p>',
    bodyText: 'Mine',
    forward: null,
    quotedHtml: '<blockquote>Theirs</blockquote>',
    quotedText: '> Theirs',
    remoteImages: 0,
  })
})
