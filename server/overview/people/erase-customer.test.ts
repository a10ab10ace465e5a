import { describe, expect, test } from 'vitest'
import { showBatch } from '#contract/bulk/batches.ts'
import { createCustomerField, createTicketField } from '#contract/fields/custom-fields.ts'
import { giveFeedback } from '#contract/knowledge-base/feedback.ts'
import { searchArticles } from '#contract/knowledge-base/search.ts'
import { eraseCustomer, mergeCustomer, showErasure } from '#contract/overview/people.ts'
import { changeTickets } from '#contract/tickets/changes.ts'
import { createTicketForm } from '#contract/tickets/forms.ts'
import { listMessages, saveDraft, writeMessage } from '#contract/tickets/messages.ts'
import { saveSideDraft, startSideConversation } from '#contract/tickets/side-conversations.ts'
import { changeTicket, createTicket, listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { createTicketView } from '#contract/tickets/views.ts'
import { createVisitorRequest } from '#contract/tickets/visitor-requests.ts'
import { listAudit } from '#contract/workspace/audit.ts'
import { blockCustomer, changeCustomer, createCustomer, showCustomer } from '#contract/workspace/customers.ts'
import { writeNoted } from '#server/knowledge-base/search/log/note-search.ts'
import { as, ask } from '#test/ask.ts'
import { collectLog } from '#test/collect-log.ts'
import { mailIn, sendMail, supportOf, ticketOf } from '#test/mail-in.ts'
import { newMessageId } from '#test/mailed-ticket.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { answerMail, sideConversation } from '#test/side-conversation.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { globex, mailsTo, makeWorkspace, newCustomer, owner, type Person, platform, runJobs } from '#test/world.ts'

const world = await makeWorkspace('erasure', 'Erasure', ['Ada', 'Carl', 'Olga', 'Omar'])
const { agent, admin } = world

const canary = /zorblax/i
const erase = ({ id }: { id: string }, by: Person | null = admin) => as(by)(eraseCustomer, { params: { id } })
const show = ({ id }: { id: string }) => as(agent)(showCustomer, { params: { id } })

async function erased(person: { id: string }) {
  const batch = await erase(person)
  await runJobs()
  return as(admin)(showBatch, { params: { id: batch.id } })
}

/** Lists each table and column of the database that contains the canary. */
async function searchDatabase() {
  const { rows: columns } = await owner.query(
    `select n.nspname as schema, c.relname as name, a.attname as column, t.typname as type
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid
     where n.nspname in ('app', 'identity', 'graphile_worker') and c.relkind = 'r'
       and t.typname in ('text', 'varchar', 'json', 'jsonb', 'bytea', 'tsvector', '_text', '_varchar')`,
  )
  const found: string[] = []
  for (const { schema, name, column, type } of columns) {
    const value = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const { rows } = await owner.query(`select ${value} as value from ${schema}."${name}" where ${value} ~* 'zorblax'`)
    found.push(...rows.map((row) => `${name}.${column}: ${String(row.value).slice(0, 300)}`))
  }
  return found
}

/** Lists the stored files of the workspace that contain the canary. */
async function searchFiles() {
  const found: string[] = []
  for await (const key of platform.storage.list(world.id))
    if (canary.test((await platform.storage.read(key)).toString('latin1'))) found.push(key)
  return found
}

/** A customer whose name, words, files and values all contain the canary. */
async function plantPerson() {
  const person = await newCustomer(world, 'Zorblaxia')
  const email = 'zorblaxia@zorblax.example'
  await as(admin)(createCustomerField, { body: { key: 'badge', label: 'Badge', kind: 'text' } })
  await as(admin)(changeCustomer, {
    params: { id: person.id },
    body: {
      ...{ name: 'Zorblaxia Quenby', emails: [person.email, email], phones: ['+49 30 1234567'] },
      ...{ notes: 'Zorblax pays late', tags: ['zorblax'], externalId: 'zorblax-1' },
      customFields: { badge: 'Zorblax 12' },
    },
  })
  const field = await as(admin)(createTicketField, {
    body: { key: 'serial', label: 'Serial number', kind: 'text', portal: 'write' },
  })
  const attachment = await uploaded(person, textFile('zorblax.txt', 'Content of zorblax'))
  await as(person)(searchArticles, { query: { q: 'zorblax is broken' } })
  const ticket = await as(person)(createTicket, {
    body: {
      ...{ subject: 'My zorblax is late', text: 'Where is zorblax?', attachments: [attachment.id] },
      customFields: { [field.key]: 'zorblax-77' },
    },
  })
  await writeNoted(platform)
  const repeated = { 'idempotency-key': 'late' }
  await as(person)(writeMessage, { params: { id: ticket.id }, body: { text: 'Still no zorblax' } }, repeated)
  await as(agent)(changeTicket, { params: { id: ticket.id }, body: { subject: 'Zorblax delivery' } })
  await as(agent)(changeTickets, { body: { ids: [ticket.id], changes: { priority: 'high' } } })
  const answer = {
    params: { id: ticket.id },
    body: { text: 'Hello Zorblaxia, we write to zorblaxia@zorblax.example.' },
  }
  await as(agent)(writeMessage, answer)
  await as(agent)(writeMessage, { params: { id: ticket.id }, body: { text: 'Ask Zorblaxia Quenby', kind: 'note' } })
  await as(agent)(saveDraft, { params: { id: ticket.id }, body: { kind: 'reply', html: '<p>Dear Zorblaxia</p>' } })
  await as(agent)(createTicketView, { body: { name: 'Of Zorblaxia', query: `requester:"${email}"` } })
  await runJobs()
  const messageId = newMessageId()
  await mailIn({
    ...{ from: `Zorblaxia <${email}>`, to: supportOf(world), subject: 'Zorblax by mail', messageId },
    ...{ text: 'The zorblax again', html: '<p>The <b>zorblax</b> again</p>' },
    attachments: [{ filename: 'zorblax.csv', content: 'zorblax;1' }],
  })
  const mailed = await ticketOf(messageId)
  await as(agent)(writeMessage, { params: { id: mailed }, body: { text: 'We look at it' } })
  await runJobs()
  await plantAside(ticket.id, email)
  const article = await newLiveArticle({ title: 'Late deliveries', visibility: 'customers' }, admin)
  await as(person)(giveFeedback, {
    params: { id: article.id },
    body: { helpful: false, comment: 'No word of zorblax' },
  })
  await as(admin)(createTicketForm, { body: { key: 'contact', name: 'Contact', isPublic: true, forVisitors: true } })
  await as(null)(createVisitorRequest, {
    body: { workspaceName: world.domain, form: 'contact', email, subject: 'Zorblax', text: 'Zorblax, unconfirmed' },
  })
  await uploaded(person, textFile('zorblax-unsent.txt', 'Zorblax'))
  await runJobs()
  return { person, ticket, mailed }
}

/** Forwards the words of the person to a supplier who repeats them, and writes to the person about another ticket. */
async function plantAside(ticketId: string, email: string) {
  const [forwarded] = (await as(agent)(listMessages, { params: { id: ticketId }, query: {} })).items
  const { mail, supplier } = await sideConversation(world, ticketId, {
    ...{ messageId: forwarded!.id, subject: 'Fwd: My zorblax is late', text: 'Zorblaxia asks' },
  })
  await answerMail(mail, supplier, {
    text: 'Zorblaxia Quenby is known to us\n\nOn Monday, you wrote:\n> Where is zorblax?',
  })
  const other = await newTicket(world)
  const aside = await as(agent)(startSideConversation, {
    params: { id: other.id },
    body: { to: [email], subject: 'Ask Zorblaxia', text: 'Do you know, Zorblaxia?' },
  })
  const unrelated = await as(agent)(startSideConversation, {
    params: { id: other.id },
    body: { to: ['orders@deputy.example'], subject: 'An order', text: 'Where is it?' },
  })
  await runJobs()
  await as(agent)(saveSideDraft, { params: { id: aside.id }, body: { to: [email], html: '<p>Zorblaxia, again</p>' } })
  await as(agent)(saveSideDraft, {
    params: { id: unrelated.id },
    body: { to: ['orders@deputy.example', 'Zorblaxia', email], html: '<p>Hello Zorblaxia</p>' },
  })
  const [asked] = await mailsTo(email)
  await answerMail(asked!, email, {
    ...{ from: `Zorblaxia <${email}>`, text: 'I am zorblax' },
    attachments: [{ filename: 'zorblax-aside.txt', content: 'zorblax' }],
  })
}

test('an erasure leaves nothing of a person in any table, file and log, and keeps numbers and times', async () => {
  const log = collectLog()
  const { person, ticket, mailed } = await plantPerson()
  const former = await as(admin)(createCustomer, {
    body: { name: 'Zorblaxia Q.', emails: ['q@zorblax.example'], customFields: { badge: 'Zorblax 13' } },
  })
  await as(admin)(mergeCustomer, { params: { id: former.id }, body: { into: person.id } })
  expect((await searchDatabase()).length).toBeGreaterThan(20)
  expect((await searchFiles()).length).toBeGreaterThan(2)
  const before = await as(agent)(showTicket, { params: { id: ticket.id } })
  expect(await as(admin)(showErasure, { params: { id: person.id } })).toMatchObject({
    counts: { addresses: 3, tickets: 2, messages: 3, sideMessages: 2, files: 2, feedback: 1, mergedCustomers: 1 },
    batch: null,
  })

  expect(await erased(person)).toMatchObject({ state: 'done', done: 3, failed: 0, canUndo: false })
  await runJobs()
  expect(await searchDatabase()).toEqual([])
  expect(await searchFiles()).toEqual([])
  expect(log.filter((line) => canary.test(line))).toEqual([])
  expect(log.some((line) => line.includes('/api/v1/knowledge-base/search'))).toBe(true)

  expect(await show(person)).toMatchObject({ name: 'Erased customer', phones: [], tags: [], notes: '', ticketCount: 2 })
  expect(await as(agent)(showTicket, { params: { id: ticket.id } })).toMatchObject({
    ...{ number: before.number, subject: 'Erased request', createdAt: before.createdAt, status: before.status },
  })
  const reply = { params: { id: ticket.id }, body: { text: 'Is it there?' } }
  expect(await as(agent)(writeMessage, reply)).toMatchObject({ status: 409, code: 'customer-erased' })
  const { items } = await as(agent)(listMessages, { params: { id: ticket.id }, query: {} })
  expect(items.map(({ bodyText }) => bodyText)).toEqual([
    '',
    '',
    'Hello Erased customer, we write to Erased customer.',
    'Ask Erased customer',
  ])
  expect((await as(agent)(listTickets, { query: { q: 'zorblax' } })).items).toEqual([])
  expect((await as(agent)(showTicket, { params: { id: mailed } })).subject).toBe('Erased request')
  const [entry] = (await as(admin)(listAudit, { query: { limit: 1 } })).items
  expect(entry).toMatchObject({
    action: 'customer.erased',
    detail: { tickets: 2 },
    subject: { name: 'Erased customer' },
  })
})

describe('an erasure', () => {
  const open = (person: Person, text = 'Where is it?') =>
    as(person)(createTicket, { body: { subject: 'My lamp is late', text } })

  test('erases what the person wrote on tickets of others, and leaves what others wrote', async () => {
    const [person, other] = [await newCustomer(world, 'Wilma'), await newCustomer(world, 'Fred')]
    await as(admin)(changeCustomer, { params: { id: person.id }, body: { name: 'Wilma May' } })
    const ticket = await as(agent)(createTicket, {
      body: {
        ...{ subject: 'A lamp for Wilma May', text: 'It may be dark, says Wilma', cc: [person.email] },
        requester: { email: other.email },
      },
    })
    expect(await erased(person)).toMatchObject({ state: 'done', failed: 0 })
    const shown = await as(agent)(showTicket, { params: { id: ticket.id } })
    expect(shown).toMatchObject({
      subject: 'A lamp for Erased customer',
      requester: { id: other.id, email: other.email },
    })
    const { items } = await as(agent)(listMessages, { params: { id: ticket.id }, query: {} })
    expect(items.map(({ bodyText }) => bodyText)).toEqual(['It may be dark, says Erased customer'])
    expect(await as(other)(listMessages, { params: { id: ticket.id }, query: {} })).toMatchObject({ items: [{}] })
  })

  test('also covers a ticket that arrives while it runs', async () => {
    const person = await newCustomer(world, 'Barney')
    const batch = await erase(person)
    const late = await open(person, 'Secret of Barney')
    await runJobs()
    expect(await as(admin)(showBatch, { params: { id: batch.id } })).toMatchObject({ state: 'done', total: 1 })
    expect(await as(agent)(showTicket, { params: { id: late.id } })).toMatchObject({ subject: 'Erased request' })
  })

  test('makes mail that arrives with its last step wait', async () => {
    const person = await newCustomer(world, 'Hoppy')
    const client = await owner.connect()
    await erase(person)
    await client.query('begin')
    await client.query('select from customers where workspace_id = $1 and id = $2 for update', [world.id, person.id])
    const erasing = runJobs()
    await untilWaiting(1)
    const messageId = newMessageId()
    await sendMail({ from: person.email, to: supportOf(world), subject: 'Hi', text: 'Secret of Hoppy', messageId })
    const arriving = runJobs()
    await untilWaiting(2)
    await client.query('commit')
    client.release()
    await Promise.all([erasing, arriving])
    await runJobs()
    const { requester, subject } = await as(agent)(showTicket, { params: { id: await ticketOf(messageId) } })
    expect(requester.id === person.id).toBe(subject === 'Erased request')
    expect(await show(person)).toMatchObject({ name: 'Erased customer' })
  })

  test('signs the person out, and later mail from the address is of a new customer', async () => {
    const person = await newCustomer(world, 'Betty')
    await open(person)
    await erased(person)
    expect(await as(person)(listTickets, { query: {} })).toMatchObject({ status: 401 })
    const messageId = newMessageId()
    await mailIn({ from: person.email, to: supportOf(world), subject: 'Hi', text: 'Again', messageId })
    const { requester } = await as(agent)(showTicket, { params: { id: await ticketOf(messageId) } })
    expect(requester).toMatchObject({ email: person.email })
    expect(requester.id).not.toBe(person.id)
  })

  test('waits for a reply that is not sent yet, and is started once', async () => {
    const person = await newCustomer(world, 'Pearl')
    const { id } = await open(person)
    await as(agent)(writeMessage, {
      params: { id },
      body: { text: 'Soon', sendAt: new Date(Date.now() + 60_000).toISOString() },
    })
    expect(await erase(person)).toMatchObject({ status: 409, code: 'reply-waits' })
    const another = await newCustomer(world, 'Dino')
    await open(another)
    await erase(another)
    expect(await erase(another)).toMatchObject({ status: 409, code: 'erasure-at-work' })
    await runJobs()
    expect(await erase(another)).toMatchObject({ status: 409, code: 'customer-erased' })
  })

  test('leaves a customer who cannot be changed, merged or blocked', async () => {
    const [person, other] = [await newCustomer(world, 'Gazoo'), await newCustomer(world, 'Arnold')]
    await erased(person)
    const refused = { status: 409, code: 'customer-erased' }
    const params = { id: person.id }
    expect(await as(admin)(changeCustomer, { params, body: { name: 'Gazoo' } })).toMatchObject(refused)
    expect(await as(admin)(blockCustomer, { params })).toMatchObject(refused)
    expect(await as(admin)(mergeCustomer, { params, body: { into: other.id } })).toMatchObject(refused)
    expect(await as(admin)(mergeCustomer, { params: { id: other.id }, body: { into: person.id } })).toMatchObject(
      refused,
    )
  })

  test('is for admins of the workspace, not for members, customers, keys and other workspaces', async () => {
    const person = await newCustomer(world, 'Slate')
    const key: Person = { ...admin, token: await newKey(world, ['customers:write']) }
    for (const endpoint of [eraseCustomer, showErasure]) {
      const answers = await Promise.all(
        [agent, person, key, globex.admin, null].map((by) => ask(by, endpoint, { params: { id: person.id } })),
      )
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 404, 401])
    }
    expect(await show(person)).toMatchObject({ name: 'Slate' })
  })
})
