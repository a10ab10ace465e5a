import sharp from 'sharp'
import { expect, test } from 'vitest'
import { noText } from '#contract/texts.ts'
import { listMessages, recoverMail, showMailOfMessage } from '#contract/tickets/messages.ts'
import { showTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { decisionsOn, mailIn, rawMailIn, supportOf, ticketOf } from '#test/mail-in.ts'
import { acme, app, settings } from '#test/world.ts'

const { agent } = acme
const support = supportOf(acme)
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
let count = 0
const newId = () => `<content-${++count}@example.org>`

async function firstMessageOf(messageId: string) {
  const ticketId = await ticketOf(messageId)
  const { items } = await as(agent)(listMessages, { params: { id: ticketId }, query: {} })
  return { ...items[0]!, ticketId }
}

const html =
  '<table><tr><td>Rows</td></tr></table><img src="cid:lamp"><img src="https://spy.example/x.gif"><script>evil()</script>'

test('a table and an inline picture are shown, scripts and pictures from elsewhere are not', async () => {
  const messageId = newId()
  const attachments = [
    { filename: 'lamp.png', cid: 'lamp', content: picture },
    { filename: 'notes.txt', content: 'Notes' },
  ]
  await mailIn({ from: 'a@example.org', to: support, subject: 'Table', html, attachments, messageId })
  const message = await firstMessageOf(messageId)
  expect(message.bodyHtml).toContain('<td>Rows</td>')
  expect(message.bodyHtml).not.toMatch(/script|spy\.example|cid:/)
  expect(message.attachments).toMatchObject([
    { name: 'lamp.png', inline: true },
    { name: 'notes.txt', inline: false },
  ])
})

test('a photograph of 48 megapixels stands in the text, and what cannot be shown is a file below it', async () => {
  const messageId = newId()
  const photograph = await sharp({ create: { width: 8064, height: 6048, channels: 3, background: 'teal' } })
    .jpeg({ quality: 10 })
    .toBuffer()
  const attachments = [
    { filename: 'phone.jpg', cid: 'phone', content: photograph },
    { filename: 'torn.jpg', cid: 'torn', content: photograph.subarray(0, 20_000) },
  ]
  const text = '<p>Look <img src="cid:phone"> and <img src="cid:torn"></p>'
  await mailIn({ from: 'a@example.org', to: support, subject: 'Phone', html: text, attachments, messageId })
  const sources = async () =>
    [...(await firstMessageOf(messageId)).bodyHtml.matchAll(/src="([^"]+)"/g)].map(([, src]) => src!)
  const shown = await Promise.all((await sources()).map(onFilesHost))
  expect(shown.map(({ statusCode, headers }) => [statusCode, headers['content-type']])).toEqual([
    [200, 'image/jpeg'],
    // Browsers show this SVG in place of the broken picture.
    [404, 'image/svg+xml'],
  ])
  expect((await sharp(shown[0]!.rawPayload).metadata()).width).toBe(2560)
  expect(await sources()).toHaveLength(1)
  expect((await firstMessageOf(messageId)).attachments).toMatchObject([
    { name: 'phone.jpg', inline: true },
    { name: 'torn.jpg', inline: false },
  ])
})

test('the original is framed by its workspace alone, its source is a file', async () => {
  const messageId = newId()
  const attachments = [{ filename: 'lamp.png', cid: 'lamp', content: picture }]
  await mailIn({ from: 'a@example.org', to: support, subject: 'Frame', html, attachments, messageId })
  const { id, ticketId } = await firstMessageOf(messageId)
  const { originalUrl, sourceUrl } = await as(agent)(showMailOfMessage, { params: { id: ticketId, messageId: id } })
  const original = await onFilesHost(originalUrl!)
  expect(original.body).toContain('<img src="data:image/png;base64,')
  expect(original.body).not.toMatch(/<script|spy\.example/)
  expect(original.headers['content-security-policy']).toContain(
    `frame-ancestors ${settings.workspaceOrigin(acme.domain)}`,
  )
  expect(original.headers['content-security-policy']).toContain('sandbox allow-popups;')

  const source = await onFilesHost(sourceUrl!)
  expect(source.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8' })
  expect(source.headers['content-disposition']).toMatch(/^attachment/)
  expect(source.body).toContain('evil()')
  expect((await onFilesHost(sourceUrl!.replace('/source/', '/mail/'))).statusCode).toBe(404)
})

const onFilesHost = (url: string) => app.inject({ url: new URL(url).pathname, headers: { host: settings.filesHost } })

test('a mail in Shift_JIS reads as it was written', async () => {
  const messageId = newId()
  const shiftJis = Buffer.from('8d 7e 82 ed 82 c8 82 a2'.replaceAll(' ', ''), 'hex')
  const head = `From: a@example.org\r\nSubject: =?Shift_JIS?B?${shiftJis.toString('base64')}?=\r\nMessage-ID: ${messageId}\r\nContent-Type: text/plain; charset=Shift_JIS\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
  await rawMailIn(Buffer.concat([Buffer.from(head), shiftJis]), support)
  expect((await firstMessageOf(messageId)).bodyText).toBe('降わない')
})

test('an attachment of 20 MB arrives', async () => {
  const messageId = newId()
  const attachments = [{ filename: 'log.bin', content: Buffer.alloc(20 * 1024 * 1024, 7) }]
  await mailIn({ from: 'a@example.org', to: support, subject: 'Log', text: 'Here', attachments, messageId })
  expect((await firstMessageOf(messageId)).attachments).toMatchObject([{ name: 'log.bin', bytes: 20 * 1024 * 1024 }])
})

test('a mail of 5,000 nested parts waits with its reason, and holds up no other', async () => {
  const [hostile, honest] = [newId(), newId()]
  const nested = Array.from(
    { length: 5000 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  ).join('')
  await rawMailIn(
    `From: a@example.org\r\nSubject: Deep\r\nMessage-ID: ${hostile}\r\nMIME-Version: 1.0\r\n${nested}`,
    support,
  )
  await mailIn({ from: 'b@example.org', to: support, subject: 'Honest', text: 'Hello', messageId: honest })
  const [suspended] = await decisionsOn(hostile)
  expect(suspended).toMatchObject({ state: 'suspended', decision: { code: 'too-deep' } })
  expect(await firstMessageOf(honest)).toMatchObject({ bodyText: 'Hello' })

  const { ticketId } = await as(agent)(recoverMail, { params: { id: suspended!.id } })
  const { items } = await as(agent)(listMessages, { params: { id: ticketId }, query: {} })
  expect(await as(agent)(showTicket, { params: { id: ticketId } })).toMatchObject({ subject: 'Deep' })
  expect(items[0]!.attachments).toMatchObject([{ name: 'mail.eml', mime: 'message/rfc822' }])
})

test.each([
  ['nothing at all', '', noText],
  ['a quotation alone', '> What do you say?\r\n> Well?', 'What do you say?'],
  ['a NUL', 'Before\0after', 'Beforeafter'],
])('a mail of %s is never empty', async (_, text, shown) => {
  const messageId = newId()
  await rawMailIn(`From: a@example.org\r\nSubject: Odd\r\nMessage-ID: ${messageId}\r\n\r\n${text}`, support)
  expect((await firstMessageOf(messageId)).bodyText).toContain(shown)
})

test.each([
  ['1 MB', 3_000, 'whole-message.txt'],
  ['3 MB', 10_000, 'attachment.txt'],
])('a text of %s is cut for display, and all of it is a file', async (_, lines, name) => {
  const messageId = newId()
  const text = `${'many words '.repeat(30)}\n`.repeat(lines)
  await mailIn({ from: 'a@example.org', to: support, subject: 'Long', text, messageId })
  const { bodyText, attachments } = await firstMessageOf(messageId)
  expect(bodyText.length).toBeLessThanOrEqual(64 * 1024 + 1)
  expect(attachments).toMatchObject([{ name }])
  expect((await onFilesHost(attachments[0]!.url)).body.match(/many words/g)).toHaveLength(30 * lines)
})

test('a page that is too long shows its words, and comes along as a file without its scripts', async () => {
  const messageId = newId()
  const html = `<p>${'<b>many</b> words '.repeat(20_000)}</p><script>evil()</script>`
  await mailIn({ from: 'a@example.org', to: support, subject: 'Page', html, messageId })
  const { bodyHtml, attachments } = await firstMessageOf(messageId)
  expect(bodyHtml).toContain('white-space:pre-wrap')
  expect(bodyHtml.length).toBeLessThan(128 * 1024)
  expect(attachments).toMatchObject([{ name: 'whole-message.html', inline: false }])
  const whole = await onFilesHost(attachments[0]!.url)
  expect(whole.headers['content-disposition']).toMatch(/^attachment/)
  expect([whole.body.match(/<b>many<\/b>/g)!.length, whole.body.includes('evil()')]).toEqual([20_000, false])
})

test('a mail that nobody could answer is refused with a sentence', async () => {
  const mail = rawMailIn(`Subject: Who\r\nMessage-ID: ${newId()}\r\n\r\nMe`, support)
  await expect(mail).rejects.toThrow(/550 .*Nobody could answer this mail/)
})

test('a signature is folded in its place, and stays in the text and in its own pictures', async () => {
  const messageId = newId()
  const signed =
    '<div>The lamp is dark.</div><div id="Signature">Ann Example<br><img src="cid:lamp" width="90"></div><div id="divRplyFwdMsg"><b>From:</b> Acme<br><b>Sent:</b> Thursday<br><b>To:</b> Ann</div><p>Earlier words.</p>'
  const attachments = [{ filename: 'lamp.png', cid: 'lamp', content: picture }]
  await mailIn({ from: 'a@example.org', to: support, subject: 'Signed', html: signed, attachments, messageId })
  const html = await firstMessageOf(messageId)
  expect(html.bodyHtml).toMatch(
    /dark\.<\/div><details><summary>Signature<\/summary><div>Ann Example<br \/><img [^>]*><\/div><\/details>$/,
  )
  expect(html.bodyText).toMatch(/^The lamp is dark\.\s+Ann Example/)
  expect(html.quotedText).toMatch(/Earlier words\.$/)

  const plain = newId()
  await mailIn({ from: 'a@example.org', to: support, subject: 'Plain', text: 'Dark.\n\n-- \nAnn', messageId: plain })
  const text = await firstMessageOf(plain)
  expect(text).toMatchObject({ bodyText: 'Dark.\n\n-- \nAnn', quotedText: null })
  expect(text.bodyHtml).toMatch(
    /Dark\.<\/div><details><summary>Signature<\/summary><div [^>]*>-- \nAnn<\/div><\/details>$/,
  )
})
