import { expect, test } from 'vitest'
import { listMessages } from '#contract/tickets/messages.ts'
import { mailKey } from '#server/files/storage-keys.ts'
import { as } from '#test/ask.ts'
import { decisionsOn, mailIn, rawMailIn, sendMail, supportOf, ticketOf } from '#test/mail-in.ts'
import { mailedTicket, messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { acme, globex, makeWorkspace, owner, platform } from '#test/world.ts'

const support = supportOf(acme)
const rowsOf = async (messageId: string) =>
  (
    await owner.query(
      'select workspace_id, address, envelope_from, from_address, subject, bytes from inbound_mails where dedup_key = $1',
      [messageId],
    )
  ).rows
const mail = () => ({ from: newSender(), subject: 'Hello', text: 'Hello', messageId: newMessageId() })

test('a mail is kept as it came before anybody decides about it', async () => {
  const [from, messageId] = [newSender(), newMessageId()]
  const raw = `From: Paula <${from}>\r\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\n =?utf-8?Q?_Paula?=\r\nMessage-ID: ${messageId}\r\n\r\nHello\r\n`
  await sendMail({ envelope: { from: 'bounces@example.org', to: support }, raw })
  const [{ id, state } = { id: '', state: '' }] = await decisionsOn(messageId)
  expect(state).toBe('received')
  expect((await platform.storage.read(mailKey(acme.id, id))).toString()).toBe(raw)
  expect(await rowsOf(messageId)).toEqual([
    {
      ...{ workspace_id: acme.id, address: support, envelope_from: 'bounces@example.org' },
      ...{ from_address: from, subject: 'Grüße Paula', bytes: raw.length },
    },
  ])
})

test('a mail to two workspaces is one in each, and neither sees the other’s', async () => {
  const written = mail()
  await mailIn({ ...written, to: [support, supportOf(globex)] })
  const rows = await rowsOf(written.messageId)
  expect(rows.map((row) => row.workspace_id).sort()).toEqual([acme.id, globex.id].sort())
  const tickets = (await decisionsOn(written.messageId)).map(({ ticketId }) => ticketId!)
  const read = await Promise.all(tickets.map((id) => as(acme.agent)(listMessages, { params: { id }, query: {} })))
  expect(read.map(({ code }) => code).sort()).toEqual(['ticket-not-found', undefined])
})

const tagged = support.replace('@', '+orders@')

test.each<[string, (ticket: string) => string[]]>([
  ['last', (ticket) => [support, ticket]],
  ['first', (ticket) => [ticket, support]],
  ['before another plus', (ticket) => [ticket, tagged]],
])('a mail to several addresses of a workspace is one, on the ticket that is named %s', async (_, addresses) => {
  const { id, from, answer } = await mailedTicket(acme)
  const written = { ...mail(), from, to: addresses(answer.replyTo) }
  await mailIn(written)
  expect(await decisionsOn(written.messageId)).toMatchObject([{ ticketId: id, decision: { code: 'reply-on-ticket' } }])
  expect(await messagesOf(acme, id)).toHaveLength(3)
})

test.each([
  ['in capitals', support.toUpperCase()],
  ['with anything after a plus', tagged],
])('an address %s is the workspace’s own', async (_, to) => {
  const written = mail()
  await mailIn({ ...written, to })
  expect(await rowsOf(written.messageId)).toMatchObject([{ workspace_id: acme.id, address: to.toLowerCase() }])
})

test('a workspace takes mail from its first moment', async () => {
  const world = await makeWorkspace('just-founded', 'Just Founded', ['Jo', 'Jim', 'Jan', 'Jil'])
  const written = mail()
  await mailIn({ ...written, to: supportOf(world) })
  expect(await messagesOf(world, await ticketOf(written.messageId))).toHaveLength(1)
})

test('of the recipients of a mail each is judged apart', async () => {
  const written = mail()
  const nobody = 'support@nobody-has-this.startuptools.localhost'
  const { accepted, rejected } = await sendMail({ ...written, to: [support, nobody] })
  expect([accepted, rejected]).toEqual([[support], [nobody]])
  expect(await rowsOf(written.messageId)).toMatchObject([{ workspace_id: acme.id }])
})

test.each([
  ['an address elsewhere', 'support@example.org'],
  ['a workspace below another one', `support@deep.${acme.domain}.startuptools.localhost`],
  ['an address that speaks for the domain', `admin@${acme.domain}.startuptools.localhost`],
  ['the name of a reserved host', 'support@www.startuptools.localhost'],
])('%s takes no mail', async (_, to) => {
  const written = mail()
  await expect(sendMail({ ...written, to })).rejects.toMatchObject({ responseCode: 550 })
  expect(await rowsOf(written.messageId)).toEqual([])
})

test.each([
  ['a path', '../../etc/passwd', 'passwd'],
  ['a path of Windows', 'C:\\Users\\me\\bill.txt', 'bill.txt'],
  ['letters that turn the reading round', 'bill\u202etxt.exe', 'billtxt.exe'],
  ['a line break', 'two\r\nlines.txt', 'two lines.txt'],
  ['letters that no folder takes', 'a<b>:"c|?*.txt', 'a_b___c___.txt'],
  ['words of another script', '請求書.pdf', '請求書.pdf'],
  ['dots alone', '..', 'attachment.txt'],
])('an attachment whose name is %s can be saved', async (_, filename, name) => {
  const written = mail()
  await mailIn({ ...written, to: support, attachments: [{ filename, content: 'x', contentType: 'text/plain' }] })
  const [message] = await messagesOf(acme, await ticketOf(written.messageId))
  expect(message!.attachments).toMatchObject([{ name, mime: 'text/plain', bytes: 1 }])
})

test('a name as long as a page keeps its ending', async () => {
  const written = mail()
  const attachments = [{ filename: `${'ö'.repeat(300)}.pdf`, content: 'x' }]
  await mailIn({ ...written, to: support, attachments })
  const [message] = await messagesOf(acme, await ticketOf(written.messageId))
  const [{ name } = { name: '' }] = message!.attachments
  expect(name).toMatch(/^ö+\.pdf$/)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
})

test('attachments of one name, of none and of no length all arrive', async () => {
  const [from, messageId] = [newSender(), newMessageId()]
  const part = (head: string, body: string) => `--B\r\n${head}\r\n\r\n${body}\r\n`
  const named = 'Content-Type: text/csv; name=a.csv\r\nContent-Disposition: attachment; filename=a.csv'
  const nameless = 'Content-Type: application/pdf\r\nContent-Disposition: attachment'
  const odd = 'Content-Type: not a type\r\nContent-Disposition: attachment; filename=empty.bin'
  const head = `From: ${from}\r\nMessage-ID: ${messageId}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=B`
  const parts = [part(named, '1'), part(named, '22'), part(nameless, '333'), part(odd, '')].join('')
  await rawMailIn(`${head}\r\n\r\n${part('Content-Type: text/plain', 'See')}${parts}--B--\r\n`, support)
  const [message] = await messagesOf(acme, await ticketOf(messageId))
  expect(message!.attachments).toMatchObject([
    { name: 'a.csv', mime: 'text/csv', bytes: 1 },
    { name: 'a.csv', mime: 'text/csv', bytes: 2 },
    { name: 'attachment.pdf', mime: 'application/pdf', bytes: 3 },
    { name: 'empty.bin', mime: 'application/octet-stream', bytes: 0 },
  ])
})
