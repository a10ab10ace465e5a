import { expect, test } from 'vitest'
import { sendTestTicket } from '#contract/overview/onboarding.ts'
import { createTicket, listTicketEvents } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { mailIn, supportOf, ticketOf, vouchedFor } from '#test/mail-in.ts'
import { mailedTicket, messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { newTicket } from '#test/new-ticket.ts'
import { makeTriesDue, openRelay } from '#test/relay.ts'
import { acme, globex, mailsTo, makeWorkspace, newCustomer, owner, platform, runJobs, type World } from '#test/world.ts'

const { agent } = acme

/** Sends a question by mail, and returns its Message-ID and the new ticket. */
async function askByMail(
  from: string,
  more: { subject?: string; world?: World; headers?: Record<string, string> } = {},
) {
  const { world = acme, subject = 'Buy pills', headers = {} } = more
  const messageId = newMessageId()
  await mailIn({ from: `Paula <${from}>`, to: supportOf(world), subject, text: 'Pills', messageId, headers })
  return { messageId, id: await ticketOf(messageId) }
}

const eventsOf = async (id: string) =>
  (await as(agent)(listTicketEvents, { params: { id }, query: {} })).items.filter(({ type }) =>
    type.startsWith('mail.'),
  )
const contentOf = (mail: { text: string } | undefined) => JSON.parse(mail!.text)
const prove = (address: string) =>
  owner.query('update customer_emails set verified_at = now() where address = $1', [address])

test('an address that never proved itself is told again the next day, not before', async () => {
  const from = newSender()
  await askByMail(from)
  await askByMail(from)
  await owner.query(
    `update customers set acknowledged_at = now() - interval '23 hours' where id = (select customer_id from customer_emails where address = $1)`,
    [from],
  )
  await askByMail(from)
  expect(await mailsTo(from)).toHaveLength(1)
  await owner.query(
    `update customers set acknowledged_at = now() - interval '25 hours' where id = (select customer_id from customer_emails where address = $1)`,
    [from],
  )
  await askByMail(from)
  expect(await mailsTo(from)).toHaveLength(2)
})

test('each workspace tells on its own', async () => {
  const from = newSender()
  await askByMail(from)
  await askByMail(from, { world: globex })
  expect((await mailsTo(from)).map(({ replyTo }) => replyTo.split('@')[1])).toEqual([
    ...[expect.stringContaining(globex.domain), expect.stringContaining(acme.domain)],
  ])
})

test('of one mail to many workspaces an address that proved itself nowhere hears three times', async () => {
  const names = ['Ida', 'Ivo', 'Ina', 'Ian'] as [string, string, string, string]
  const places = ['spree', 'havel', 'isar', 'lahn', 'ruhr'].map((domain) => makeWorkspace(domain, domain, names))
  const worlds = await Promise.all(places)
  const from = newSender()
  await mailIn({ from, to: worlds.map(supportOf), subject: 'Hello', text: 'Hello', messageId: newMessageId() })
  expect(await mailsTo(from)).toHaveLength(3)
  const { rows } = await owner.query('select count(*)::int as tickets from tickets where workspace_id = any($1)', [
    worlds.map(({ id }) => id),
  ])
  expect(rows).toEqual([{ tickets: 5 }])
  const read = platform.app.pool.query('select from identity.acknowledged_addresses')
  await expect(read).rejects.toThrow(/permission denied/)
})

test('what may be a stranger’s words reaches nobody in whose name it was written, proven address or not', async () => {
  const from = newSender()
  await askByMail(from, { subject: 'Pills for all' })
  await prove(from)
  await askByMail(from, { subject: 'More pills for all' })
  const mails = await mailsTo(from)
  expect(mails.map((mail) => [mail.to, contentOf(mail).request])).toEqual([
    [from, null],
    [from, null],
  ])
  expect(JSON.stringify(mails)).not.toMatch(/pills|paula/i)
})

test('whoever asks by a mail that their domain vouches for reads their subject, and their name once they signed in', async () => {
  const from = newSender()
  await askByMail(from, { subject: 'My words', headers: vouchedFor(from) })
  await prove(from)
  const { messageId } = await askByMail(from, { subject: 'Re: My own words', headers: vouchedFor(from) })
  const [second, first] = await mailsTo(from)
  expect([first!.to, contentOf(first).request]).toMatchObject([from, { subject: 'My words' }])
  expect(second).toMatchObject({ to: `Paula <${from}>`, inReplyTo: messageId, references: messageId })
  expect(contentOf(second).request).toEqual({ subject: 'Re: My own words', mailSubject: 'Re: My own words' })
})

test('another whom a proven sender names in Reply-To reads nothing of it', async () => {
  const [from, named] = [newSender(), newSender()]
  await askByMail(from, { subject: 'Buy pills', headers: { ...vouchedFor(from), 'Reply-To': named } })
  expect((await mailsTo(named)).map((mail) => contentOf(mail).request)).toEqual([null])
})

test('it comes from the workspace, says the number, and is no mail that robots answer', async () => {
  const from = newSender()
  const { id } = await askByMail(from)
  const [mail] = await mailsTo(from)
  expect(mail).toMatchObject({
    ...{
      from: `Acme <${supportOf(acme)}>`,
      replyTo: expect.stringMatching(new RegExp(`^Acme <support\\+[a-z2-7]{53}@${acme.domain}\\.`)),
    },
    headers: { 'auto-submitted': 'auto-replied', 'x-auto-response-suppress': 'All', 'x-startup-tools-loop': acme.id },
  })
  const { rows } = await owner.query('select number from tickets where id = $1', [id])
  expect(contentOf(mail)).toMatchObject({
    number: rows[0].number,
    portalUrl: expect.stringMatching(new RegExp(`/customer/tickets/${id}$`)),
  })
})

test('what somebody answers to it joins their ticket', async () => {
  const from = newSender()
  const { id } = await askByMail(from)
  const [mail] = await mailsTo(from)
  await mailIn({ from, to: supportOf(acme), subject: 'Re', text: 'One more thing', inReplyTo: mail!.messageId })
  expect((await messagesOf(acme, id)).at(-1)).toMatchObject({ kind: 'reply', bodyText: 'One more thing' })
})

test('the history tells of it once it went, and nothing of one that was refused', async () => {
  const [reads, gone, slow] = [newSender(), newSender(), newSender()]
  const answers: Record<string, { code: number; text: string }[]> = {
    [gone]: [{ code: 550, text: '5.1.1 Nobody' }],
    [slow]: [{ code: 451, text: '4.3.0 Later' }],
  }
  await openRelay((recipient) => answers[recipient]?.shift() ?? null)
  const [one, other, third] = [await askByMail(reads), await askByMail(gone), await askByMail(slow)]
  expect(await eventsOf(one.id)).toMatchObject([
    { type: 'mail.acknowledged', actor: { type: 'system' }, old: null, new: { recipient: reads } },
  ])
  expect([await eventsOf(other.id), await eventsOf(third.id)]).toEqual([[], []])
  await makeTriesDue(third.id)
  await runJobs()
  expect(await eventsOf(third.id)).toMatchObject([{ type: 'mail.acknowledged', new: { recipient: slow } }])
  const { rows } = await owner.query(
    `select customer_ids from live_events where subject_id = $1 and type = 'mail.acknowledged'`,
    [one.id],
  )
  expect(rows).toEqual([{ customer_ids: [] }])
})

test.each([
  'no-reply@robots.test',
  'noreply+7@robots.test',
  'donotreply@robots.test',
  'mailer-daemon@robots.test',
  'postmaster@robots.test',
  'bounces-12@robots.test',
  'notifications@robots.test',
])('%s is a robot, and is told nothing', async (address) => {
  const { id } = await askByMail(newSender(), { headers: { 'Reply-To': address } })
  expect(await messagesOf(acme, id)).toMatchObject([{ author: { email: address }, automatic: false }])
  expect(await mailsTo(address)).toEqual([])
})

test.each([
  'bouncer@robots.test',
  'notification.nora@robots.test',
  'bounce.smith@robots.test',
  'postmaster.pat@robots.test',
])('%s only looks like a robot, and is told', async (address) => {
  await askByMail(address)
  expect(await mailsTo(address)).toHaveLength(1)
})

test.each([
  ['an automatic mail', { 'Auto-Submitted': 'auto-generated' }],
  ['a newsletter', { 'List-Unsubscribe': '<https://example.org/leave>' }],
])('%s is acknowledged to nobody, proven or not', async (_, headers) => {
  const from = newSender()
  const { id } = await askByMail(from, { headers })
  await prove(from)
  await askByMail(from, { headers })
  expect([await mailsTo(from), await eventsOf(id)]).toEqual([[], []])
})

test('an address that bounced is told nothing', async () => {
  const customer = await newCustomer(acme, 'Bruno')
  await owner.query(
    `update customer_emails set suppressed_until = now() + interval '1 day', suppressed_for = '{"code":"mailbox-full"}' where address = $1`,
    [customer.email],
  )
  await newTicket({ ...acme, customer })
  await runJobs()
  expect(await mailsTo(customer.email)).toEqual([])
})

test('who asks in the portal is told each time', async () => {
  const customer = await newCustomer(acme, 'Petra')
  await newTicket({ ...acme, customer })
  await newTicket({ ...acme, customer })
  await runJobs()
  const mails = await mailsTo(customer.email)
  expect(mails.map((mail) => mail.inReplyTo)).toEqual(['', ''])
  // The first mail of a conversation is no reply, so its subject has no `Re:`.
  for (const mail of mails) {
    const { request } = contentOf(mail)
    expect(request.mailSubject).toBe(request.subject)
    expect(request.subject).not.toMatch(/^Re:/)
  }
})

test('of a ticket that the team opens only the first message is mailed', async () => {
  const customer = await newCustomer(acme, 'Tom')
  const body = { subject: 'Hello', text: 'First', requester: { email: customer.email }, from: 'agent' as const }
  const { id } = await as(agent)(createTicket, { body })
  await runJobs()
  expect(await mailsTo(customer.email)).toMatchObject([
    { subject: 'Hello', from: expect.stringContaining('Carl Test') },
  ])
  expect(await eventsOf(id)).toEqual([])
})

test('a test ticket is acknowledged to who asked for it', async () => {
  await as(agent)(sendTestTicket, {})
  await runJobs()
  expect(
    (await mailsTo(agent.email)).filter(({ html }) => html.includes('data-template="acknowledgement"')),
  ).toHaveLength(1)
})

test('a ticket that follows a closed one is acknowledged as a new one', async () => {
  const { id, from, answer } = await mailedTicket(acme)
  await prove(from)
  await owner.query(`update tickets set status = 'closed', solved_at = now(), closed_at = now() where id = $1`, [id])
  await mailIn({
    from,
    to: answer.replyTo,
    subject: 'Re: Lamp',
    text: 'Dark again',
    messageId: newMessageId(),
    headers: vouchedFor(from),
  })
  const [mail] = await mailsTo(from)
  expect(contentOf(mail)).toMatchObject({ request: { subject: 'Lamp' } })
})
