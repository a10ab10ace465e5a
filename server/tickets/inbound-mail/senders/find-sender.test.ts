import type { SendMailOptions } from 'nodemailer'
import { expect, test } from 'vitest'
import { showTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { decisionsOn, mailIn, supportOf, vouchedFor } from '#test/mail-in.ts'
import { mailedTicket, messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { acme, globex, mailsTo, newMember, owner, runJobs } from '#test/world.ts'

const { agent } = acme
const support = supportOf(acme)

/** Sends a mail to support, and returns the decision and the ticket. */
async function decided(mail: SendMailOptions) {
  const messageId = newMessageId()
  await mailIn({ to: support, subject: 'Oven', text: 'It is cold.', messageId, ...mail })
  const [{ ticketId, ...rest } = { ticketId: null }] = await decisionsOn(messageId)
  return { ...rest, ticketId, ticket: await as(agent)(showTicket, { params: { id: ticketId! } }) }
}

const forward = (writer: string) =>
  `For us\n\n---------- Forwarded message ---------\nFrom: Fritz <${writer}>\nSubject: Cold oven\n\nIt is cold`

test('who wants the answer elsewhere is answered there', async () => {
  const [from, replyTo] = [newSender(), newSender()]
  const { ticket, evidence } = await decided({ from: `Form <${from}>`, replyTo: `Fritz <${replyTo}>` })
  expect(ticket.requester).toMatchObject({ name: 'Fritz', email: replyTo })
  expect(evidence).toEqual([{ code: 'answers-elsewhere', sender: from, replyTo }])
  await runJobs()
  expect([await mailsTo(replyTo), await mailsTo(from)].map(({ length }) => length)).toEqual([1, 0])
})

test('nobody is answered at an address of ours', async () => {
  const from = newSender()
  const { ticket, evidence } = await decided({ from: `Fritz <${from}>`, replyTo: [support, supportOf(globex)] })
  expect(ticket.requester).toMatchObject({ name: 'Fritz', email: from })
  expect(evidence).toEqual([])
})

test.each([
  ['From lends its name to the same address in Reply-To', 'Fritz <FRITZ@example.net>', 'fritz@example.net', 'Fritz'],
  ['an address is no name', '"hans@example.net" <hans@example.net>', undefined, ''],
])('%s', async (_, from, replyTo, name) => {
  const { ticket } = await decided({ from, ...(replyTo && { replyTo }) })
  expect(ticket.requester).toMatchObject({ name, email: expect.stringMatching(/^[a-z]+@example\.net$/) })
})

test('who names the requester in Reply-To alone has not shown to be them', async () => {
  const { id, from, answer } = await mailedTicket(acme)
  await mailIn({ from: newSender(), replyTo: from, to: answer.replyTo, subject: 'Re: Lamp', text: 'From my phone' })
  expect((await messagesOf(acme, id)).at(-1)).toMatchObject({ kind: 'note', flags: ['stranger'] })
})

test('a forward by a colleague says who passed it on, tells nobody, and copies nobody', async () => {
  const writer = newSender()
  const mail = { from: agent.email, cc: newSender(), subject: 'Fwd: Cold oven', text: forward(writer) }
  const { ticket, evidence } = await decided(mail)
  expect(evidence).toEqual([{ code: 'passed-on', sender: agent.email, writer }, { code: 'sender-unchecked' }])
  expect(ticket).toMatchObject({ subject: 'Cold oven', requester: { name: 'Fritz', email: writer }, cc: [] })
  expect([...(await mailsTo(writer)), ...(await mailsTo(agent.email))]).toEqual([])
})

test.each([
  ['a customer', async () => newSender()],
  ['somebody of another team', async () => globex.agent.email],
  ['a former colleague', async () => (await formerColleague()).email],
])('a forward by %s is their own ticket', async (_, find) => {
  const from = await find()
  const { ticket, evidence } = await decided({ from, subject: 'Fwd: Cold oven', text: forward(newSender()) })
  expect(ticket).toMatchObject({ subject: 'Fwd: Cold oven', requester: { email: from } })
  expect(evidence).toEqual([])
})

async function formerColleague() {
  const member = await newMember(acme, 'Fred')
  await owner.query(`update members set status = 'deactivated' where id = $1`, [member.id])
  return member
}

test('everybody who was addressed is in copy once, but for us, the team and the sender', async () => {
  const from = newSender()
  const { ticket } = await decided({
    from,
    envelope: { from, to: support },
    headers: vouchedFor(from),
    to: [support, 'Dora <dora@example.net>'],
    cc: ['DORA@example.net', 'Emil <emil@example.net>', from, agent.email, supportOf(globex)],
  })
  expect(ticket.cc).toMatchObject([{ email: 'dora@example.net' }, { name: 'Emil', email: 'emil@example.net' }])
})

test('an automatic mail puts nobody in copy', async () => {
  const headers = { 'Auto-Submitted': 'auto-generated' }
  const { ticket } = await decided({ from: newSender(), cc: newSender(), headers })
  expect(ticket).toMatchObject({ cc: [] })
})

test('a customer of ours is known by the address, and keeps the name they have', async () => {
  const { ticket } = await decided({ from: `Somebody Else <${acme.customer.email.toUpperCase()}>` })
  expect(ticket.requester).toMatchObject({ id: acme.customer.id, name: acme.customer.name })
})
