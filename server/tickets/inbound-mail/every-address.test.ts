import { expect, test } from 'vitest'
import { listEmailAddresses, readEmailAddress } from '#contract/email-address.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { createTicket, listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { listCustomers } from '#contract/workspace/customers.ts'
import {
  invitationLogin,
  registerCustomer,
  validateInvitationLogin,
  validateRegisterCustomer,
} from '#contract/workspace/identity.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { invite } from '#contract/workspace/team.ts'
import {
  internationalAddresses,
  invalidAddresses,
  longestAddress,
  validAddresses,
  validDomains,
} from '#test/addresses/addresses.ts'
import { as, ask } from '#test/ask.ts'
import { decisionsOn, mailIn, rawMailIn, sendMail, supportOf, ticketOf } from '#test/mail-in.ts'
import { newMessageId } from '#test/mailed-ticket.ts'
import { everyFew } from '#test/sized.ts'
import { mailsTo, makeWorkspace, owner, type Person, runJobs } from '#test/world.ts'

const world = await makeWorkspace('every-address', 'Every', ['Eve', 'Eli', 'Eda', 'Edo'])
const { agent, admin } = world
const all = [...validAddresses, ...validDomains, longestAddress, ...internationalAddresses]

const codeIn = (text: string) => /\b\d{6}\b/.exec(text)![0]

/** Signs in the customer of this address, with the code that is mailed to the address. */
async function signIn(email: string): Promise<Person> {
  const { customerGuidId } = await as(null)(registerCustomer, { body: { email, workspaceName: world.domain } })
  await runJobs()
  const [mail] = await mailsTo(readEmailAddress(email)!)
  const body = { userGuidId: customerGuidId!, code: codeIn(mail!.text) }
  const { accessToken } = await as(null)(validateRegisterCustomer, { body })
  return { ...world.customer, id: customerGuidId!, token: accessToken! }
}

test.each(everyFew(all, 6).map((address) => [address]))(
  '%s writes, is answered, is found and signs in',
  async (address) => {
    const [messageId, kept] = [newMessageId(), readEmailAddress(address)!]
    const head = `From: Somebody <${address}>\r\nTo: ${supportOf(world)}\r\nSubject: Hi\r\nMessage-ID: ${messageId}`
    await rawMailIn(`${head}\r\n\r\nIs it me?`, supportOf(world), address)
    const id = await ticketOf(messageId)
    expect(await as(agent)(showTicket, { params: { id } })).toMatchObject({
      requester: { email: kept, name: 'Somebody' },
    })
    await as(agent)(writeMessage, { params: { id }, body: { text: 'It is you' } })
    await runJobs()
    const answer = (await mailsTo(kept)).find(({ text }) => text.includes('It is you'))!
    expect(listEmailAddresses(answer.to)).toEqual([kept])
    const tickets = await as(agent)(listTickets, { query: { q: address } })
    expect(tickets.items.map((ticket) => ticket.id)).toContain(id)
    const customers = await as(agent)(listCustomers, { query: { q: address } })
    expect(customers.items[0]!.emails).toMatchObject([{ address: kept }])
    const customer = await signIn(address)
    expect((await as(customer)(listTickets, { query: {} })).items.map((ticket) => ticket.id)).toEqual([id])
    // A mail from this address that replies to the answer is added to the ticket.
    const reply = newMessageId()
    await mailIn({
      ...{ envelope: { from: address, to: supportOf(world) }, messageId: reply },
      raw: `From: <${address}>\r\nTo: ${supportOf(world)}\r\nSubject: Re\r\nMessage-ID: ${reply}\r\nIn-Reply-To: ${answer.messageId}\r\n\r\nYes`,
    })
    expect(await decisionsOn(reply)).toMatchObject([{ ticketId: id }])
  },
  60_000,
)

test('there are addresses of sixty shapes, and all are different', () => {
  expect(all.length).toBeGreaterThanOrEqual(60)
  expect(new Set(all.map((address) => readEmailAddress(address))).size).toBe(all.length)
  expect(longestAddress).toHaveLength(254)
})

test('addresses that differ only by a sign are as many customers, and a search for one names it first', async () => {
  const twins = ['a&b', 'a%b', 'a_b', 'a*b', 'a.b', 'a/b', 'a-b', "a'b", 'ab'].map((local) => `${local}@twins.example`)
  for (const email of twins) {
    await as(agent)(createTicket, { body: { subject: 'Twin', text: 'x', requester: { email } } })
  }
  for (const q of twins) {
    const [first] = (await as(agent)(listCustomers, { query: { q } })).items
    expect(first).toMatchObject({ ticketCount: 1, emails: [{ address: q }] })
  }
})

test.each([
  [['Ann@Müller.example', '"ann"@xn--mller-kva.example', 'ANN@XN--MLLER-KVA.EXAMPLE', 'ann@müller。example']],
  [['Zoë@müller.example', 'zoe\u0308@xn--mller-kva.example', '"ZOË"@MÜLLER.example']],
])(
  'an address in another script, in quotation marks or in capitals is the same as in its plain form: %j',
  async (spellings) => {
    const ids: string[] = []
    for (const email of spellings) {
      const { requester } = await as(agent)(createTicket, {
        body: { subject: 'Same', text: 'x', requester: { email } },
      })
      ids.push(requester.id)
    }
    expect(new Set(ids).size).toBe(1)
  },
)

test.each([
  ['as they are', 'Jörg <jörg@müller.example>'],
  ['in their parts', 'Jörg <jo\u0308rg@xn--mller-kva.example>'],
  ['in quotation marks', 'Jörg <"jörg"@müller.example>'],
  ['encoded in the name alone', '=?utf-8?q?J=C3=B6rg?= <jörg@müller.example>'],
  ['encoded before the @', '=?iso-8859-1?q?J=F6rg?= <=?iso-8859-1?q?j=F6rg?=@müller.example>'],
  ['encoded as a whole', '=?utf-8?q?J=C3=B6rg?= <=?utf-8?q?j=C3=B6rg=40m=C3=BCller.example?=>'],
  ['encoded with the brackets', '=?utf-8?b?SsO2cmcgPGrDtnJnQG3DvGxsZXIuZXhhbXBsZT4=?='],
  ['between marks of direction', 'Jörg <\u202ajörg@müller.example\u202c>'],
])('letters beyond ASCII in the address of a mail are read %s', async (_, from) => {
  const messageId = newMessageId()
  const head = `From: ${from}\r\nTo: ${supportOf(world)}\r\nSubject: Hi\r\nMessage-ID: ${messageId}`
  await rawMailIn(`${head}\r\n\r\nIs it me?`, supportOf(world))
  expect(await as(agent)(showTicket, { params: { id: await ticketOf(messageId) } })).toMatchObject({
    requester: { email: 'jörg@xn--mller-kva.example', name: 'Jörg' },
  })
})

test('what only looks like an encoded address stays what it is', async () => {
  const messageId = newMessageId()
  const address = '=?utf-8?b?asO2cmdAYmFuay5leGFtcGxl?=@looks.example'
  await rawMailIn(`From: <${address}>\r\nSubject: Hi\r\nMessage-ID: ${messageId}\r\n\r\nHello`, supportOf(world))
  expect(await as(agent)(showTicket, { params: { id: await ticketOf(messageId) } })).toMatchObject({
    requester: { email: address.toLowerCase() },
  })
})

test('a colleague with such an address is invited and signs in', async () => {
  const typed = `Jörg.${world.domain}@Müller.example`
  await as(admin)(invite, { body: { email: typed, role: 'TeamUser' } })
  const { userGuidId } = await as(null)(invitationLogin, { body: { email: typed.toUpperCase() } })
  await runJobs()
  const code = codeIn((await mailsTo(typed)).find(({ text }) => text.includes('code'))!.text)
  const signedIn = await as(null)(validateInvitationLogin, { body: { userGuidId: userGuidId!, code } })
  expect(signedIn).toMatchObject({ message: 'LoginSuccess', email: readEmailAddress(typed) })
})

test('the database takes each letter that an address may have', async () => {
  const points = Array.from({ length: 0x110000 }, (_, point) => point).filter(
    (point) => point < 0xd800 || point > 0xdfff,
  )
  const kept = points.flatMap((point) => readEmailAddress(`a${String.fromCodePoint(point)}@x.example`) ?? [])
  expect(kept.length).toBeGreaterThan(100_000)
  const { rows } = await owner.query('select kept from unnest($1::text[]) kept where kept <> lower(kept)', [kept])
  expect(rows).toEqual([])
})

test.each(invalidAddresses.map((address) => [address]))('%j is refused with a sentence', async (email) => {
  const sentence = 'Enter an e-mail address like name@example.com'
  const written = { subject: 'x', text: 'x' }
  const refusals = await Promise.all([
    ask(agent, createTicket, { body: { ...written, requester: { email } } }),
    ask(agent, createTicket, { body: { ...written, requester: { email: 'ok@x.example' }, cc: [email] } }),
    ask(admin, invite, { body: { email, role: 'TeamUser' } }),
    ask(admin, changeWorkspace, { body: { formsAndLists: [email] } }),
  ])
  expect(refusals.map((answer) => [answer.statusCode, Object.values(answer.json().fields ?? {})])).toEqual(
    refusals.map(() => [400, [sentence]]),
  )
  expect(await as(null)(registerCustomer, { body: { email, workspaceName: world.domain } })).toEqual({
    ...{ status: 'Invalid email', customerGuidId: null },
  })
})

test.each([
  ['nobody', ''],
  ['a quoted name', 'From: <"a b"@x.example>\r\n'],
  ['an IP address', 'From: Printer <scan@[192.0.2.7]>\r\n'],
  ['a name of one label', 'From: root@web1\r\n'],
  ['a sign that nobody sees', 'From: Ann <a\u200bnn@x.example>\r\n'],
  ['a sign that turns the direction', 'From: Ann <ö\u202enn@x.example>\r\n'],
  ['too long a name', `From: <${'l'.repeat(65)}@x.example>\r\n`],
])('a mail from %s is refused by SMTP with a sentence, and kept nowhere', async (_, from) => {
  const messageId = newMessageId()
  const raw = `${from}Subject: Who\r\nMessage-ID: ${messageId}\r\n\r\nMe`
  const mail = { envelope: { from: 'relay@example.org', to: supportOf(world) }, raw }
  await expect(sendMail(mail)).rejects.toThrow(/550.*Nobody could answer this mail/)
  expect(await decisionsOn(messageId)).toEqual([])
})

test('where From cannot be answered and Reply-To can, the mail is taken', async () => {
  const messageId = newMessageId()
  const head = `From: <scan@[192.0.2.7]>\r\nReply-To: office@reply.example\r\nSubject: Scan\r\nMessage-ID: ${messageId}`
  await rawMailIn(`${head}\r\n\r\nPaper`, supportOf(world), 'scan@[192.0.2.7]')
  const id = await ticketOf(messageId)
  expect(await as(agent)(showTicket, { params: { id } })).toMatchObject({
    requester: { email: 'office@reply.example' },
  })
})

test('a delivery report without a return path is taken, whoever it says to be from', async () => {
  const messageId = newMessageId()
  const head = `From: MAILER-DAEMON\r\nSubject: Undelivered\r\nMessage-ID: ${messageId}`
  await rawMailIn(`${head}\r\n\r\nIt failed`, supportOf(world), '')
  expect(await decisionsOn(messageId)).toMatchObject([{ decision: { code: 'bounce-of-unknown-mail' } }])
})

test('a name that stands before an address without brackets makes no other address of it', async () => {
  const messageId = newMessageId()
  const mail = { envelope: { from: 'relay@example.org', to: supportOf(world) } }
  const raw = `From: Ann {b}@x.example\r\nSubject: Who\r\nMessage-ID: ${messageId}\r\n\r\nMe`
  await expect(sendMail({ ...mail, raw })).rejects.toThrow(/550/)
})
