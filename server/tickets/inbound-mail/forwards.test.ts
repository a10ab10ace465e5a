import type { SendMailOptions } from 'nodemailer'
import { expect, test } from 'vitest'
import { readEmailAddress } from '#contract/email-address.ts'
import { listMessages, redactMessage, showMailOfMessage, writeMessage } from '#contract/tickets/messages.ts'
import { listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { type Forwarded, languages, type Program, programs, writeForward } from '#test/forwarded-mails.ts'
import { type Decided, decisionsOn, mailIn, sendMail, supportOf, vouchedFor } from '#test/mail-in.ts'
import { newMessageId, newSender } from '#test/mailed-ticket.ts'
import { everyFew } from '#test/sized.ts'
import {
  acme,
  globex,
  mailsTo,
  makeWorkspace,
  newCustomer,
  newMember,
  owner,
  type Person,
  runJobs,
} from '#test/world.ts'

const place = await makeWorkspace('forwards', 'Forwards', ['Anna', 'Boris', 'Clara', 'Dora'])
const { agent } = place
const support = supportOf(place)
const secret = 'grumblesecret'
let count = 1000

const proven = {
  ...{ from: agent.email, to: support, headers: vouchedFor(agent.email) },
  // The agent's mail program uses the time zone of this date.
  date: 'Mon, 9 Mar 2026 10:00:00 +0100',
}

/** Returns forwarded mails in several languages and formats, each with and without a remark of the agent. */
const waysOf = (program: Program, writer: Person) =>
  everyFew(languages, 3).flatMap((language) =>
    (['text', 'html'] as const).flatMap((format) =>
      ['', `A serial complainer, ${secret}${++count}, do not refund.`].map((remark) => ({
        ...{ program, language, format, remark, agent: agent.email, subject: `Oven ${++count}` },
        ...{ words: `It is cold${++count} and dark.`, writer: { name: writer.name, address: writer.email } },
        messageId: newMessageId(),
      })),
    ),
  )

type MailedForward = Forwarded & { messageId: string }

async function send(ways: MailedForward[]) {
  await Promise.all(ways.map((way) => sendMail({ ...proven, ...writeForward(way), messageId: way.messageId })))
  await runJobs()
  return Promise.all(ways.map(async (way) => ({ ...way, ticketId: (await decisionsOn(way.messageId))[0]!.ticketId! })))
}

/** Returns everything that the API shows this person about a ticket. */
async function readAs(person: Person, id: string) {
  const { items } = await as(person)(listMessages, { params: { id }, query: {} })
  return { items, all: JSON.stringify([items, await as(person)(showTicket, { params: { id } })]) }
}

const readEach = (person: Person, ways: { ticketId: string }[]) =>
  Promise.all(ways.map(({ ticketId }) => readAs(person, ticketId)))

const searchAs = async (person: Person, q: string) =>
  (await as(person)(listTickets, { query: { q, limit: 100 } })).items

test.each(programs)('%s: no remark is ever shown to the customer, and the team reads each', async (program) => {
  const customer = await newCustomer(place, 'Fritz')
  const ways = await send(waysOf(program, customer))

  const shown = await readEach(customer, ways)
  expect(shown.map(({ items }) => items.map(({ bodyText }) => bodyText))).toEqual(ways.map(({ words }) => [words]))
  expect(shown.map(({ items }) => items[0]!.sentAt?.slice(0, 13))).toEqual(ways.map(() => '2026-03-02T09'))
  expect(shown.filter(({ all }) => all.includes(secret) || all.includes(agent.email))).toEqual([])
  const listed = JSON.stringify((await as(customer)(listTickets, { query: { limit: 100 } })).items)
  expect(listed).not.toContain(secret)
  expect(listed).toContain(ways[0]!.words)

  const remarked = ways.filter(({ remark }) => remark)
  const read = await readEach(agent, remarked)
  const notes = read.map(({ items }) => items.at(-1)!)
  expect(notes.map(({ kind, author, flags }) => [kind, author.id, flags])).toEqual(
    notes.map(() => ['note', agent.id, []]),
  )
  expect(notes.map(({ bodyText }, at) => bodyText.includes(remarked[at]!.remark))).toEqual(notes.map(() => true))
  const word = /grumblesecret\d+/.exec(remarked[0]!.remark)![0]
  expect(await searchAs(customer, word)).toEqual([])
  expect(await searchAs(agent, word)).toMatchObject([{ id: remarked[0]!.ticketId, subject: remarked[0]!.subject }])
})

/** Sends one mail and returns the decision about it. */
async function decided(mail: SendMailOptions): Promise<Decided & { ticketId: string; messageId: string }> {
  const messageId = newMessageId()
  await mailIn({ to: support, messageId, ...mail })
  const [decision] = await decisionsOn(messageId)
  return { ...decision!, ticketId: decision!.ticketId!, messageId: decision!.messageId! }
}

const gmail = (words: string, writer: Pick<Person, 'name' | 'email'>, subject = 'Oven') =>
  `---------- Forwarded message ---------\nFrom: ${writer.name} <${writer.email}>\nDate: Mon, Mar 2, 2026 at 10:15 AM\nSubject: ${subject}\nTo: <${agent.email}>\n\n\n${words}`
const remarked = (words: string, writer: Pick<Person, 'name' | 'email'>) => `A ${secret}.\n\n${gmail(words, writer)}`
const asPassedOn = { ...proven, subject: 'Fwd: Oven' }

test('the answer to what was passed on says nothing of the remark, not even of one in the subject', async () => {
  const customer = await newCustomer(place, 'Fritz')
  const mail = { ...asPassedOn, subject: `Fwd: Oven, ${secret}`, text: remarked('It is cold.', customer) }
  const { ticketId } = await decided(mail)
  await as(agent)(writeMessage, { params: { id: ticketId }, body: { text: 'We will look' } })
  await runJobs()
  const mails = await mailsTo(customer.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Re: Oven'])
  expect(JSON.stringify(mails)).toContain('It is cold.')
  expect(JSON.stringify(mails)).not.toContain(secret)
  expect((await readAs(agent, ticketId)).items[1]).toMatchObject({
    kind: 'note',
    bodyText: expect.stringContaining(`Subject: Fwd: Oven, ${secret}`),
  })
})

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('pictures go with the part in which they stand, and files that nobody names with the remark', async () => {
  const customer = await newCustomer(place, 'Fritz')
  const inline = (name: string) => ({
    filename: name,
    cid: `${name}@x`,
    content: picture,
    contentDisposition: 'inline' as const,
  })
  const html = `<div dir="ltr">A ${secret} <img src="cid:mine.png@x"><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Fritz &lt;${customer.email}&gt;<br>Date: Mon<br>Subject: Oven<br></div><div>It is cold, see bill.pdf <img src="cid:theirs.png@x"></div></div></div>`
  const file = (filename: string) => ({ filename, content: Buffer.from(filename) })
  const attachments = [inline('mine.png'), inline('theirs.png'), file('bill.pdf'), file('secrets.pdf')]
  const { ticketId } = await decided({ ...asPassedOn, html, attachments })
  const { items, all } = await readAs(customer, ticketId)
  expect(items[0]!.attachments.map(({ name }) => name)).toEqual(['theirs.png', 'bill.pdf'])
  expect(all).not.toMatch(/mine\.png|secrets\.pdf/)
  const note = (await readAs(agent, ticketId)).items[1]!
  expect(note.attachments.map(({ name }) => name)).toEqual(['mine.png', 'secrets.pdf'])
})

test('without a remark all files are the customer’s', async () => {
  const customer = await newCustomer(place, 'Fritz')
  const attachments = [{ filename: 'bill.pdf', content: Buffer.from('bill') }]
  const { ticketId } = await decided({ ...asPassedOn, text: gmail('It is cold.', customer), attachments })
  expect((await readAs(customer, ticketId)).items).toMatchObject([{ attachments: [{ name: 'bill.pdf' }] }])
  expect((await readAs(agent, ticketId)).items).toHaveLength(1)
})

const whole = (writer: Pick<Person, 'name' | 'email'>, headers: string[] = []) =>
  [
    ...[
      `From: ${writer.name} <${writer.email}>`,
      `To: ${agent.email}`,
      'Subject: Oven',
      'Message-ID: <oven@fritz.example>',
    ],
    ...['Date: Mon, 2 Mar 2026 10:15:00 +0100', 'MIME-Version: 1.0', ...headers],
    ...['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', 'It is cold.'],
    ...[
      '--b',
      'Content-Type: application/pdf; name=bill.pdf',
      'Content-Disposition: attachment; filename=bill.pdf',
      '',
      'bill',
    ],
    ...['--b--', ''],
  ].join('\r\n')
const attached = (content: string) => [
  { filename: 'Oven.eml', contentType: 'message/rfc822', content, contentTransferEncoding: '7bit' as const },
]

test('of a mail that is attached as a whole the inner sender is the requester', async () => {
  const customer = await newCustomer(place, 'Fritz')
  const { ticketId, evidence } = await decided({
    ...proven,
    subject: 'FW: Oven',
    text: `A ${secret}`,
    attachments: attached(whole(customer)),
  })
  expect(evidence).toEqual([{ code: 'passed-on', sender: agent.email, writer: customer.email }])
  const { items, all } = await readAs(customer, ticketId)
  expect(items).toMatchObject([
    { bodyText: 'It is cold.', sentAt: '2026-03-02T09:15:00.000Z', attachments: [{ name: 'bill.pdf' }] },
  ])
  expect(all).not.toContain(secret)
  expect(await as(agent)(showTicket, { params: { id: ticketId } })).toMatchObject({
    subject: 'Oven',
    requester: { email: customer.email },
  })
  expect((await readAs(agent, ticketId)).items[1]).toMatchObject({ kind: 'note', bodyText: `A ${secret}` })
})

test.each([
  ['in its text', (writer: OriginalSender) => ({ text: remarked('It is cold.', writer) })],
  ['as a whole', (writer: OriginalSender) => ({ text: `A ${secret}`, attachments: attached(whole(writer)) })],
])('somebody with an address beyond ASCII is the requester of what is forwarded %s', async (way, written) => {
  const email = `jörg.${way.replaceAll(' ', '.')}@müller.example`
  const { ticketId } = await decided({ ...asPassedOn, ...written({ name: 'Jörg', email }) })
  expect(await as(agent)(showTicket, { params: { id: ticketId } })).toMatchObject({
    requester: { name: 'Jörg', email: readEmailAddress(email) },
  })
  expect((await readAs(agent, ticketId)).items).toMatchObject([{ bodyText: 'It is cold.' }, { kind: 'note' }])
})

type OriginalSender = Pick<Person, 'name' | 'email'>

test('the source is kept, the team reads it, and it goes with the remark that is removed for good', async () => {
  const customer = await newCustomer(place, 'Fritz')
  const { id, ticketId, messageId } = await decided({ ...asPassedOn, text: remarked('It is cold.', customer) })
  const params = { id: ticketId, messageId }
  expect(await as(agent)(showMailOfMessage, { params })).toMatchObject({
    sourceUrl: expect.stringContaining('/source/'),
  })
  expect(await as(customer)(showMailOfMessage, { params })).toMatchObject({ code: 'not-allowed' })
  const note = (await readAs(agent, ticketId)).items[1]!
  await as(place.admin)(redactMessage, { params: { id: ticketId, messageId: note.id } })
  const { rows } = await owner.query('select is_purged from inbound_mails where id = $1', [id])
  expect(rows).toEqual([{ is_purged: true }])
})

async function newColleague(local: string, domain: string) {
  const email = `${local}@${domain}`
  const { id } = await newMember(place, 'Zoë')
  await owner.query('update members set email = $2 where id = $1', [id, readEmailAddress(email)])
  return { name: 'Zoë', email }
}

test.each<[string, () => Promise<SendMailOptions>]>([
  ['a mail by a colleague', async () => ({ text: gmail('Lunch?', await newMember(place, 'Zoe')) })],
  [
    'a mail by a colleague whose domain is written in its own script',
    async () => ({ text: gmail('Lunch?', await newColleague('zoë', 'müller.example')) }),
  ],
  ['a mail of the workspace itself', async () => ({ text: gmail('Hello', { name: 'Forwards', email: support }) })],
  [
    'a notice that takes no answers',
    async () => ({ text: gmail('Hello', { name: 'Shop', email: 'no-reply@shop.example' }) }),
  ],
  [
    'a newsletter',
    async () => ({ text: gmail('News\n\nUnsubscribe: https://shop.example/u', { name: 'Shop', email: newSender() }) }),
  ],
  [
    'a newsletter that is attached',
    async () => ({
      text: 'Look',
      attachments: attached(whole({ name: 'Shop', email: newSender() }, ['List-Id: <n.shop.example>'])),
    }),
  ],
  [
    'what cannot be told apart',
    async () => ({ text: gmail(`It is cold.\n\n${secret}\n\nBoris Test`, { name: 'F', email: newSender() }) }),
  ],
])('a forward of %s stays a ticket of the agent', async (_, mail) => {
  const { ticketId, evidence } = await decided({ ...asPassedOn, ...(await mail()) })
  expect(await as(agent)(showTicket, { params: { id: ticketId } })).toMatchObject({ requester: { email: agent.email } })
  expect(evidence).toMatchObject([{ code: expect.stringMatching(/^(?:forwards-no-customer|forward-unclear)$/) }])
})

test('whom an agent writes to with the workspace in copy is the requester, and has the first answer already', async () => {
  const customer = await newCustomer(place, 'Fritz')
  const other = newSender()
  const mail = {
    ...proven,
    to: [`Fritz <${customer.email}>`, other],
    cc: support,
    envelope: { from: agent.email, to: support },
  }
  const { ticketId, evidence } = await decided({ ...mail, subject: 'Your oven', text: 'It is on its way.' })
  expect(evidence).toEqual([{ code: 'written-to-customer', sender: agent.email, customer: customer.email }])
  expect(await as(agent)(showTicket, { params: { id: ticketId } })).toMatchObject({
    ...{ subject: 'Your oven', status: 'pending', channel: 'email', requester: { email: customer.email } },
    cc: [{ email: other }],
  })
  expect((await readAs(customer, ticketId)).items).toMatchObject([
    { kind: 'reply', author: { type: 'agent', id: agent.id }, bodyText: 'It is on its way.' },
  ])
  await runJobs()
  expect([...(await mailsTo(customer.email)), ...(await mailsTo(other))]).toEqual([])
})

const silent = { from: agent.email, to: support }
const disowned = {
  ...silent,
  headers: { 'Authentication-Results': `relay.test; dmarc=fail header.from=${agent.email.split('@')[1]}` },
}

test('where nothing proves the agent, their remark says so and their answer stays inside', async () => {
  const customer = await newCustomer(place, 'Fritz')
  const passedOn = await decided({ ...silent, subject: 'Fwd: Oven', text: remarked('It is cold.', customer) })
  expect((await readAs(customer, passedOn.ticketId)).items).toMatchObject([{ bodyText: 'It is cold.' }])
  expect((await readAs(agent, passedOn.ticketId)).items[1]).toMatchObject({ kind: 'note', flags: ['unverified'] })
  const mail = { ...silent, to: customer.email, cc: support, envelope: { from: agent.email, to: support } }
  const written = await decided({ ...mail, subject: 'Pay', text: 'Pay here.' })
  expect((await readAs(agent, written.ticketId)).items).toMatchObject([{ kind: 'note', flags: ['unverified'] }])
  expect(await as(customer)(showTicket, { params: { id: written.ticketId } })).toMatchObject({ status: 404 })
})

test('a mail that its domain disowns is no agent’s, and nobody else is spoken for by a forward', async () => {
  const customer = await newCustomer(place, 'Fritz')
  const text = remarked('It is cold.', customer)
  const forward = { subject: 'Fwd: Oven', text }
  const found = [
    await decided({ ...disowned, ...forward }),
    await decided({ ...forward, from: newSender() }),
    await decided({ ...forward, from: globex.agent.email, headers: vouchedFor(globex.agent.email) }),
    await decided({ ...forward, from: acme.agent.email }),
  ]
  const seen = await Promise.all(found.map(({ ticketId }) => as(customer)(showTicket, { params: { id: ticketId } })))
  expect(seen.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('what an agent forwards to a ticket is for the team, even where they are on it', async () => {
  const customer = await newCustomer(place, 'Fritz')
  const first = await decided({ ...asPassedOn, text: gmail('It is cold.', customer) })
  const { number } = await as(agent)(showTicket, { params: { id: first.ticketId } })
  const again = await decided({ ...proven, subject: `Fwd: Oven [#${number}]`, text: remarked('Still cold.', customer) })
  expect(again.ticketId).toBe(first.ticketId)
  expect((await readAs(customer, first.ticketId)).all).not.toContain(secret)
})
