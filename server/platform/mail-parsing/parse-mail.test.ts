import { expect, test } from 'vitest'
import { readFixture } from './fixtures/read-fixture.ts'
import { isRefused, type ParsedMail, parseMail } from './parse-mail.ts'

async function read(raw: Buffer | string): Promise<ParsedMail> {
  const mail = await parseMail(typeof raw === 'string' ? Buffer.from(raw.replace(/\n/g, '\r\n')) : raw)
  if (isRefused(mail)) throw new Error(mail.refused)
  return mail
}

const readFile = (name: string) => read(readFixture(name))

test.each([
  ['shift-jis', '請求書について', '山田 花子', 'お世話になっております。\n請求書の金額が①円違います。\n'],
  ['iso-2022-jp', '注文の確認', '山田花子', '注文番号は1042です。よろしくお願いします。\n'],
  ['iso-2022-jp-unlabelled', '注文', '', '注文番号は1042です。\n'],
  ['gb18030', '无法登录', '王伟', '我无法登录，请帮忙。镕\n'],
  ['koi8-r', 'Вопрос о заказе', 'Анна', 'Здравствуйте! Где мой заказ?\n'],
  ['windows-1251', 'Счёт', 'Пётр', 'Пришлите, пожалуйста, счёт.\n'],
  ['utf-8-labelled-latin-1', 'Facture', 'Zoë', 'Ça ne marche pas, même après redémarrage – 5 €.\n'],
  ['latin-1-labelled-utf-8', 'Rechnung', 'Jörg', 'Die Rechnung ist fällig – 5 €.\n'],
])('a mail in %s reads as it was written', async (name, subject, sender, text) => {
  const mail = await readFile(name)
  expect(mail).toMatchObject({ subject, from: { name: sender }, text, html: null, isEmpty: false })
})

test('headers, text and file names in a charset that nobody declared are readable', async () => {
  const mail = await readFile('raw-8-bit-headers')
  expect(mail).toMatchObject({ subject: 'Größe geändert', from: { name: 'Jörg Müller' }, text: 'Grüße' })
  expect(mail.attachments).toMatchObject([{ name: 'Übersicht.pdf', bytes: Buffer.from('%PDF-1.4 invented') }])
})

test('file names in pieces and escapes come together', async () => {
  const { attachments } = await readFile('rfc-2231-names')
  expect(attachments.map(({ name }) => name)).toEqual(['Angebot für München.pdf', '表計 2026.csv'])
})

test('a character that is split between two encoded words is whole again', async () => {
  const mail = await readFile('split-encoded-words')
  expect(mail).toMatchObject({
    subject: 'どうぞよろしくお願いいたします',
    from: { name: '山田', address: 'hanako@mail.example' },
  })
})

test('paragraphs that the mail program broke are joined, each within its depth of quotation', async () => {
  const { text } = await readFile('flowed')
  expect(text?.split('\n')).toEqual([
    'This is one long paragraph that the mail program has broken into two lines.',
    '',
    '>> deep one deep two',
    '> shallow one shallow two',
    'From here on, a stuffed line.',
    '-- ',
    'Ann',
    '',
  ])
})

test('a table and an inline picture stay what they are', async () => {
  const mail = await readFile('table-and-picture')
  expect(mail.html).toContain('<td align="right">12.50 EUR</td>')
  expect(mail.text).toContain('Order 7, 12.50 EUR')
  expect(mail.attachments).toMatchObject([
    { name: 'logo.png', mime: 'image/png', inline: true, contentId: 'logo@acme' },
  ])
})

test('text on both sides of a file stays in order', async () => {
  const mail = await readFile('apple-mixed')
  expect(mail.html).toMatch(/Before\.[\s\S]*After\./)
  expect(mail.text).toContain('Before. After.')
  expect(mail.attachments).toMatchObject([{ name: 'plan.pdf', inline: false }])
})

test.each([
  ['calendar', ['invite.ics']],
  ['winmail', ['winmail.dat']],
  ['attached-mail', ['Grüße aus Wien.eml']],
  ['nameless-parts', ['image.jpg', 'attachment.pdf', 'passwd now.txt', 'attachment.txt']],
])('the attachments of %s are all there, each with a name', async (name, names) => {
  const { attachments } = await readFile(name)
  expect(attachments.map((attachment) => attachment.name)).toEqual(names)
})

test('an attached mail is kept whole, files inside included', async () => {
  const { attachments, text } = await readFile('attached-mail')
  expect(text?.trim()).toBe('See below.')
  expect(attachments[0]?.bytes.toString()).toContain('Inner file.')
})

test('a mail without words says so', async () => {
  expect(await readFile('empty')).toMatchObject({ subject: '', html: null, text: null, isEmpty: true })
})

test('HTML that shows nothing gives way to the text', async () => {
  const mail = await readFile('blank-html')
  expect(mail).toMatchObject({ html: null, isEmpty: false })
  expect(mail.text).toContain('The words are only here.')
})

test('HTML may name its charset itself', async () => {
  expect((await readFile('html-only')).html).toContain('Dobrý den, nefunguje přihlášení.')
})

test.each([
  ['text/plain', 'words and more words\n', 'attachment.txt'],
  ['text/html', '<p>words and more words</p>\n', 'attachment.html'],
])('a %s body of 8 MB begins in the ticket and is whole as a file', async (type, line, name) => {
  const body = line.repeat(Math.ceil(8_000_000 / line.length))
  const mail = await read(Buffer.from(`Subject: Log\r\nContent-Type: ${type}\r\n\r\n${body}`))
  expect((mail.html ?? mail.text)!.length).toBeLessThan(300_000)
  expect(mail.html ?? mail.text).toContain('words and more words')
  expect(mail.attachments).toMatchObject([{ name }])
  expect(mail.attachments[0]!.bytes.equals(Buffer.from(body))).toBe(true)
})

test('parts that cannot be found are shown as text', async () => {
  expect((await readFile('broken-boundary')).text).toContain('This text has no boundary at all.')
})

test('ids of the thread are kept in order, at most 50 of them', async () => {
  const references = Array.from({ length: 80 }, (_, index) => `<m${index}@mail.example>`)
  const mail = await read(
    `Message-ID: bare@mail.example\nIn-Reply-To: <a@x.example> <b@x.example>\nReferences: ${references.join('\n ')}\n\nHi\n`,
  )
  expect(mail).toMatchObject({ messageId: '<bare@mail.example>', inReplyTo: ['<a@x.example>', '<b@x.example>'] })
  expect(mail.references).toEqual([references[0], ...references.slice(31)])
})

test('a subject is one line of at most 255 characters, cut between characters', async () => {
  const mail = await read(`Subject: =?utf-8?Q?one=0D=0ABcc:_evil=E2=80=AE?= ${'👩‍👩‍👧 '.repeat(60)}\n\nHi\n`)
  expect(mail.subject).toMatch(/^one Bcc: evil 👩‍👩‍👧/u)
  expect(mail.subject.length).toBeLessThanOrEqual(255)
  expect(mail.subject).toMatch(/👩‍👩‍👧…$/u)
})

test('people in the headers are read, and what is no address is left out', async () => {
  const mail = await read(
    'From: "Doe, Jane" <jane@mail.example>, other@mail.example\nReply-To: help@mail.example\nTo: Team: a@x.example, b@x.example;\nCc: undisclosed, <c@x.example>\n\nHi\n',
  )
  expect(mail).toMatchObject({
    from: { name: 'Doe, Jane', address: 'jane@mail.example' },
    replyTo: [{ address: 'help@mail.example' }],
  })
  expect(mail.to.map(({ address }) => address)).toEqual(['a@x.example', 'b@x.example'])
  expect(mail.cc).toEqual([{ name: '', address: 'c@x.example' }])
})
