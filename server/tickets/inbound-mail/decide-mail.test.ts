import { expect, test } from 'vitest'
import { writeMessage } from '#contract/tickets/messages.ts'
import { listTicketEvents } from '#contract/tickets/tickets.ts'
import { mailKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { bounceIn, returnPathOf } from '#test/bounce-in.ts'
import { decisionsOn, mailIn, rawMailIn, sendMail, supportOf } from '#test/mail-in.ts'
import { mailedTicket, messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { storedKeys } from '#test/stored-keys.ts'
import { acme, globex, mailsTo, owner, platform, runJobs } from '#test/world.ts'
import { queueDecision } from './decide-mail.ts'

const { agent } = acme
const support = supportOf(acme)
const decisionOn = async (messageId: string) => (await decisionsOn(messageId))[0]!

const bouncesIn = async (id: string) =>
  (await as(agent)(listTicketEvents, { params: { id }, query: {} })).items.filter(({ type }) => type === 'mail.bounced')

test('the same mail again is dropped with its bytes, and another workspace has its own', async () => {
  const messageId = newMessageId()
  const mail = { from: newSender(), to: support, subject: 'Once', text: 'One', messageId, date: new Date(0) }
  const before = await storedKeys(acme.id, 'mails')
  await mailIn(mail)
  await mailIn(mail)
  await mailIn({ ...mail, to: supportOf(globex) })
  expect(await decisionsOn(messageId)).toHaveLength(2)
  expect(await storedKeys(acme.id, 'mails')).toHaveLength(before.length + 1)
})

test('a mail without a Message-ID is known by its bytes', async () => {
  const from = newSender()
  const send = (text: string) => rawMailIn(`From: ${from}\r\nSubject: Bytes\r\n\r\n${text}`, support, from)
  await send('One')
  await send('One')
  await send('Two')
  const { rows } = await owner.query('select id from inbound_mails where from_address = $1', [from])
  expect(rows).toHaveLength(2)
})

test('a mail of ours is suspended before anybody asks whether it bounced', async () => {
  const { id, from, answer } = await mailedTicket(acme)
  const headers = [`X-Startup-Tools-Loop: ${acme.id}`]
  const decided = await bounceIn(returnPathOf(answer), { of: answer.messageId, recipient: from, headers })
  expect(decided).toMatchObject({ state: 'suspended', decision: { code: 'own-mail' }, ticketId: null })
  expect(decided.evidence[0]).toEqual({ code: 'own-mark' })
  expect((await messagesOf(acme, id)).at(-1)).toMatchObject({ delivery: { state: 'sent' } })
})

test('a mail that went round fifty servers is suspended, one of another workspace of ours is not', async () => {
  const [round, marked] = [newMessageId(), newMessageId()]
  const hops = 'Received: from a by b\r\n'.repeat(51)
  await rawMailIn(`${hops}From: ${newSender()}\r\nMessage-ID: ${round}\r\n\r\nRound`, support)
  const headers = { 'X-Startup-Tools-Loop': globex.id }
  await mailIn({ from: newSender(), to: support, subject: 'Hello', text: 'Hello', headers, messageId: marked })
  const { evidence, decision } = await decisionOn(round)
  expect(decision).toEqual({ code: 'own-mail' })
  expect(evidence.slice(0, 1)).toMatchObject([{ code: 'many-servers' }])
  expect(await decisionOn(marked)).toMatchObject({ state: 'done', decision: { code: 'opened-ticket' } })
})

test('a bounce is no message of the ticket that it was sent to', async () => {
  const { id, from, answer } = await mailedTicket(acme)
  const decided = await bounceIn(returnPathOf(answer), { of: answer.messageId, recipient: from })
  expect(decided).toMatchObject({
    ...{ state: 'done', ticketId: id, messageId: null },
    decision: { code: 'bounce-of-answer', recipient: from, reason: { code: 'bounced-with-status', status: '5.1.1' } },
  })
  expect(decided.evidence).toContainEqual({ code: 'delivery-report' })
  expect(await messagesOf(acme, id)).toHaveLength(2)
})

test('a bounce that comes twice is told once', async () => {
  const { id, from, answer } = await mailedTicket(acme)
  await bounceIn(returnPathOf(answer), { of: answer.messageId, recipient: from })
  await bounceIn(returnPathOf(answer), { of: answer.messageId, recipient: from })
  const [{ id: messageId } = { id: '' }] = (await messagesOf(acme, id)).slice(-1)
  expect(await bouncesIn(id)).toMatchObject([
    { new: { messageId, recipient: from, reason: { code: 'bounced-with-status', status: '5.1.1' } }, cause: 'bounce' },
  ])
})

test('a delay is no failure', async () => {
  const { id, from, answer } = await mailedTicket(acme)
  const delay = { of: answer.messageId, recipient: from, status: '4.4.1', action: 'delayed' }
  expect(await bounceIn(returnPathOf(answer), delay)).toMatchObject({
    ...{ state: 'done', ticketId: id },
    decision: { code: 'delay-of-answer', recipient: from },
  })
  expect((await messagesOf(acme, id)).at(-1)).toMatchObject({ delivery: { state: 'sent', reason: null } })
  expect(await bouncesIn(id)).toEqual([])
})

test('an address that bounced for good is written to again once somebody writes from it', async () => {
  const { id, from, answer } = await mailedTicket(acme)
  await bounceIn(returnPathOf(answer), { of: answer.messageId, recipient: from })
  await as(agent)(writeMessage, { params: { id }, body: { text: 'Still silent' } })
  await mailIn({ from, to: answer.replyTo, subject: 'Re: Lamp', text: 'Here I am, what now?' })
  await as(agent)(writeMessage, { params: { id }, body: { text: 'Welcome back' } })
  await runJobs()
  expect((await mailsTo(from)).map(({ text }) => JSON.parse(text).bodyText)).toMatchObject([
    'Welcome back',
    'Turn it on',
    undefined,
  ])
})

test('a bounce of a mail that we did not send is suspended with what speaks for it', async () => {
  const bounce = { of: '<made-up@example.org>', recipient: 'nobody@example.org' }
  const decided = await bounceIn(support, bounce)
  expect(decided).toMatchObject({ state: 'suspended', decision: { code: 'bounce-of-unknown-mail' } })
  expect(decided.evidence).toContainEqual({ code: 'delivery-report' })
})

test('a bounce of another workspace’s mail touches nothing here nor there', async () => {
  const { id, from, answer } = await mailedTicket(globex)
  expect(await bounceIn(support, { of: answer.messageId, recipient: from })).toMatchObject({
    decision: { code: 'bounce-of-unknown-mail' },
  })
  expect((await messagesOf(globex, id)).at(-1)).toMatchObject({ delivery: { state: 'sent' } })
})

test('of an answer to two, a bounce marks the one it names', async () => {
  const { id, from } = await mailedTicket(acme)
  const copied = newSender()
  await as(agent)(writeMessage, { params: { id }, body: { text: 'To both', cc: [copied] } })
  await runJobs()
  const [answer] = await mailsTo(copied)
  const toNobody = { of: answer!.messageId, recipient: 'somebody-else@example.org' }
  expect(await bounceIn(answer!.replyTo, toNobody)).toMatchObject({ decision: { code: 'bounce-of-unknown-mail' } })
  await bounceIn(returnPathOf(answer!), { of: answer!.messageId, recipient: copied })
  const { rows } = await owner.query(
    `select recipient, state from outgoing_mails where kind = 'answer' and ticket_id = $1 and mail_message_id = $2 order by 1`,
    [id, (await messagesOf(acme, id)).at(-1)!.id],
  )
  expect(rows).toEqual(
    [
      { recipient: copied, state: 'bounced' },
      { recipient: from, state: 'sent' },
    ].sort((one, other) => (one.recipient < other.recipient ? -1 : 1)),
  )
})

test('an automatic mail says by which of its headers it is one', async () => {
  const { from, answer } = await mailedTicket(acme)
  const messageId = newMessageId()
  const headers = { 'Auto-Submitted': 'auto-replied', Precedence: 'bulk' }
  await mailIn({ from, to: answer.replyTo, subject: 'Away', text: 'Away', headers, messageId })
  expect(await decisionOn(messageId)).toMatchObject({
    decision: { code: 'reply-on-ticket' },
    evidence: [
      { code: 'header-says-no-person', header: 'Auto-Submitted' },
      { code: 'header-says-many', header: 'Precedence' },
      { code: 'sent-to-ticket' },
    ],
  })
})

test('a mail that names nobody is refused, even where it is sent to a ticket', async () => {
  const { id, answer } = await mailedTicket(acme)
  const mail = rawMailIn('Subject: Who\r\n\r\nMe', /<(.*)>/.exec(answer.replyTo)![1]!)
  await expect(mail).rejects.toThrow(/550 .*Nobody could answer this mail/)
  expect(await messagesOf(acme, id)).toHaveLength(2)
})

test('a mail that was decided is not decided again', async () => {
  const { id, messageId } = await mailedTicket(acme)
  const { id: inboundMailId } = await decisionOn(messageId)
  await inWorkspace(platform.app, acme.id, (tx) => queueDecision(tx, { id: inboundMailId, bytes: 1 }))
  await runJobs()
  expect(await decisionsOn(messageId)).toMatchObject([{ ticketId: id }])
  expect(await messagesOf(acme, id)).toHaveLength(2)
})

test('a mail that cannot be filed is tried four times, then waits for somebody', async () => {
  const messageId = newMessageId()
  await sendMail({ from: newSender(), to: support, subject: 'Gone', text: 'Gone', messageId })
  const { id } = await decisionOn(messageId)
  await platform.storage.remove(mailKey(acme.id, id))
  await runJobs()
  await runJobs({ laterSeconds: 20 })
  await runJobs({ laterSeconds: 40 })
  expect(await decisionOn(messageId)).toMatchObject({ state: 'received', decision: null })
  await runJobs({ laterSeconds: 60 })
  expect(await decisionOn(messageId)).toMatchObject({ state: 'suspended', decision: { code: 'not-filed' } })
})

test('a mail whose trouble passes is filed by the next try, once', async () => {
  const messageId = newMessageId()
  await sendMail({ from: newSender(), to: support, subject: 'Later', text: 'Later', messageId })
  const { id } = await decisionOn(messageId)
  const raw = await platform.storage.read(mailKey(acme.id, id))
  await platform.storage.remove(mailKey(acme.id, id))
  await runJobs()
  await platform.storage.put(mailKey(acme.id, id), raw)
  await runJobs({ laterSeconds: 20 })
  expect(await decisionsOn(messageId)).toMatchObject([{ state: 'done', decision: { code: 'opened-ticket' } }])
})
