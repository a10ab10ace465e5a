import { expect, test } from 'vitest'
import { writeMessage } from '#contract/tickets/messages.ts'
import { listTicketEvents, showTicket } from '#contract/tickets/tickets.ts'
import { showSuppression } from '#contract/workspace/customers.ts'
import { as } from '#test/ask.ts'
import { bounceIn, returnPathOf } from '#test/bounce-in.ts'
import { decisionsOn, mailIn, supportOf } from '#test/mail-in.ts'
import { mailedTicket, messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { acme, globex, type Mail, mailsTo, owner, type Person, runJobs } from '#test/world.ts'

const { agent, admin } = acme

const show = (id: string, person: Person = agent) => as(person)(showTicket, { params: { id } })
const suppressionOf = async (id: string) => (await show(id)).requester.suppression

async function answer(id: string, more: object = {}) {
  await as(agent)(writeMessage, { params: { id }, body: { text: 'Once more', ...more } })
  await runJobs()
  return (await messagesOf(acme, id)).at(-1)!
}

const report = (mail: Mail, recipient: string, status: string) =>
  bounceIn(returnPathOf(mail), { of: mail.messageId, recipient, status })

/** Sends `times` answers, and reports each answer as bounced with `status`. */
async function failing(id: string, from: string, times: number, status = '5.2.2') {
  for (let time = 0; time < times; time += 1) {
    await answer(id)
    await report((await mailsTo(from))[0]!, from, status)
  }
}

test.each(['5.1.1', '5.1.2', '5.1.6', '5.1.10', '5.2.1', '5.4.4'])(
  'mails to an address rest at once when a report says %s: unknown, moved or disabled',
  async (status) => {
    const { id, from, answer: mail } = await mailedTicket(acme)
    await report(mail, from, status)
    expect(await suppressionOf(id)).toEqual({
      until: expect.any(String),
      reason: { code: 'bounced-with-status', status },
    })
    expect(await answer(id)).toMatchObject({ delivery: { state: 'failed', reason: { code: 'bounced-before' } } })
  },
)

test.each(['4.1.1', '4.2.2', '5.2.2', '5.2.3', '5.3.4', '5.7.1', '5.0.0', '5.1.8'])(
  'the next answer goes out all the same after a report of %s, which may pass',
  async (status) => {
    const { id, from, answer: mail } = await mailedTicket(acme)
    await report(mail, from, status)
    expect((await messagesOf(acme, id)).at(-1)).toMatchObject({ delivery: { state: 'bounced' } })
    expect(await suppressionOf(id)).toBeNull()
    expect(await answer(id)).toMatchObject({ delivery: { state: 'sent' } })
  },
)

test('five mails that come back within 72 hours make an address rest, and four do not', async () => {
  const { id, from } = await mailedTicket(acme)
  await failing(id, from, 4)
  expect(await suppressionOf(id)).toBeNull()
  await failing(id, from, 1)
  expect(await suppressionOf(id)).toMatchObject({ reason: { status: '5.2.2' } })
})

test('what came back longer ago, or before somebody wrote from the address, counts no more', async () => {
  const [old, writes] = [await mailedTicket(acme), await mailedTicket(acme)]
  await failing(old.id, old.from, 4)
  await owner.query(`update outgoing_mails set bounced_at = now() - interval '73 hours' where recipient = $1`, [
    old.from,
  ])
  await failing(old.id, old.from, 1)
  await failing(writes.id, writes.from, 4)
  await mailIn({ from: writes.from, to: writes.answer.replyTo, subject: 'Re: Lamp', text: 'Here I am' })
  await failing(writes.id, writes.from, 1)
  expect([await suppressionOf(old.id), await suppressionOf(writes.id)]).toEqual([null, null])
})

test('an address that rests is mailed again after its time', async () => {
  const { id, from, answer: mail } = await mailedTicket(acme)
  await report(mail, from, '5.1.1')
  await owner.query(`update customer_emails set suppressed_until = now() where address = $1`, [from])
  expect(await suppressionOf(id)).toBeNull()
  expect(await answer(id)).toMatchObject({ delivery: { state: 'sent' } })
})

test('an absence note from an address shows too that it can be reached', async () => {
  const { id, from, answer: mail } = await mailedTicket(acme)
  await report(mail, from, '5.1.1')
  const headers = { 'Auto-Submitted': 'auto-replied' }
  await mailIn({ from, to: returnPathOf(mail), subject: 'Re: Lamp', text: 'I am away', headers })
  expect((await messagesOf(acme, id)).at(-1)).toMatchObject({ bodyText: 'I am away', kind: 'reply', automatic: true })
  expect(await answer(id)).toMatchObject({ delivery: { state: 'sent' } })
})

test('the team sees who is not mailed, and can mail them all the same; the customer is not told', async () => {
  const { id, from, answer: mail } = await mailedTicket(acme)
  const copied = newSender()
  await answer(id, { cc: [copied] })
  await report(mail, from, '5.1.1')
  await report((await mailsTo(copied))[0]!, copied, '5.1.1')
  const unreachable = { suppression: { reason: { status: '5.1.1' } } }
  expect(await show(id)).toMatchObject({ requester: unreachable, cc: [unreachable] })
  expect(await answer(id, { toSuppressed: true })).toMatchObject({ delivery: { state: 'sent' } })
  expect(await show(id)).toMatchObject({ requester: { suppression: null }, cc: [{ suppression: null }] })
  const asked = { params: { id }, body: { text: 'Mine', toSuppressed: true } }
  expect(await as(acme.customer)(writeMessage, asked)).toMatchObject({ status: 403, code: 'not-allowed' })
})

test('before writing to a new address the team can ask whether mails to it rest; other workspaces hear nothing', async () => {
  const { id, from, answer: mail } = await mailedTicket(acme)
  const alias = `alias-${from}`
  await owner.query(
    `insert into customer_emails (workspace_id, address, customer_id, is_primary)
     select workspace_id, $1, customer_id, false from customer_emails where address = $2`,
    [alias, from],
  )
  const suppressionOf = (address: string, by: Person = agent) => as(by)(showSuppression, { query: { address } })
  const [reachable, unreachable] = [{ suppression: null }, { suppression: { reason: { status: '5.1.1' } } }]
  expect(await suppressionOf(from)).toEqual(reachable)
  await report(mail, from, '5.1.1')
  expect(await suppressionOf(from.toUpperCase())).toMatchObject(unreachable)
  expect(await suppressionOf(alias)).toMatchObject(unreachable)
  expect(await suppressionOf(newSender())).toEqual(reachable)
  expect(await suppressionOf(from, globex.agent)).toEqual(reachable)
  expect(await suppressionOf(from, acme.customer)).toMatchObject({ status: 403 })
  await answer(id, { toSuppressed: true })
  expect(await suppressionOf(from)).toEqual(reachable)
})

test.each(['delivered', 'relayed', 'expanded'])('a report that a mail was %s is no failure', async (action) => {
  const { id, from, answer: mail } = await mailedTicket(acme)
  const arrived = { of: mail.messageId, recipient: from, status: '2.0.0', action }
  expect(await bounceIn(returnPathOf(mail), arrived)).toMatchObject({
    ...{ state: 'done', ticketId: id },
    decision: { code: 'arrival-of-answer', recipient: from },
  })
  expect((await messagesOf(acme, id)).at(-1)).toMatchObject({ delivery: { state: 'sent' } })
})

test('a report that somebody in copy forges marks nothing and silences nobody: it is a flagged note', async () => {
  const { id, from } = await mailedTicket(acme)
  const copied = newSender()
  await answer(id, { cc: [copied] })
  const [seen] = await mailsTo(copied)
  const forged = { of: seen!.messageId, recipient: from }
  expect(await bounceIn(seen!.replyTo, forged)).toMatchObject({
    ...{ state: 'done', ticketId: id },
    decision: { code: 'unproven-bounce', recipient: from },
  })
  expect(await bounceIn(supportOf(acme), forged)).toMatchObject({ decision: { code: 'unproven-bounce' } })
  const [, , said, note] = await messagesOf(acme, id)
  expect(said).toMatchObject({ delivery: { state: 'sent' } })
  expect(note).toMatchObject({ kind: 'note', author: { type: 'system' }, flags: ['bounce'] })
  expect(note!.bodyText).toContain(`a mail to ${from} did not arrive`)
  const { items } = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  expect(items.filter(({ type }) => type === 'mail.bounced')).toEqual([])
  expect(await answer(id)).toMatchObject({ delivery: { state: 'sent' } })
})

test('whoever forges a report to the return path that they learned silences themselves alone', async () => {
  const { id, from } = await mailedTicket(acme)
  const copied = newSender()
  await answer(id, { cc: [copied] })
  const [seen] = await mailsTo(copied)
  await bounceIn(returnPathOf(seen!), { of: seen!.messageId, recipient: from })
  expect(await show(id)).toMatchObject({ requester: { suppression: null }, cc: [{ suppression: { reason: {} } }] })
})

test('a report that names its mail only by the address of the ticket finds it by whom it did not reach', async () => {
  const { id, from, answer: mail } = await mailedTicket(acme)
  expect(await bounceIn(mail.replyTo, { recipient: from })).toMatchObject({
    ...{ state: 'done', ticketId: id },
    decision: { code: 'unproven-bounce', recipient: from },
  })
  expect(await bounceIn(mail.replyTo, { recipient: newSender() })).toMatchObject({
    ...{ state: 'suspended', ticketId: null },
    decision: { code: 'bounce-of-unknown-mail' },
  })
})

test('the return path of another workspace’s mail leads nowhere', async () => {
  const { id, from, answer: mail } = await mailedTicket(globex)
  const elsewhere = returnPathOf(mail).replace(`@${globex.domain}.`, `@${acme.domain}.`)
  expect(await bounceIn(elsewhere, { recipient: from })).toMatchObject({ decision: { code: 'bounce-of-unknown-mail' } })
  expect((await messagesOf(globex, id)).at(-1)).toMatchObject({ delivery: { state: 'sent' } })
})

test('who writes to a return path by hand has written to the ticket, and is not verified', async () => {
  const { id, from, answer: mail } = await mailedTicket(acme)
  const messageId = newMessageId()
  await mailIn({ from, to: returnPathOf(mail), subject: 'Hello', text: 'By hand', messageId })
  expect((await decisionsOn(messageId))[0]).toMatchObject({
    decision: { code: 'reply-on-ticket' },
    evidence: [{ code: 'sent-to-ticket' }, { code: 'sender-unchecked' }],
    ticketId: id,
  })
  expect(await show(id, admin)).toMatchObject({ status: 'open' })
})
