import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { redactMessage, takeBackMessage, writeMessage } from '#contract/tickets/messages.ts'
import { createTicket, listTicketEvents } from '#contract/tickets/tickets.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { changeProfile } from '#contract/workspace/team.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { mailIn, supportOf, ticketOf, vouchedFor } from '#test/mail-in.ts'
import { mailedTicket, messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { newTicket } from '#test/new-ticket.ts'
import { openRelay } from '#test/relay.ts'
import { acme, globex, mailsTo, makeWorkspace, newMember, owner, platform, runJobs } from '#test/world.ts'
import { queueOutgoing } from './deliveries/send-outgoing.ts'
import { queueAnswer } from './mail-customer.ts'

const { agent, customer } = acme
const reply = (id: string, text: string, more: { cc?: string[]; attachments?: string[]; sendAt?: string } = {}) =>
  as(agent)(writeMessage, { params: { id }, body: { text, ...more } })
const contentOf = (mail: { text: string }) => JSON.parse(mail.text)

const outgoingOf = async (messageId: string) =>
  (
    await owner.query(
      `select id, recipient, state, reason from outgoing_mails where message_id = $1 and kind = 'answer' order by recipient`,
      [messageId],
    )
  ).rows

test('an answer goes to the requester and to each in copy, who all see one another', async () => {
  const [first, second] = [newSender(), newSender()].sort()
  const { id } = await newTicket(acme)
  await runJobs()
  const taken = await openRelay()
  await reply(id, 'On its way', { cc: [first!, second!] })
  await runJobs()
  expect(taken.map(({ recipient }) => recipient).sort()).toEqual([customer.email, first, second].sort())
  expect(taken.map(({ raw }) => [header(raw, 'To'), header(raw, 'Cc')])).toEqual(
    Array(3).fill([`${customer.name} <${customer.email}>`, `${first}, ${second}`]),
  )
  expect(new Set(taken.map(({ raw }) => header(raw, 'Reply-To'))).size).toBe(3)
  // Each mail has a different return path, and no mail contains one of these addresses.
  expect(new Set(taken.map(({ from }) => from)).size).toBe(3)
  expect(taken.filter(({ raw }) => taken.some(({ from }) => raw.includes(from)))).toEqual([])
  expect(taken.map(({ raw }) => header(raw, 'X-Startup-Tools-Loop'))).toEqual(Array(3).fill(acme.id))
})

const header = (raw: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(raw)![1]!.replace(/\r\n[ \t]+/g, ' ')

test('a mail goes once, however often its job runs', async () => {
  const { id } = await newTicket(acme)
  await runJobs()
  const taken = await openRelay()
  const { id: messageId } = await reply(id, 'Once')
  const [mail] = await outgoingOf(messageId!)
  const again = () => inWorkspace(platform.app, acme.id, (tx) => queueOutgoing(tx, mail.id))
  await runJobs()
  await again()
  await runJobs()
  await again()
  await runJobs()
  expect(taken).toMatchObject([{ recipient: customer.email }])
})

test('a note is mailed to nobody, and what a customer writes to no customer', async () => {
  const taken = await openRelay()
  const { id } = await newTicket(acme)
  await reply(id, 'Hello', { cc: [newSender()] })
  await runJobs()
  taken.length = 0
  await as(agent)(writeMessage, { params: { id }, body: { text: 'Between us', kind: 'note' } })
  await as(customer)(writeMessage, { params: { id }, body: { text: 'And now?' } })
  await runJobs({ laterSeconds: 15 })
  expect(taken.map(({ recipient }) => recipient)).toEqual([agent.email])
})

test('a held answer is mailed once its time has come, and never when it is taken back', async () => {
  const taken = await openRelay()
  const { id } = await newTicket(acme)
  const sendAt = new Date(Date.now() + 600_000).toISOString()
  const { id: backId } = await reply(id, 'Too early', { sendAt })
  await as(agent)(takeBackMessage, { params: { id, messageId: backId! } })
  const { id: heldId } = await reply(id, 'In time', { sendAt })
  await runJobs()
  expect([...(await outgoingOf(heldId!)), ...(await outgoingOf(backId!))]).toEqual([])
  await owner.query(`update messages set send_at = now() where id = $1`, [heldId])
  await owner.query(`update graphile_worker._private_jobs set run_at = now() where key like $1`, [`%:${heldId}`])
  await runJobs()
  expect(taken.map(({ raw }) => raw.includes('In time'))).toContain(true)
  expect(taken.map(({ raw }) => raw.includes('Too early'))).not.toContain(true)
  expect(await outgoingOf(heldId!)).toMatchObject([{ state: 'sent' }])
})

test('an answer that is redacted before it goes says nothing to anybody', async () => {
  const { id } = await newTicket(acme)
  const { id: messageId } = await reply(id, 'The password is hunter2')
  await as(acme.admin)(redactMessage, { params: { id, messageId: messageId! } })
  await runJobs()
  expect(await outgoingOf(messageId!)).toMatchObject([{ state: 'failed', reason: { code: 'nothing-to-send' } }])
  expect((await mailsTo(customer.email)).map(({ text }) => text.includes('hunter2'))).not.toContain(true)
})

test('of very many in copy twenty people are mailed, the requester among them', async () => {
  const [from, messageId] = [newSender(), newMessageId()]
  const cc = Array.from({ length: 24 }, newSender)
  const envelope = { from, to: supportOf(acme) }
  const headers = vouchedFor(from)
  await mailIn({ envelope, from, to: supportOf(acme), cc, subject: 'All', text: 'All', messageId, headers })
  const ticketId = await ticketOf(messageId)
  const [first] = await messagesOf(acme, ticketId)
  await inWorkspace(platform.app, acme.id, (tx) => queueAnswer(tx, { ticketId, messageId: first!.id }))
  const recipients = (await outgoingOf(first!.id)).map(({ recipient }) => recipient)
  expect(recipients).toHaveLength(20)
  expect(recipients).toContain(from)
})

test('an answer follows the subject that the customer wrote last', async () => {
  const { id, from, answer } = await mailedTicket(acme)
  expect(answer.subject).toBe('Re: Lamp')
  await mailIn({ from, to: answer.replyTo, subject: 'AW: Re: Lamp and shade', text: 'Both broke' })
  await reply(id, 'We send both')
  await runJobs()
  expect((await mailsTo(from))[0]!.subject).toBe('Re: Lamp and shade')
})

test('what the team opens has its own subject, and begins a thread that later answers continue', async () => {
  const email = newSender()
  const body = { subject: 'Your invoice', text: 'Attached', requester: { email }, from: 'agent' as const }
  const { id } = await as(agent)(createTicket, { body })
  await runJobs()
  await reply(id, 'A correction')
  await runJobs()
  const [second, first] = await mailsTo(email)
  expect(first).toMatchObject({ subject: 'Your invoice', inReplyTo: '', references: '' })
  expect(second).toMatchObject({ inReplyTo: first!.messageId, references: first!.messageId })
  expect(contentOf(second!)).toMatchObject({ subject: 'Your invoice', quoted: null })
})

test('a thread holds every mail of both sides but the notes of strangers', async () => {
  const { id, from, messageId, answer } = await mailedTicket(acme)
  const next = newMessageId()
  await mailIn({
    from: 'eve@example.org',
    to: answer.replyTo,
    subject: 'Re: Lamp',
    text: 'Me!',
    messageId: newMessageId(),
  })
  await mailIn({ from, to: answer.replyTo, subject: 'Re: Lamp', text: 'Still dark', messageId: next })
  await reply(id, 'Try again')
  await runJobs()
  const [latest, , acknowledgement] = await mailsTo(from)
  expect(latest!.inReplyTo).toBe(next)
  expect(latest!.references.split(/\s+/)).toEqual([messageId, acknowledgement!.messageId, answer.messageId, next])
})

test('a customer whose address is proven reads what they wrote below the answer, without its pictures', async () => {
  const { id } = await newTicket(acme, { subject: 'Quote', text: 'Where is it?' })
  await owner.query(
    `update messages set body_html = '<p>Where is it?</p><img src="data:," data-file="${randomUUID()}">' where ticket_id = $1`,
    [id],
  )
  await reply(id, 'Here')
  await runJobs()
  const [mail] = await mailsTo(customer.email)
  expect(contentOf(mail!)).toMatchObject({
    ...{ subject: 'Re: Quote', signature: ['Carl Test', 'Acme'], bodyText: 'Here' },
    quoted: { author: customer.name, bodyText: 'Where is it?', bodyHtml: '<p>Where is it?</p>' },
  })
})

test('a member without a name answers in the name of the workspace', async () => {
  const member = await newMember(acme, 'Nameless')
  await owner.query(`update members set name = '', surname = '' where id = $1`, [member.id])
  const { id } = await newTicket(acme)
  await as(member)(writeMessage, { params: { id }, body: { text: 'Hello' } })
  await runJobs()
  const [mail] = await mailsTo(customer.email)
  expect(mail!.from).toBe(`Acme <${supportOf(acme)}>`)
  expect(contentOf(mail!)).toMatchObject({ signature: ['Acme'] })
})

test('a reply is signed by the member and the workspace, and what they wrote is text', async () => {
  const world = await makeWorkspace('signed', 'Signed', ['Ada', 'Carl', 'Olga', 'Omar'])
  await as(world.agent)(changeProfile, { body: { signature: ' Support engineer\n<b>Berlin</b> ' } })
  await as(world.admin)(changeWorkspace, { body: { signature: 'Signed Inc\n+49 30 1234567' } })
  const { id } = await newTicket(world)
  await as(world.agent)(writeMessage, { params: { id }, body: { text: 'Here' } })
  await runJobs()
  const mail = (await mailsTo(world.customer.email)).find(({ text }) => text.includes('Here'))
  const lines = ['Support engineer', '<b>Berlin</b>', 'Signed Inc', '+49 30 1234567']
  expect(contentOf(mail!).signature.slice(1)).toEqual(lines)
})

test('an address that bounced is mailed nothing, the others are, and the history says why', async () => {
  const [rests, reads] = [newSender(), newSender()]
  const body = { subject: 'S', text: 'B', requester: { email: rests }, from: 'agent' as const }
  const { id } = await as(agent)(createTicket, { body })
  await runJobs()
  await owner.query(
    `update customer_emails set suppressed_until = now() + interval '1 day', suppressed_for = '{"code":"mailbox-full"}' where address = $1 and workspace_id = $2`,
    [rests, acme.id],
  )
  const { id: messageId } = await reply(id, 'Again', { cc: [reads] })
  await runJobs()
  expect([(await mailsTo(rests)).length, (await mailsTo(reads)).length]).toEqual([1, 1])
  expect((await messagesOf(acme, id)).at(-1)).toMatchObject({
    delivery: { state: 'failed', reason: { code: 'bounced-before' } },
  })
  const { items } = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  expect(items.filter(({ type }) => type === 'mail.failed')).toMatchObject([
    { actor: { type: 'system' }, new: { messageId, recipient: rests, reason: { code: 'bounced-before' } } },
  ])

  await as(globex.agent)(createTicket, { body })
  await runJobs()
  expect(await mailsTo(rests)).toHaveLength(2)
})

test('files go until they are 18 MB together, the pictures of the text first', async () => {
  const email = newSender()
  const files = [
    await newFile('one.bin', 10_000_000),
    await newFile('two.bin', 8_500_000),
    await newFile('x.txt', 1500),
  ]
  const picture = await newFile('lamp.png', 8_000_000)
  const html = `<p>See <img data-file="${picture}" alt="Lamp"></p>`
  const body = {
    subject: 'Files',
    html,
    attachments: [...files, picture],
    requester: { email },
    from: 'agent' as const,
  }
  await as(agent)(createTicket, { body })
  await runJobs()
  const { rows } = await owner.query('select raw from development_mails where recipient = $1', [email])
  const raw = rows[0].raw.toString()
  expect(['lamp.png', 'one.bin', 'two.bin', 'x.txt'].filter((name) => raw.includes(`filename=${name}`))).toEqual([
    ...['lamp.png', 'one.bin', 'x.txt'],
  ])
  expect(contentOf((await mailsTo(email))[0]!).links).toMatchObject([{ name: 'two.bin', size: '9 MB' }])
})

async function newFile(name: string, bytes: number): Promise<string> {
  const id = randomUUID()
  await platform.storage.put(fileKey(acme.id, id), Buffer.alloc(bytes, 'x'))
  await owner.query(
    `insert into files (workspace_id, id, name, mime, bytes, uploader_id) values ($1, $2, $3, 'image/png', $4, $5)`,
    [acme.id, id, name, bytes, agent.id],
  )
  return id
}
