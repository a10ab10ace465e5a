import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { writeMessage } from '#contract/tickets/messages.ts'
import { showTicket, solveTicket, trashTicket } from '#contract/tickets/tickets.ts'
import { encodeBase32 } from '#server/platform/mail/base32.ts'
import { as } from '#test/ask.ts'
import { decisionsOn, mailIn, supportOf, ticketOf, vouchedFor } from '#test/mail-in.ts'
import { mailedTicket, messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { acme, globex, mailsTo, owner, platform, runJobs } from '#test/world.ts'

const { agent } = acme
const support = supportOf(acme)
type Mailed = Awaited<ReturnType<typeof mailedTicket>>
type MailParts = {
  from?: string
  to?: string
  subject?: string
  text?: string
  cc?: string
  headers?: Record<string, string>
} & Partial<Record<'inReplyTo' | 'references', string | string[]>>

/** Sends another mail, by default from the address that opened the ticket. Returns the decision about this mail. */
async function writeAgain({ from }: Pick<Mailed, 'from'>, written: MailParts) {
  const messageId = newMessageId()
  const mail = { from, to: support, subject: 'Lamp', text: 'It flickers.', messageId, ...written }
  await mailIn(mail as Parameters<typeof mailIn>[0])
  const [decided] = await decisionsOn(messageId)
  return decided!
}

const close = (id: string) =>
  owner.query(`update tickets set status = 'closed', solved_at = now(), closed_at = now() where id = $1`, [id])
const show = (id: string) => as(agent)(showTicket, { params: { id } })

/** Tests share these tickets if they only send mails to them. */
const [one, other, foreign] = [await mailedTicket(acme), await mailedTicket(acme), await mailedTicket(globex)]

test.each([
  ['its address', 'sent-to-ticket', ({ answer }: Mailed) => ({ to: answer.replyTo })],
  ['its address in capitals', 'sent-to-ticket', ({ answer }: Mailed) => ({ to: capitals(answer.replyTo) })],
  ['the mail it answers', 'answers-our-mail', ({ answer }: Mailed) => ({ inReplyTo: answer.messageId })],
  ['the thread it is in', 'answers-our-mail', ({ answer }: Mailed) => ({ references: ['<x@y.z>', answer.messageId] })],
])('by %s a mail of its requester joins the conversation', async (_, code, clue) => {
  const decided = await writeAgain(one, clue(one))
  expect(decided).toMatchObject({
    ...{ state: 'done', ticketId: one.id, evidence: [{ code }] },
    decision: { code: 'reply-on-ticket', number: one.number },
  })
  expect((await messagesOf(acme, one.id)).at(-1)).toMatchObject({ id: decided.messageId, kind: 'reply', flags: [] })
})

const capitals = (replyTo: string) => /<(.*)>/.exec(replyTo)![1]!.toUpperCase()

test.each([
  [
    'a Message-ID of their own',
    { code: 'answers-foreign-mail' },
    ({ messageId }: Mailed) => ({ inReplyTo: messageId }),
  ],
  ['its number', { code: 'names-ticket' }, ({ number }: Mailed) => ({ subject: `Lamp [#${number}]` })],
  ['its quoted address', { code: 'quotes-ticket-address' }, ({ answer }: Mailed) => ({ text: `> ${answer.replyTo}` })],
])('by %s a mail whose domain says nothing is its requester’s, who is not verified', async (_, evidence, clue) => {
  await as(agent)(solveTicket, { params: { id: one.id } })
  const decided = await writeAgain(one, clue(one))
  expect(decided).toMatchObject({
    evidence: [evidence, { code: 'sender-unchecked' }],
    decision: { code: 'reply-on-ticket', number: one.number },
  })
  expect((await messagesOf(acme, one.id)).at(-1)).toMatchObject({
    ...{ id: decided.messageId, kind: 'reply', flags: ['unverified'] },
  })
  expect(await show(one.id)).toMatchObject({ status: 'open', waitingSince: expect.any(String) })
})

test('a mail that its domain disowns is a note, by whatever clue', async () => {
  const headers = { 'Authentication-Results': 'relay.test; dmarc=fail header.from=example.org' }
  const clues = [
    { to: one.answer.replyTo },
    { inReplyTo: one.answer.messageId },
    { inReplyTo: one.messageId },
    { subject: `[#${one.number}]` },
  ]
  for (const clue of clues)
    expect(await writeAgain(one, { ...clue, headers })).toMatchObject({
      decision: { code: 'note-by-unproven-sender', number: one.number, sender: one.from },
    })
})

test('nothing that others wrote is sent to a sender who is not verified', async () => {
  const mailed = await mailedTicket(acme)
  await as(agent)(writeMessage, { params: { id: mailed.id }, body: { text: 'The door code is 4711.' } })
  await runJobs()
  const before = (await mailsTo(mailed.from)).length
  await writeAgain(mailed, { subject: `Again [#${mailed.number}]` })
  await close(mailed.id)
  await writeAgain(mailed, { subject: `And again [#${mailed.number}]` })
  await runJobs()
  const later = (await mailsTo(mailed.from)).slice(before)
  expect(later.map(({ text }) => text).join()).not.toContain('4711')
  expect(later.map(({ subject }) => subject).join()).not.toContain('Lamp')
})

type Clue = (one: Mailed, other: Mailed) => MailParts

test.each<[string, string, Clue]>([
  [
    'an address before a Message-ID',
    'sent-to-ticket',
    (one, other) => ({ to: one.answer.replyTo, inReplyTo: other.answer.messageId }),
  ],
  [
    'the mail that is answered before its thread',
    'answers-our-mail',
    (one, other) => ({ inReplyTo: one.answer.messageId, references: [other.answer.messageId] }),
  ],
  [
    'the end of a thread before its beginning',
    'answers-our-mail',
    (one, other) => ({ references: [other.answer.messageId, one.answer.messageId] }),
  ],
  [
    'what we signed before what anybody may know',
    'answers-our-mail',
    (one, other) => ({ references: [one.answer.messageId], inReplyTo: other.messageId }),
  ],
  [
    'a foreign Message-ID before a number',
    'answers-foreign-mail',
    (one, other) => ({ inReplyTo: one.messageId, subject: `[#${other.number}]` }),
  ],
  [
    'a number before a quoted address',
    'names-ticket',
    (one, other) => ({ subject: `[#${one.number}]`, text: other.answer.replyTo }),
  ],
])('of two tickets that a mail names, %s counts', async (_, code, clue) => {
  const decided = await writeAgain(one, clue(one, other))
  expect(decided.ticketId).toBe(one.id)
  expect(decided.evidence[0]).toMatchObject({ code })
})

test('a number that no ticket has leads on to the next clue', async () => {
  const decided = await writeAgain(one, { subject: '[#99999999]', text: `> ${one.answer.replyTo}` })
  expect(decided).toMatchObject({ ticketId: one.id, evidence: [{ code: 'quotes-ticket-address' }, {}] })
})

test.each<[string, (mailed: Mailed) => MailParts]>([
  ['Message-ID', ({ answer }) => ({ inReplyTo: answer.messageId })],
  ['first mail', ({ messageId }) => ({ inReplyTo: messageId })],
  ['quoted address', ({ answer }) => ({ text: answer.replyTo })],
])('the %s of another workspace’s ticket leads nowhere', async (_, clue) => {
  const decided = await writeAgain(foreign, clue(foreign))
  expect(decided).toMatchObject({ decision: { code: 'opened-ticket' }, evidence: [] })
  expect(await messagesOf(globex, foreign.id)).toHaveLength(2)
})

test.each<[string, (mailed: Mailed) => MailParts]>([
  ['address', ({ answer }) => ({ to: answer.replyTo.replace(/\+(.)/, flipped) })],
  ['Message-ID', ({ answer }) => ({ inReplyTo: answer.messageId.replace(/<(.)/, flipped) })],
])('an %s that somebody changed by a letter leads nowhere', async (_, forged) => {
  expect(await writeAgain(one, forged(one))).toMatchObject({ decision: { code: 'opened-ticket' }, evidence: [] })
})

const flipped = (all: string, letter: string) => all.replace(letter, letter === 'a' ? 'b' : 'a')

test('a stranger, a colleague and somebody in copy are told apart', async () => {
  const copied = newSender()
  const mailed = await mailedTicket(acme)
  const { rows } = await owner.query(`insert into customers (workspace_id) values ($1) returning id`, [acme.id])
  await owner.query('insert into customer_emails (workspace_id, address, customer_id) values ($1, $2, $3)', [
    ...[acme.id, copied, rows[0].id],
  ])
  await owner.query('insert into ticket_copies (workspace_id, ticket_id, customer_id) values ($1, $2, $3)', [
    ...[acme.id, mailed.id, rows[0].id],
  ])
  const { number } = mailed
  const from = (address: string, headers = {}) =>
    writeAgain(mailed, { from: address, to: mailed.answer.replyTo, headers })

  expect(await from('eve@example.org')).toMatchObject({
    decision: { code: 'note-by-stranger', number, sender: 'eve@example.org' },
    evidence: [{ code: 'sent-to-ticket' }],
  })
  expect(await from(agent.email)).toMatchObject({
    decision: { code: 'note-by-colleague', number, sender: agent.email },
    evidence: [{ code: 'sent-to-ticket' }, { code: 'sender-unchecked' }],
  })
  expect(await from(globex.agent.email)).toMatchObject({ decision: { code: 'note-by-stranger' } })
  expect(await from(copied)).toMatchObject({
    decision: { code: 'reply-on-ticket', number },
    evidence: [{ code: 'sent-to-ticket' }, { code: 'sender-unchecked' }],
  })
  expect(await from(copied, vouchedFor(copied))).toMatchObject({ decision: { code: 'reply-on-ticket', number } })
})

test('each person on a ticket has an address of their own, and another’s verifies nobody', async () => {
  const copied = newSender()
  const mailed = await mailedTicket(acme)
  await as(agent)(writeMessage, { params: { id: mailed.id }, body: { text: 'To both', cc: [copied] } })
  await runJobs()
  const [theirs] = await mailsTo(copied)
  const [own] = await mailsTo(mailed.from)
  const flagsOf = async (from: string, to: string) => {
    expect(await writeAgain(mailed, { from, to })).toMatchObject({ decision: { code: 'reply-on-ticket' } })
    return (await messagesOf(acme, mailed.id)).at(-1)!.flags
  }

  expect(await flagsOf(copied, theirs!.replyTo)).toEqual([])
  expect(await flagsOf(mailed.from, own!.replyTo)).toEqual([])
  expect(await flagsOf(mailed.from, theirs!.replyTo)).toEqual(['unverified'])
  expect(await flagsOf(copied, own!.replyTo)).toEqual(['unverified'])
})

test('the Message-ID of a mail that went to several verifies nobody', async () => {
  const mailed = await mailedTicket(acme)
  await as(agent)(writeMessage, { params: { id: mailed.id }, body: { text: 'To both', cc: [newSender()] } })
  await runJobs()
  const [{ messageId } = { messageId: '' }] = await mailsTo(mailed.from)
  expect(await writeAgain(mailed, { inReplyTo: messageId })).toMatchObject({
    ...{ ticketId: mailed.id, decision: { code: 'reply-on-ticket' } },
    evidence: [{ code: 'answers-our-mail' }, { code: 'sender-unchecked' }],
  })
})

test('an address that went out before each person had their own keeps working for whom it went to', async () => {
  const mailed = await mailedTicket(acme)
  const [ticket, workspace] = [mailed.id, acme.id].map((id) => Buffer.from(id.replaceAll('-', ''), 'hex'))
  const hmac = createHmac('sha256', platform.keys.mail[0]).update('startup-tools/address/').update(workspace!)
  const token = encodeBase32(Buffer.concat([ticket!, hmac.update(ticket!).digest().subarray(0, 12)]))
  const to = support.replace('@', `+${token}@`)
  expect(await writeAgain(mailed, { to })).toMatchObject({ decision: { code: 'reply-on-ticket' } })
  expect(await writeAgain(mailed, { to, from: newSender() })).toMatchObject({ decision: { code: 'note-by-stranger' } })
  const headers = { 'Authentication-Results': 'relay.test; dmarc=fail header.from=example.org' }
  expect(await writeAgain(mailed, { to, headers })).toMatchObject({ decision: { code: 'note-by-unproven-sender' } })
})

test('a mail to a merged ticket joins the one it went into', async () => {
  const [one, into] = [await mailedTicket(acme), await mailedTicket(acme)]
  await owner.query(`update tickets set status = 'closed', merged_into = $2 where id = $1`, [one.id, into.id])
  const decided = await writeAgain(into, { to: one.answer.replyTo, headers: vouchedFor(into.from) })
  expect(decided).toMatchObject({ ticketId: into.id, decision: { code: 'reply-on-ticket', number: into.number } })
  expect(await messagesOf(acme, one.id)).toHaveLength(2)
})

test('the requester of a closed ticket begins a follow-up, whose mail names the old one', async () => {
  const mailed = await mailedTicket(acme)
  await close(mailed.id)
  const decided = await writeAgain(mailed, { to: mailed.answer.replyTo })
  expect(decided).toMatchObject({
    decision: { code: 'opened-follow-up', number: mailed.number },
    evidence: [{ code: 'sent-to-ticket' }],
  })
  expect(await show(decided.ticketId!)).toMatchObject({ followUpOf: mailed.id })
  expect(await messagesOf(acme, mailed.id)).toHaveLength(2)
})

test.each([
  ['closed', close],
  ['thrown away', (id: string) => as(agent)(trashTicket, { params: { id } })],
])('what a stranger writes on a ticket that is %s opens one of their own', async (_, end) => {
  const mailed = await mailedTicket(acme)
  await end(mailed.id)
  const decided = await writeAgain(mailed, { from: 'eve@example.org', to: mailed.answer.replyTo })
  expect(decided).toMatchObject({
    decision: { code: 'opened-ticket' },
    evidence: [{ code: 'sent-to-ticket' }, { code: 'ticket-is-over', number: mailed.number }],
  })
  expect(await show(decided.ticketId!)).toMatchObject({ followUpOf: null, requester: { email: 'eve@example.org' } })
})

test('its requester brings a ticket back from the trash', async () => {
  const mailed = await mailedTicket(acme)
  await as(agent)(trashTicket, { params: { id: mailed.id } })
  expect(await writeAgain(mailed, { to: mailed.answer.replyTo })).toMatchObject({ ticketId: mailed.id })
  expect(await show(mailed.id)).toMatchObject({ isTrashed: false })
})

test('a mail without any clue opens a ticket, whatever its subject', async () => {
  const mailed = await mailedTicket(acme)
  const messageId = newMessageId()
  await mailIn({ from: mailed.from, to: support, subject: 'Re: Lamp', text: 'Again', messageId })
  expect(await ticketOf(messageId)).not.toBe(mailed.id)
})
