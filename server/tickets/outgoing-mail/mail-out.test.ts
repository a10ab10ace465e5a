import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listMessages, writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, createTicket, listTicketEvents } from '#contract/tickets/tickets.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { openRelay } from '#test/relay.ts'
import { acme, mailsTo, newMember, owner, platform, runJobs } from '#test/world.ts'
import { queueAnswer } from './mail-customer.ts'

const { agent } = acme
let count = 0
const newAddress = () => `reader${++count}@example.org`

/** Opens a ticket as the team. The first message is mailed to `email`. */
const writeTo = (email: string, html = '<p>Hello</p>', more: { attachments?: string[]; cc?: string[] } = {}) =>
  as(agent)(createTicket, {
    body: { subject: 'Your invoice', html, requester: { email }, from: 'agent', ...more },
  })

async function latestMessageOf(id: string) {
  const { items } = await as(agent)(listMessages, { params: { id }, query: {} })
  return items.at(-1)!
}

const messageIdOf = (raw: string) => /^Message-ID:\s+(\S+)/im.exec(raw)![1]!

test('everybody on a ticket gets the same mail once, whoever asks for it again', async () => {
  const taken = await openRelay()
  const [first, second] = [newAddress(), newAddress()]
  const { id } = await writeTo(first, 'Hello', { cc: [second] })
  const { id: messageId } = await latestMessageOf(id)
  await inWorkspace(platform.app, acme.id, (tx) => queueAnswer(tx, { ticketId: id, messageId }))
  await Promise.all([runJobs(), runJobs()])
  expect(taken.map(({ recipient }) => recipient).sort()).toEqual([first, second])
  expect(new Set(taken.map(({ raw }) => messageIdOf(raw))).size).toBe(1)
  expect(await latestMessageOf(id)).toMatchObject({ delivery: { state: 'sent', reason: null } })
})

test('a mail that the relay takes later goes again, under the same Message-ID', async () => {
  const answers = [{ code: 451, text: '4.3.0 Later' }]
  const seen: string[] = []
  const taken = await openRelay((recipient) => {
    seen.push(recipient)
    return answers.shift() ?? null
  })
  const { id } = await writeTo(newAddress())
  await runJobs()
  const { delivery } = await latestMessageOf(id)
  expect(delivery).toMatchObject({ state: 'retrying', reason: { code: 'refused', answer: 'Later' } })
  expect(Date.parse(delivery!.nextTryAt!) - Date.now()).toBeGreaterThan(50_000)
  expect(Date.parse(delivery!.nextTryAt!) - Date.now()).toBeLessThan(61_000)

  await makeDue()
  await runJobs()
  expect(seen).toHaveLength(2)
  expect(taken).toHaveLength(1)
  expect(await latestMessageOf(id)).toMatchObject({ delivery: { state: 'sent', nextTryAt: null } })
})

async function makeDue() {
  await owner.query('update outgoing_mails set next_try_at = now() where next_try_at is not null')
  await owner.query(`update graphile_worker._private_jobs set run_at = now()`)
}

test('a mail that is refused for good says why, and its writer hears of it', async () => {
  await openRelay((recipient) => (recipient.startsWith('reader') ? { code: 550, text: '5.1.1 Nobody here' } : null))
  const to = newAddress()
  const { id } = await writeTo(to)
  await runJobs()
  await runJobs({ laterSeconds: 15 })
  expect(await latestMessageOf(id)).toMatchObject({
    delivery: { state: 'failed', reason: { code: 'unknown-address' } },
  })
  const { items } = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  expect(items).toContainEqual(
    expect.objectContaining({ type: 'mail.failed', new: expect.objectContaining({ recipient: to }) }),
  )
  const { rows } = await owner.query(
    `select recipient, state from outgoing_mails where kind = 'agent-notice' and ticket_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ recipient: agent.email, state: 'sent' }])
})

test('a mail whose worker died half-way is taken up when its claim has run out', async () => {
  const taken = await openRelay()
  const { id } = await writeTo(newAddress())
  await owner.query(
    `update outgoing_mails set attempts = 1, next_try_at = now() + interval '2 minutes' where ticket_id = $1`,
    [id],
  )
  await runJobs()
  expect(taken).toEqual([])
  await makeDue()
  await runJobs()
  expect(taken).toHaveLength(1)
})

test('files go with the mail up to 18 MB, the rest are links to the conversation', async () => {
  const [small, large] = [await upload('small.txt', 1000), await upload('large.bin', 19 * 1024 * 1024)]
  const to = newAddress()
  const { id } = await writeTo(to, 'Two files', { attachments: [small, large] })
  await runJobs()
  const [mail] = await mailsTo(to)
  const { rows } = await owner.query('select raw from development_mails where recipient = $1', [to])
  expect(rows[0].raw.toString()).toContain('filename=small.txt')
  expect(JSON.parse(mail!.text)).toMatchObject({
    links: [{ name: 'large.bin', size: '20 MB', url: expect.stringMatching(new RegExp(`/customer/tickets/${id}$`)) }],
  })
})

async function upload(name: string, bytes: number): Promise<string> {
  const id = randomUUID()
  await platform.storage.put(fileKey(acme.id, id), Buffer.alloc(bytes, 'x'))
  await owner.query(
    `insert into files (workspace_id, id, name, mime, bytes, uploader_id) values ($1, $2, $3, 'text/plain', $4, $5)`,
    [acme.id, id, name, bytes, agent.id],
  )
  return id
}

test('a picture in the text travels inside the mail', async () => {
  const fileId = await upload('lamp.png', 100)
  const to = newAddress()
  await writeTo(to, `<p>See <img data-file="${fileId}" alt="Lamp"></p>`, { attachments: [fileId] })
  await runJobs()
  expect(JSON.parse((await mailsTo(to))[0]!.text)).toMatchObject({
    bodyHtml: expect.stringContaining(`src="cid:${fileId}@${acme.domain}"`),
  })
})

test('what the customer wrote is quoted to those alone whose address is proven', async () => {
  const { id } = await as(acme.customer)(createTicket, { body: { subject: 'Bill', text: 'A secret of mine' } })
  const copied = newAddress()
  await as(agent)(writeMessage, { params: { id }, body: { text: 'Done', cc: [copied] } })
  await runJobs()
  expect((await mailsTo(acme.customer.email))[0]!.text).toContain('A secret of mine')
  expect((await mailsTo(copied))[0]!.text).not.toContain('A secret of mine')
})

test('a member is told of a ticket that somebody gives them, never of their own act', async () => {
  const colleague = await newMember(acme, 'Nora')
  const assigned = { subject: 'For you', text: 'x', requester: { email: newAddress() } }
  await as(agent)(createTicket, { body: { ...assigned, assignee: agent.id } })
  const { id } = await as(agent)(createTicket, { body: assigned })
  await as(agent)(changeTicket, { params: { id }, body: { assignee: colleague.id } })
  await runJobs({ laterSeconds: 15 })
  const [mail, ...others] = await mailsTo(colleague.email)
  expect(JSON.parse(mail!.text)).toMatchObject({ notice: { code: 'assigned', actorName: 'Carl Test' } })
  expect(others).toEqual([])
  expect((await mailsTo(agent.email)).filter(({ subject }) => subject.includes('For you'))).toEqual([])
})
