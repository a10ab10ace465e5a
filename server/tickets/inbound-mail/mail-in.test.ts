import { expect, test } from 'vitest'
import {
  listMessages,
  listSuspendedMails,
  recoverMail,
  showMailOfMessage,
  writeMessage,
} from '#contract/tickets/messages.ts'
import { listTicketEvents, listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { createLimiter } from '#server/platform/http/limits.ts'
import { as } from '#test/ask.ts'
import { returnPathOf } from '#test/bounce-in.ts'
import { decisionsOn, mailIn, rawMailIn, sendMail, supportOf, ticketOf, vouchedFor } from '#test/mail-in.ts'
import { acme, globex, mailsTo, owner, platform, runJobs } from '#test/world.ts'
import { storeMail } from './receive-mail.ts'

const { agent, customer } = acme
const support = supportOf(acme)
let count = 0
const newId = () => `<mail-${++count}@example.org>`
const newAddress = () => `person${++count}@example.org`

/** Opens a ticket by mail and answers it as the agent. Returns the ticket and the mail with the answer. */
async function answered() {
  const from = newAddress()
  const messageId = newId()
  await mailIn({ from: `Paula <${from}>`, to: support, subject: 'Lamp', text: 'It is dark.', messageId })
  const id = await ticketOf(messageId)
  await as(agent)(writeMessage, { params: { id }, body: { html: '<p>Turn it <b>on</b></p>' } })
  await runJobs()
  const [answer] = await mailsTo(from)
  return { id, from, messageId, answer: answer! }
}

const messagesOf = async (id: string) => (await as(agent)(listMessages, { params: { id }, query: {} })).items

test('a mail to support opens a ticket with its sender, its copies and its words', async () => {
  const messageId = newId()
  const cc = [`Dora <dora@example.org>`, agent.email, support]
  await mailIn({
    from: 'Paul Post <paul@example.org>',
    to: support,
    cc,
    subject: 'Broken',
    html: '<p>Help <b>me</b></p>',
    headers: vouchedFor('paul@example.org'),
    messageId,
  })
  const ticketId = await ticketOf(messageId)
  expect(await as(agent)(showTicket, { params: { id: ticketId } })).toMatchObject({
    ...{ subject: 'Broken', status: 'new', channel: 'email' },
    requester: { name: 'Paul Post', email: 'paul@example.org' },
    cc: [{ name: 'Dora', email: 'dora@example.org' }],
  })
  expect(await messagesOf(ticketId)).toMatchObject([{ bodyText: 'Help me', channel: 'email', hasMail: true }])
})

test('the answer threads in the mail program, and a reply to it lands on the same ticket', async () => {
  const { id, from, messageId, answer } = await answered()
  expect(answer).toMatchObject({ subject: 'Re: Lamp', inReplyTo: messageId, references: messageId })
  expect(answer.from).toBe(`Carl Test via Acme <${support}>`)
  expect(answer.replyTo).toMatch(new RegExp(`<support\\+[a-z2-7]{53}@${acme.domain}\\.`))
  expect(answer.text).toContain('Turn it on')

  const { replyTo: to, messageId: inReplyTo } = answer
  await mailIn({
    from,
    to,
    subject: 'Re: Lamp',
    text: 'It works now, but flickers.',
    inReplyTo,
    references: [messageId, inReplyTo],
  })
  expect(await as(agent)(showTicket, { params: { id } })).toMatchObject({ status: 'open' })
  expect((await messagesOf(id)).at(-1)).toMatchObject({ kind: 'reply', bodyText: 'It works now, but flickers.' })
})

test('a reply to the plain address is known by the Message-ID that we signed', async () => {
  const { id, from, answer } = await answered()
  await mailIn({ from, to: support, subject: 'Re: Lamp', text: 'Thanks, and why?', inReplyTo: answer.messageId })
  expect((await messagesOf(id)).at(-1)).toMatchObject({ kind: 'reply', bodyText: 'Thanks, and why?' })
})

test('the same mail fifty times at once is one message', async () => {
  const messageId = newId()
  const mail = { from: newAddress(), to: support, subject: 'Echo', text: 'One', messageId, date: new Date(0) }
  await Promise.all(Array.from({ length: 50 }, () => sendMail(mail)))
  await runJobs()
  expect(await decisionsOn(messageId)).toHaveLength(1)
})

test('a stranger who knows the address of a ticket leaves a flagged note, and is told that it waits and nothing else', async () => {
  const { id, answer } = await answered()
  const eve = newAddress()
  await mailIn({ from: `Eve <${eve}>`, to: answer.replyTo, subject: 'Re: Lamp', text: 'Send it to me' })
  expect((await messagesOf(id)).at(-1)).toMatchObject({ kind: 'note', flags: ['stranger'], author: { email: eve } })
  const [told, ...more] = await mailsTo(eve)
  expect([JSON.parse(told!.text), more]).toEqual([{ workspaceName: 'Acme', address: support }, []])
})

test.each([
  ['its number in the subject', ({ number }: { number: number }) => ({ subject: `Re: [#${number}] Lamp` })],
  ['the Message-ID of the customer’s own mail', ({ messageId }: { messageId: string }) => ({ inReplyTo: messageId })],
  ['its address in quoted text', ({ replyTo }: { replyTo: string }) => ({ text: `Me too\n> ${replyTo}` })],
])('%s finds a ticket, and from somebody who is not on it the mail is a flagged note', async (_, clue) => {
  const { id, messageId, answer } = await answered()
  const { number } = await as(agent)(showTicket, { params: { id } })
  const guess = clue({ number, messageId, replyTo: answer.replyTo })
  await mailIn({ from: newAddress(), to: support, subject: 'Lamp', text: 'Me too', messageId: newId(), ...guess })
  expect((await messagesOf(id)).at(-1)).toMatchObject({ kind: 'note', flags: ['stranger'] })
})

test('the token of another workspace’s ticket opens nothing', async () => {
  const { answer } = await answered()
  const token = /\+([a-z2-7]{53})@/.exec(answer.replyTo)![1]
  const messageId = newId()
  await mailIn({
    from: newAddress(),
    to: supportOf(globex).replace('@', `+${token}@`),
    subject: 'Hop',
    text: 'Hop',
    messageId,
  })
  expect(await decisionsOn(messageId)).toMatchObject([{ decision: { code: 'opened-ticket' } }])
})

test('a colleague’s reply by mail is a note, since anybody can write their address', async () => {
  const { id, answer } = await answered()
  await mailIn({ from: agent.email, to: answer.replyTo, subject: 'Re: Lamp', text: 'Refund them' })
  expect((await messagesOf(id)).at(-1)).toMatchObject({ kind: 'note', bodyText: 'Refund them' })
})

test('an automatic answer joins its ticket and changes nothing', async () => {
  const { id, from, answer } = await answered()
  const headers = { 'Auto-Submitted': 'auto-replied' }
  await mailIn({ from, to: answer.replyTo, subject: 'Out of office', text: 'Away', headers })
  expect(await as(agent)(showTicket, { params: { id } })).toMatchObject({ status: 'pending' })
  expect((await messagesOf(id)).at(-1)).toMatchObject({ automatic: true, flags: ['automatic'] })
})

test('an automatic mail opens a ticket that nobody acknowledges', async () => {
  const from = newAddress()
  await mailIn({
    from,
    to: support,
    subject: 'Disk full',
    text: 'On db1',
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  expect(await mailsTo(from)).toEqual([])
})

test('an address that never proved itself gets one acknowledgement a day, without a word that it wrote', async () => {
  const from = newAddress()
  await mailIn({ from, to: support, subject: 'Buy pills', text: 'Pills', messageId: newId() })
  await mailIn({ from, to: support, subject: 'Buy more pills', text: 'Pills', messageId: newId() })
  const mails = await mailsTo(from)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ headers: { 'auto-submitted': 'auto-replied' } })
  expect(`${mails[0]!.subject}${mails[0]!.text}${mails[0]!.html}`).not.toContain('pills')
})

test('a mail of our own that comes back is suspended and answered by nobody', async () => {
  const messageId = newId()
  await mailIn({ from: support, to: support, subject: 'Loop', text: 'Loop', messageId })
  expect(await decisionsOn(messageId)).toMatchObject([{ state: 'suspended', decision: { code: 'own-mail' } }])
})

test('a mail that came back marks the answer, tells its writer and rests the address', async () => {
  const { id, from, answer } = await answered()
  await rawMailIn(bounceOf(answer.messageId, from), returnPathOf(answer), '')
  expect((await messagesOf(id)).at(-1)).toMatchObject({
    delivery: { state: 'bounced', reason: { code: 'bounced', answer: '550 5.1.1 no such user' } },
  })
  expect((await as(agent)(listTicketEvents, { params: { id }, query: {} })).items).toContainEqual(
    expect.objectContaining({ type: 'mail.bounced' }),
  )
  await runJobs({ laterSeconds: 15 })
  expect(JSON.parse((await mailsTo(agent.email))[0]!.text)).toMatchObject({
    notice: { code: 'deliveryFailed', failed: [{ recipient: from, reason: { code: 'bounced' } }] },
  })

  await as(agent)(writeMessage, { params: { id }, body: { text: 'Again' } })
  await runJobs()
  expect((await messagesOf(id)).at(-1)).toMatchObject({ bodyText: 'Again', delivery: { state: 'failed' } })
})

const bounceOf = (messageId: string, recipient: string) =>
  [
    'From: MAILER-DAEMON@relay.example',
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: ${newId()}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=B',
    '\r\n--B\r\nContent-Type: message/delivery-status\r\n',
    'Reporting-MTA: dns; relay.example\r\n',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 no such user\r\n',
    '--B\r\nContent-Type: text/rfc822-headers\r\n',
    `Message-ID: ${messageId}\r\n\r\n--B--\r\n`,
  ].join('\r\n')

test('a mail on a closed ticket opens one that follows it', async () => {
  const { id, from, answer } = await answered()
  await owner.query(`update tickets set status = 'closed', solved_at = now(), closed_at = now() where id = $1`, [id])
  const messageId = newId()
  await mailIn({ from, to: answer.replyTo, subject: 'Re: Lamp', text: 'Dark again', messageId })
  const ticketId = await ticketOf(messageId)
  expect(await as(agent)(showTicket, { params: { id: ticketId } })).toMatchObject({ followUpOf: id, status: 'new' })
})

test('a mail that a colleague passes on is its first writer’s', async () => {
  const messageId = newId()
  const text =
    'For us\n\n---------- Forwarded message ---------\nFrom: Fritz <fritz@example.net>\nSubject: Oven\n\nIt is cold'
  await mailIn({ from: agent.email, to: support, subject: 'Fwd: Oven', text, messageId })
  const ticketId = await ticketOf(messageId)
  expect(await as(agent)(showTicket, { params: { id: ticketId } })).toMatchObject({
    ...{ subject: 'Oven', requester: { name: 'Fritz', email: 'fritz@example.net' } },
  })
  expect((await messagesOf(ticketId))[0]!.bodyText).toContain('It is cold')
})

test('the team reads how a mail got here, strangers do not', async () => {
  const { id, from } = await answered()
  const [{ id: messageId } = { id: '' }] = await messagesOf(id)
  const params = { id, messageId }
  expect(await as(agent)(showMailOfMessage, { params })).toMatchObject({
    ...{ address: support, envelopeFrom: from, evidence: [] },
    decision: { code: 'opened-ticket', number: expect.any(Number) },
    sourceUrl: expect.stringContaining('/source/'),
  })
  expect(await as(globex.agent)(showMailOfMessage, { params })).toMatchObject({ code: 'mail-not-found' })
  expect(await as(customer)(showMailOfMessage, { params })).toMatchObject({ code: 'not-allowed' })
})

test('a suspended mail shows its cause to its own team, who can make a ticket of it once', async () => {
  const messageId = newId()
  await mailIn({ from: support, to: support, subject: 'Lost and found', text: 'Keep me', messageId })
  const { items } = await as(agent)(listSuspendedMails, { query: {} })
  const { id } = items.find(({ subject }) => subject === 'Lost and found')!
  expect((await as(globex.agent)(listSuspendedMails, { query: {} })).items.map((mail) => mail.id)).not.toContain(id)
  expect(await as(globex.agent)(recoverMail, { params: { id } })).toMatchObject({ code: 'mail-not-found' })

  const { ticketId } = await as(agent)(recoverMail, { params: { id } })
  expect(await messagesOf(ticketId)).toMatchObject([{ bodyText: 'Keep me' }])
  expect(await as(agent)(recoverMail, { params: { id } })).toMatchObject({ code: 'mail-not-suspended' })
})

test('mail to nobody is refused at the door', async () => {
  const nobody = [
    'support@no-such-place.startuptools.localhost',
    `${acme.domain}@startuptools.localhost`,
    `postmaster@${acme.domain}.startuptools.localhost`,
  ]
  const answers = await Promise.all(nobody.map((to) => sendMail({ from: newAddress(), to, text: 'x' }).catch(String)))
  expect(answers.every((answer) => String(answer).includes('550'))).toBe(true)
})

test('the list shows a ticket that came by mail', async () => {
  const subject = `Parcel ${newId()}`
  await mailIn({ from: newAddress(), to: support, subject, text: 'Where?' })
  const { items } = await as(agent)(listTickets, { query: { order: 'created' } })
  expect(items.some((ticket) => ticket.subject === subject)).toBe(true)
})

test('a stranger’s guess at a closed ticket opens a new one instead, so that nobody overlooks it', async () => {
  const { id } = await answered()
  const { number } = await as(agent)(showTicket, { params: { id } })
  await owner.query(`update tickets set status = 'closed', solved_at = now(), closed_at = now() where id = $1`, [id])
  const messageId = newId()
  await mailIn({ from: newAddress(), to: support, subject: `[#${number}] Lamp`, text: 'Dark', messageId })
  expect(await as(agent)(showTicket, { params: { id: await ticketOf(messageId) } })).toMatchObject({
    status: 'new',
    followUpOf: null,
  })
})

test('a sender of more than a hundred mails an hour is asked to come later', async () => {
  const strict = { ...platform, limiter: createLimiter(1) }
  const from = newAddress()
  const store = () =>
    storeMail(strict, {
      ...{
        envelopeFrom: from,
        recipients: [supportOf(globex)],
        remoteAddress: '127.0.0.1',
        heloName: '',
        secure: false,
      },
      raw: Buffer.from(`From: ${from}\r\nMessage-ID: ${newId()}\r\nX-Loop: no\r\n\r\nHello`),
    })
  await Promise.all(Array.from({ length: 100 }, store))
  await expect(store()).rejects.toMatchObject({ responseCode: 451 })
})

test('a sender who opens more than twenty tickets an hour is stopped, and nothing is lost', async () => {
  const relaxed = platform.limiter
  platform.limiter = createLimiter(1)
  const from = newAddress()
  const ids = Array.from({ length: 21 }, newId)
  await Promise.all(ids.map((messageId) => sendMail({ from, to: support, subject: 'Flood', text: 'x', messageId })))
  await runJobs()
  platform.limiter = relaxed
  const decided = (await Promise.all(ids.map(decisionsOn))).flat()
  expect(decided.filter(({ state }) => state === 'done')).toHaveLength(20)
  expect(decided.find(({ state }) => state === 'suspended')!.decision).toEqual({
    code: 'too-many-tickets',
    sender: from,
    most: 20,
  })
})
