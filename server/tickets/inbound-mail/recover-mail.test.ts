import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import {
  listMessages,
  listSuspendedMails,
  recoverMail,
  showMailOfMessage,
  writeMessage,
} from '#contract/tickets/messages.ts'
import { listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { fileKey, mailKey } from '#server/files/storage-keys.ts'
import { as, ask } from '#test/ask.ts'
import { decisionsOn, mailIn, rawMailIn, sendMail, supportOf } from '#test/mail-in.ts'
import { messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { acme, globex, mailsTo, makeWorkspace, owner, platform, runJobs, type World } from '#test/world.ts'

const { agent, customer } = acme
const recover = (id: string, person: Parameters<typeof as>[0] = agent) => as(person)(recoverMail, { params: { id } })

/** Sends a mail with a file. The mail is suspended, because it has the loop header of this workspace. */
async function suspendedMail(world: World = acme, from = newSender(), messageId = newMessageId()) {
  const headers = { 'X-Startup-Tools-Loop': world.id }
  const attachments = [{ filename: 'bill.txt', content: 'A bill' }]
  const mail = { from: `Paula <${from}>`, cc: newSender(), subject: 'Wrongly held', text: 'Keep me' }
  await mailIn({ ...mail, to: supportOf(world), headers, attachments, messageId })
  const decided = await decisionsOn(messageId)
  return { id: decided.find(({ state }) => state === 'suspended')!.id, from, messageId }
}

/** Sends a mail that is not parsed, because it has too many parts. */
async function unreadableMail(from: string) {
  const messageId = newMessageId()
  const parts = '--B\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(101)
  const head = `${from}Subject: Many\r\nMessage-ID: ${messageId}\r\nMIME-Version: 1.0`
  const raw = `${head}\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n${parts}--B--\r\n`
  await rawMailIn(raw, supportOf(acme), '')
  return { id: (await decisionsOn(messageId))[0]!.id, raw }
}

test('a recovered mail is a ticket of its sender, and tells how it got there', async () => {
  const { id, from } = await suspendedMail()
  const { ticketId } = await recover(id)
  expect(await as(agent)(showTicket, { params: { id: ticketId } })).toMatchObject({
    ...{ subject: 'Wrongly held', channel: 'email', status: 'new', requester: { name: 'Paula', email: from } },
  })
  const [message] = await messagesOf(acme, ticketId)
  expect(message).toMatchObject({ bodyText: 'Keep me', hasMail: true, attachments: [{ name: 'bill.txt', bytes: 6 }] })
  const params = { id: ticketId, messageId: message!.id }
  expect(await as(agent)(showMailOfMessage, { params })).toMatchObject({
    decision: { code: 'recovered' },
    evidence: [],
  })
})

test('nobody is told that their suspended mail arrived, and the answer threads below it', async () => {
  const { id, from, messageId } = await suspendedMail()
  const { ticketId } = await recover(id)
  await runJobs()
  expect(await mailsTo(from)).toEqual([])
  await as(agent)(writeMessage, { params: { id: ticketId }, body: { text: 'Sorry' } })
  await runJobs()
  expect(await mailsTo(from)).toMatchObject([{ inReplyTo: messageId }])
})

test('a recovered mail keeps the mark that another came under its Message-ID before, and leads no answer to its ticket', async () => {
  const [from, messageId] = [newSender(), newMessageId()]
  await mailIn({ from, to: supportOf(acme), subject: 'Lamp', text: 'It is dark', messageId })
  const first = (await decisionsOn(messageId))[0]!.ticketId
  const second = await suspendedMail(acme, newSender(), messageId)
  const { ticketId } = await recover(second.id)
  const [message] = await messagesOf(acme, ticketId)
  expect(message).toMatchObject({ bodyText: 'Keep me', flags: expect.arrayContaining(['used-id']) })
  expect(await as(agent)(showMailOfMessage, { params: { id: ticketId, messageId: message!.id } })).toMatchObject({
    ...{ decision: { code: 'recovered' }, evidence: [{ code: 'message-id-used-before' }] },
  })
  const answer = newMessageId()
  await mailIn({
    from,
    to: supportOf(acme),
    subject: 'Again',
    text: 'And now',
    inReplyTo: messageId,
    messageId: answer,
  })
  expect(await decisionsOn(answer)).toMatchObject([{ ticketId: first }])
})

test('whoever was first under a Message-ID is recovered without that mark', async () => {
  const held = await suspendedMail()
  await mailIn({ from: newSender(), to: supportOf(acme), subject: 'Oven', text: 'Cold', messageId: held.messageId })
  const { ticketId } = await recover(held.id)
  expect((await messagesOf(acme, ticketId))[0]!.flags).not.toContain('used-id')
})

test('a mail is recovered once, also by two at the same time', async () => {
  const { id } = await suspendedMail()
  const tickets = async () => (await as(agent)(listTickets, { query: { limit: '100' } })).items.length
  const before = await tickets()
  const holder = await owner.connect()
  onTestFinished(() => holder.release())
  await holder.query('begin')
  await holder.query('select from inbound_mails where id = $1 for update', [id])
  const both = Promise.all([recover(id), recover(id, acme.admin)])
  await untilWaiting(2)
  await holder.query('commit')
  const answers = await both
  expect(answers.map(({ code }) => code).sort()).toEqual(['mail-not-suspended', undefined])
  expect(await tickets()).toBe(before + 1)
  expect(await recover(id)).toMatchObject({ status: 409, code: 'mail-not-suspended' })
})

test('a mail that was filed, is not decided yet, or was never there cannot be recovered', async () => {
  const [filed, waiting] = [newMessageId(), newMessageId()]
  await mailIn({ from: newSender(), to: supportOf(acme), subject: 'Filed', text: 'x', messageId: filed })
  await sendMail({ from: newSender(), to: supportOf(acme), subject: 'Waiting', text: 'x', messageId: waiting })
  const [[one], [other]] = [await decisionsOn(filed), await decisionsOn(waiting)]
  expect(await recover(one!.id)).toMatchObject({ status: 409, code: 'mail-not-suspended' })
  expect(await recover(other!.id)).toMatchObject({ status: 404, code: 'mail-not-found' })
  expect(await recover(randomUUID())).toMatchObject({ status: 404, code: 'mail-not-found' })
})

test('a mail whose source is gone cannot be recovered', async () => {
  const { id } = await suspendedMail()
  await owner.query('update inbound_mails set is_purged = true where id = $1', [id])
  expect(await recover(id)).toMatchObject({ status: 404, code: 'mail-not-found' })
})

test('strangers, customers and visitors recover nothing', async () => {
  const { id, messageId } = await suspendedMail()
  const asked = [globex.admin, customer, null].map((person) => ask(person, recoverMail, { params: { id } }))
  const answers = await Promise.all(asked)
  expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
    [404, 'mail-not-found'],
    [403, 'not-allowed'],
    [401, 'not-signed-in'],
  ])
  expect(await decisionsOn(messageId)).toMatchObject([{ state: 'suspended', ticketId: null }])
})

test('without a running trial the team reads what is suspended, and recovers nothing', async () => {
  const world = await makeWorkspace('recover-before-trial', 'Before', ['Bea', 'Bob', 'Bill', 'Bo'])
  const { id } = await suspendedMail(world)
  await owner.query('update service_settings set started_at = null where workspace_id = $1', [world.id])
  expect(await recover(id, world.admin)).toMatchObject({ status: 409, code: 'trial-not-started' })
  expect((await as(world.agent)(listSuspendedMails, { query: {} })).items).toMatchObject([{ id }])
  await owner.query('update service_settings set started_at = now() where workspace_id = $1', [world.id])
  expect(await recover(id, world.agent)).toMatchObject({ ticketId: expect.any(String) })
})

test('a mail that cannot be read comes as a file, byte for byte', async () => {
  const { id, raw } = await unreadableMail('From: Paula <odd@example.org>\r\n')
  const { ticketId } = await recover(id)
  const [message] = await messagesOf(acme, ticketId)
  expect(message).toMatchObject({
    bodyText: expect.stringMatching(/^This mail has more than 100 parts\. .* The original mail is attached\.$/),
    ...{ automatic: true, author: { email: 'odd@example.org' } },
    attachments: [{ name: 'mail.eml', mime: 'message/rfc822', bytes: raw.length }],
  })
  const kept = await platform.storage.read(fileKey(acme.id, message!.attachments[0]!.id))
  expect(kept.toString()).toBe(raw)
  expect(await mailsTo('odd@example.org')).toEqual([])
})

test.each([
  ['names nobody', ''],
  ['names what is no address', 'From: <a"b,c@d>\r\n'],
])('one that %s is a ticket of nobody who could be reached', async (_, from) => {
  const { id } = await unreadableMail(from)
  const { ticketId } = await recover(id)
  expect(await as(agent)(showTicket, { params: { id: ticketId } })).toMatchObject({
    ...{ subject: 'Many', requester: { name: '', email: `unknown-${id}@sender.invalid` } },
  })
})

test('an answer to nobody says that it reached nobody, and is mailed nowhere', async () => {
  const mail = await unreadableMail('')
  const { ticketId } = await recover(mail.id)
  const { id } = await as(agent)(writeMessage, { params: { id: ticketId }, body: { text: 'Who are you?' } })
  await runJobs()
  const { items } = await as(agent)(listMessages, { params: { id: ticketId }, query: {} })
  expect(items.find((message) => message.id === id)).toMatchObject({
    delivery: { state: 'failed', reason: { code: 'unknown-address' } },
  })
  expect(await mailsTo(`unknown-${mail.id}@sender.invalid`)).toEqual([])
})

test('a mail whose bytes the storage cannot give stays suspended, and comes once they are back', async () => {
  const { id, messageId } = await suspendedMail()
  const raw = await platform.storage.read(mailKey(acme.id, id))
  await platform.storage.remove(mailKey(acme.id, id))
  expect(await recover(id)).toMatchObject({ status: 500 })
  expect(await decisionsOn(messageId)).toMatchObject([{ state: 'suspended', decision: { code: 'own-mail' } }])
  await platform.storage.put(mailKey(acme.id, id), raw)
  expect(await recover(id)).toMatchObject({ ticketId: expect.any(String) })
})

test('a mail whose text breaks whoever cleans it is recovered as a file', async () => {
  const messageId = newMessageId()
  const head = `From: ${newSender()}\r\nSubject: Broken\r\nMessage-ID: ${messageId}\r\nContent-Type: text/html`
  await rawMailIn(`${head}\r\n\r\n${'<a href=x>\r\n'.repeat(200_000)}`, supportOf(acme))
  const [mail] = await decisionsOn(messageId)
  expect(mail).toMatchObject({ state: 'suspended' })
  const { ticketId } = await recover(mail!.id)
  const [message] = await messagesOf(acme, ticketId)
  expect(message).toMatchObject({ attachments: [{ name: 'mail.eml' }] })
}, 60_000)
