import { expect, test } from 'vitest'
import { acceptStranger, listMessages, redactMessage, splitMessage, writeMessage } from '#contract/tickets/messages.ts'
import { listTicketEvents, listTickets, showTicket, trashTicket } from '#contract/tickets/tickets.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import { reportBounce } from '#server/tickets/outgoing-mail/deliveries/report-delivery.ts'
import { isParticipant } from '#server/tickets/ticket/change-copies.ts'
import { findTicketForMail } from '#server/tickets/ticket/find-ticket.ts'
import { findOrCreateCustomer } from '#server/workspace/customers/customer-accounts.ts'
import { as } from '#test/ask.ts'
import { answeredTicket, newTicket } from '#test/new-ticket.ts'
import { acme, globex, owner, platform, runJobs } from '#test/world.ts'
import { addCustomerMessage, addMailNote } from './messages/add-customer-message.ts'
import { openTicket } from './openings/open-ticket.ts'

const { agent, admin, customer } = acme
const inAcme = <T>(work: (tx: WorkspaceTx) => Promise<T>) => inWorkspace(platform.app, acme.id, work)
const said = (text: string) => ({ html: `<p>${text}</p>`, text, quotedText: null, attachmentIds: [] })
const show = (id: string) => as(agent)(showTicket, { params: { id } })
const read = (id: string, reader = agent) => as(reader)(listMessages, { params: { id }, query: {} })

const byMail = (ticketId: string, text: string, more: { isAutomatic?: boolean } = {}) =>
  inAcme((tx) =>
    addCustomerMessage(tx, {
      ticketId,
      customerId: customer.id,
      text: said(text),
      channel: 'email',
      cause: 'mail',
      ...more,
    }),
  )
const fromStranger = (ticketId: string, text = 'I know more') =>
  inAcme(async (tx) => {
    const { id } = await findOrCreateCustomer(tx, { email: `stranger.${ticketId}@example.test`, name: 'Stan Stranger' })
    return addMailNote(tx, {
      ticketId,
      author: { type: 'customer', id: id },
      text: said(text),
      flags: ['stranger'],
      cause: 'mail',
    })
  })

test('a mail opens a ticket with everybody it names', async () => {
  const opened = await inAcme(async (tx) => {
    const cc = await findOrCreateCustomer(tx, { email: 'colleague@example.test' })
    return openTicket(tx, {
      ...{ subject: 'By mail', requesterId: customer.id, channel: 'email', ccIds: [cc.id, customer.id], cause: 'mail' },
      ...{ author: { type: 'customer', id: customer.id }, opening: said('Hello there'), isAcknowledged: true },
    })
  })
  const ticket = await show(opened.ticketId)
  expect(ticket).toMatchObject({
    number: opened.number,
    status: 'new',
    channel: 'email',
    cc: [{ email: 'colleague@example.test' }],
  })
})

test('an automatic mail joins the conversation and changes nothing else', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  await byMail(id, 'I am out of office', { isAutomatic: true })
  expect(await show(id)).toMatchObject({ status: 'solved', waitingSince: null, lastMessageSeq: 3 })
  expect((await read(id)).items[2]).toMatchObject({ automatic: true, flags: ['automatic'] })
})

test('an automatic mail stops no held answer and begins no follow-up', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  const sendAt = new Date(Date.now() + 60_000).toISOString()
  await as(agent)(writeMessage, { params: { id }, body: { text: 'Held', sendAt } })
  await byMail(id, 'I am out of office', { isAutomatic: true })
  expect((await read(id)).items.at(-1)).toMatchObject({ bodyText: 'Held', sentAt: null })
  await owner.query(`update tickets set status = 'closed' where id = $1`, [id])
  expect(await byMail(id, 'I am out of office', { isAutomatic: true })).toMatchObject({
    ticketId: id,
    isFollowUp: false,
  })
})

test('what is written to a merged ticket goes to the one it went into', async () => {
  const [from, into] = [await newTicket(acme), await answeredTicket(acme)]
  await owner.query(`update tickets set status = 'closed', merged_into = $2 where id = $1`, [from.id, into.id])
  expect(await byMail(from.id, 'Still me')).toMatchObject({ ticketId: into.id, isFollowUp: false })
  expect(await inAcme((tx) => findTicketForMail(tx, { number: from.number }))).toMatchObject({ id: into.id })
})

test('a customer who writes to a ticket in the trash brings it back', async () => {
  const { id } = await newTicket(acme)
  await as(agent)(trashTicket, { params: { id } })
  await byMail(id, 'Are you there?')
  expect(await show(id)).toMatchObject({ isTrashed: false, lastMessageSeq: 2 })
})

test('a mail from a stranger is a note that only the team sees, and changes no status', async () => {
  const { id } = await answeredTicket(acme)
  await fromStranger(id, 'Secret of a stranger')
  expect(await show(id)).toMatchObject({ status: 'pending', waitingSince: null })
  expect((await read(id)).items[2]).toMatchObject({
    kind: 'note',
    flags: ['stranger'],
    author: { name: 'Stan Stranger' },
  })
  expect((await read(id, customer)).items).toHaveLength(2)
  const found = await as(customer)(listTickets, { query: { q: 'stranger' } })
  expect(found.items).toEqual([])
})

test('a stranger who is accepted is in copy, and what they wrote counts', async () => {
  const { id } = await answeredTicket(acme)
  const { messageId } = await fromStranger(id)
  const accepted = await as(agent)(acceptStranger, { params: { id, messageId } })
  expect(accepted).toMatchObject({ kind: 'reply', flags: [] })
  const ticket = await show(id)
  expect(ticket).toMatchObject({ status: 'open', cc: [{ name: 'Stan Stranger' }], waitingSince: accepted.sentAt })
  expect((await read(id, customer)).items).toHaveLength(3)
})

test('a stranger who wrote about something else gets a ticket of their own', async () => {
  const { id } = await answeredTicket(acme)
  const { messageId } = await fromStranger(id, 'Something else')
  const own = await as(agent)(splitMessage, { params: { id, messageId }, body: {} })
  expect(own).toMatchObject({ status: 'new', requester: { name: 'Stan Stranger' }, lastMessageSeq: 1 })
  expect((await read(own.id)).items).toMatchObject([{ id: messageId, seq: 1, kind: 'reply', flags: [] }])
  expect((await read(id)).items).toHaveLength(2)
  expect((await as(agent)(listTickets, { query: { view: 'all' } })).items.find((row) => row.id === id)).toMatchObject({
    snippet: 'On its way',
  })
})

test('who is on a ticket is told by address', async () => {
  const { id } = await newTicket(acme)
  const who = (email: string) => inAcme((tx) => isParticipant(tx, id, email))
  expect(await who(customer.email.toUpperCase())).toEqual({ customerId: customer.id })
  expect(await who(agent.email)).toEqual({ memberId: agent.id })
  expect(await who(acme.otherCustomer.email)).toBeNull()
  expect(await who(globex.agent.email)).toBeNull()
})

test('an answer that bounced stands in the history', async () => {
  const { id } = await answeredTicket(acme, 'solved')
  const message = (await read(id)).items[1]!
  await inAcme((tx) =>
    reportBounce(
      tx,
      { kind: 'answer', ticketId: id, messageId: message.id, recipient: customer.email },
      { code: 'unknown-address' },
    ),
  )
  const { items } = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  expect(items.at(-1)).toMatchObject({
    type: 'mail.bounced',
    actor: { type: 'system' },
    new: { recipient: customer.email },
  })
  const { rows } = await owner.query(
    `select type, customer_ids from live_events where subject_id = $1 and type = 'mail.bounced'`,
    [id],
  )
  expect(rows).toEqual([{ type: 'mail.bounced', customer_ids: [] }])
})

test('what is redacted is gone for good: text, words, files', async () => {
  const fileId = crypto.randomUUID()
  const key = fileKey(acme.id, fileId)
  await platform.storage.put(key, Buffer.from('secret'))
  await owner.query(
    `insert into files (workspace_id, id, name, mime, bytes, is_kept) values ($1, $2, 'passport.txt', 'text/plain', 6, true)`,
    [acme.id, fileId],
  )
  const { ticketId: id, messageId } = await inAcme((tx) =>
    openTicket(tx, {
      ...{
        subject: 'Redact',
        requesterId: customer.id,
        channel: 'email',
        author: { type: 'customer', id: customer.id },
      },
      opening: { ...said('My card is fourtytwo'), attachmentIds: [fileId] },
      isAcknowledged: false,
    }),
  )
  const find = async (q: string) => (await as(agent)(listTickets, { query: { q } })).items.map((row) => row.id)
  expect([await find('fourtytwo'), await find('passport')]).toEqual([[id], [id]])
  expect(await as(agent)(redactMessage, { params: { id, messageId } })).toMatchObject({ code: 'not-allowed' })
  const redacted = await as(admin)(redactMessage, { params: { id, messageId } })
  await runJobs()
  expect(redacted).toMatchObject({ bodyHtml: '', bodyText: '', attachments: [], author: { id: customer.id } })
  expect(redacted.redactedAt).not.toBeNull()
  expect([await find('fourtytwo'), await find('passport')]).toEqual([[], []])
  await expect(platform.storage.read(key)).rejects.toThrow()
})
