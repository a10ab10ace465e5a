import { expect, test } from 'vitest'
import { isRefused, parseMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { composeMail, type OutgoingMail, trimReferences } from './compose-mail.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const mail: OutgoingMail = {
  from: { name: 'Zoë, Acme Support', address: 'support@acme.example' },
  to: [{ name: '山田 花子', address: 'hanako@customer.example' }],
  cc: [{ name: '', address: 'boss@customer.example' }],
  replyTo: { name: '', address: 'support+token@acme.example' },
  subject: 'Re: 請求書について – 5 €',
  html: '<p>On its <b>way</b> <img src="cid:logo@acme"></p>',
  messageId: '<new@acme.example>',
  inReplyTo: '<theirs@customer.example>',
  references: ['<first@customer.example>', '<theirs@customer.example>'],
  headers: { 'Auto-Submitted': 'auto-replied', 'X-Startup-Tools-Loop': 'acme-mark' },
  attachments: [
    { name: 'Übersicht 2026.pdf', mime: 'application/pdf', bytes: Buffer.from('%PDF-1.4') },
    { name: 'logo.png', mime: 'image/png', bytes: picture, contentId: 'logo@acme' },
  ],
}

async function roundTrip(outgoing: OutgoingMail) {
  const raw = await composeMail(outgoing)
  const parsed = await parseMail(raw)
  if (isRefused(parsed)) throw new Error(parsed.refused)
  return { raw: raw.toString(), parsed }
}

test('what is composed arrives as it was meant', async () => {
  const { parsed } = await roundTrip(mail)
  const { from, to, cc, subject, messageId, inReplyTo, references, html, text } = parsed
  expect({ from, to, cc, subject, messageId, references }).toEqual({
    from: mail.from,
    to: mail.to,
    cc: mail.cc,
    subject: mail.subject,
    messageId: mail.messageId,
    references: mail.references,
  })
  expect(inReplyTo).toEqual([mail.inReplyTo])
  expect(parsed.replyTo).toMatchObject([{ address: 'support+token@acme.example' }])
  expect(html?.trim()).toBe(mail.html)
  expect(text?.trim()).toBe('On its way')
  expect(parsed.headerMap.get('auto-submitted')).toBe('auto-replied')
  expect(parsed.attachments.toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject([
    { name: 'logo.png', inline: true, contentId: 'logo@acme', bytes: picture },
    { name: 'Übersicht 2026.pdf', inline: false, mime: 'application/pdf' },
  ])
})

test('lines end as SMTP wants them, none is too long, and the mail says when it was written', async () => {
  const { raw } = await roundTrip({ ...mail, html: `<p>${'long '.repeat(1_000)}</p>`, text: 'x'.repeat(3_000) })
  expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
  expect(raw).toMatch(/^Date: /m)
})

test('no value becomes a header of its own', async () => {
  const evil = 'x\r\nBcc: spy@evil.example\r\n\r\n<script>'
  const { raw, parsed } = await roundTrip({
    ...mail,
    subject: evil,
    from: { name: evil, address: 'support@acme.example' },
    headers: { 'X-Note': evil },
    attachments: [{ name: evil, mime: evil, bytes: Buffer.from('x'), contentId: undefined }],
  })
  expect(raw).not.toMatch(/^Bcc:/im)
  expect(parsed.subject).toBe('x Bcc: spy@evil.example <script>')
  expect(parsed.attachments).toMatchObject([{ mime: 'application/octet-stream' }])
})

test.each([
  ['recipient', { to: [{ name: '', address: 'a@b.example>\r\nBcc: <x@evil.example' }] }],
  ['list in one recipient', { to: [{ name: '', address: 'a@b.example,x@evil.example' }] }],
  ['Message-ID', { messageId: '<a@b>\r\nX: y' }],
  ['name of a header', { headers: { 'X: y\r\nBcc': 'z' } }],
])('a %s that could inject something is a bug, not a mail', async (_, change) => {
  await expect(composeMail({ ...mail, ...change })).rejects.toThrow()
})

test('the HTML loads nothing from the disk or the network while it is composed', async () => {
  const { parsed } = await roundTrip({
    ...mail,
    html: '<img src="file:///etc/passwd"><img src="https://x.example/a.png">',
    attachments: [],
  })
  expect(parsed.attachments).toEqual([])
})

test('references keep the first and the last 19, within one header line', () => {
  const ids = Array.from({ length: 60 }, (_, index) => `<m${index}@mail.example>`)
  expect(trimReferences([...ids, ids[0]!, 'no id'])).toEqual([ids[0], ...ids.slice(41)])
  const long = Array.from({ length: 20 }, (_, index) => `<${index}${'x'.repeat(100)}@mail.example>`)
  expect(trimReferences(long).join(' ').length).toBeLessThanOrEqual(900)
  expect(trimReferences(long)[0]).toBe(long[0])
  expect(trimReferences(long).at(-1)).toBe(long.at(-1))
})
