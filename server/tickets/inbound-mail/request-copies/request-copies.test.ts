import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { acceptStranger, listMessages, writeMessage } from '#contract/tickets/messages.ts'
import { addRequestCopy, removeRequestCopy } from '#contract/tickets/people.ts'
import { changeTicket, showTicket } from '#contract/tickets/tickets.ts'
import { limits } from '#server/platform/http/limits.ts'
import { as, ask } from '#test/ask.ts'
import { mailIn, supportOf, vouchedFor } from '#test/mail-in.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, mailsTo, newCustomer, owner, type Person, platform, runJobs, settings } from '#test/world.ts'

const { agent } = acme
const newAddress = (name = 'bob') => `${name}.${randomUUID().slice(0, 8)}@company.test`

/** Opens a request of a new customer and answers it. `replyTo` comes from the mail with the answer. */
async function asked() {
  const rosa = await newCustomer(acme, 'Rosa')
  const { id } = await newTicket({ ...acme, customer: rosa }, { text: 'Our bank details are these' })
  await answer(id, 'Which bank?')
  const [mail] = await mailsTo(rosa.email)
  return { rosa, id, params: { id }, replyTo: mail!.replyTo }
}
const answer = async (id: string, text: string, body: object = {}) => {
  const answered = await as(agent)(writeMessage, { params: { id }, body: { text, ...body } })
  await runJobs()
  return answered
}
const add = (person: Person, id: string, address: string) =>
  as(person)(addRequestCopy, { params: { id }, body: { address } })
const messagesOf = async (person: Person, id: string) =>
  (await as(person)(listMessages, { params: { id }, query: {} })).items
const copiesOf = async (id: string) => (await as(agent)(showTicket, { params: { id } })).cc.map(({ email }) => email)
const textsTo = async (address: string) => (await mailsTo(address)).map(({ text }) => JSON.parse(text))
const prove = (address: string) =>
  owner.query('update customer_emails set verified_at = now() where address = $1', [address])

describe('who has asked', () => {
  test('puts somebody in copy, who gets what is answered from then on, and none of what others wrote before', async () => {
    const { rosa, id } = await asked()
    const bob = newAddress()
    expect(await add(rosa, id, ` ${bob.toUpperCase()} `)).toMatchObject({ id, cc: [{ email: bob }] })
    await prove(bob)
    expect(await mailsTo(bob)).toEqual([])
    await answer(id, 'We see it now')
    await as(rosa)(writeMessage, { params: { id }, body: { text: 'Thank you both for that' } })
    await answer(id, 'It is paid')
    const [second, first] = await textsTo(bob)
    expect([first.bodyText, first.quoted]).toEqual(['We see it now', null])
    expect([second.bodyText, second.quoted.bodyText]).toEqual(['It is paid', 'Thank you both for that'])
    expect((await textsTo(rosa.email))[0].quoted.bodyText).toBe('Thank you both for that')
  })

  test('takes them out again, who then get no more', async () => {
    const { rosa, id } = await asked()
    const bob = newAddress()
    const { cc } = await add(rosa, id, bob)
    await as(agent)(writeMessage, { params: { id }, body: { text: 'Not gone yet' } })
    const removed = await as(rosa)(removeRequestCopy, { params: { id, customerId: cc[0]!.id } })
    expect(removed).toMatchObject({ id, cc: [] })
    await answer(id, 'To Rosa alone')
    expect(await mailsTo(bob)).toEqual([])
    expect(await as(rosa)(removeRequestCopy, { params: { id, customerId: cc[0]!.id } })).toMatchObject({ cc: [] })
  })

  test('adds nobody twice, nor themselves, nor the address of the team, nor what is no address', async () => {
    const { rosa, id } = await asked()
    const bob = newAddress()
    await add(rosa, id, bob)
    expect((await add(rosa, id, bob)).cc).toMatchObject([{ email: bob }])
    expect((await add(rosa, id, rosa.email)).cc).toMatchObject([{ email: bob }])
    expect(await add(rosa, id, supportOf(acme))).toMatchObject({ status: 400, code: 'own-mailbox' })
    expect(await add(rosa, id, 'bob at home')).toMatchObject({ status: 400, fields: { address: expect.any(String) } })
    expect(await copiesOf(id)).toEqual([bob])
  })

  test('adds ten at most', async () => {
    const { rosa, id } = await asked()
    const answers = await Promise.all(Array.from({ length: 12 }, () => add(rosa, id, newAddress())))
    expect(answers.filter(({ code }) => code === 'too-many-copies')).toHaveLength(2)
    expect(await copiesOf(id)).toHaveLength(10)
  })

  test('adds so many a day, on however many requests', async () => {
    const { rosa, id } = await asked()
    const spent = limits.copies.most * settings.limitFactor
    platform.limiter.spend(limits.copies, rosa.id, spent - 1)
    const bob = newAddress()
    const { cc } = await add(rosa, id, bob)
    expect(cc).toHaveLength(1)
    const other = await newTicket({ ...acme, customer: rosa })
    expect(await add(rosa, other.id, newAddress())).toMatchObject({ status: 429, code: 'too-many-requests' })
    // A person who is already in CC does not count against the limit.
    expect((await add(rosa, id, bob)).cc).toHaveLength(1)
  })

  test('changes a solved request, and none that is closed', async () => {
    const { rosa, id, params } = await asked()
    await as(agent)(changeTicket, { params, body: { status: 'solved' } })
    expect((await add(rosa, id, newAddress())).cc).toHaveLength(1)
    await owner.query(`update tickets set status = 'closed', closed_at = now() where id = $1`, [id])
    expect(await add(rosa, id, newAddress())).toMatchObject({ status: 409, code: 'ticket-closed' })
  })

  test('is nobody else: another customer, somebody in copy, somebody of another workspace', async () => {
    const { rosa, id, params } = await asked()
    const bob = await newCustomer(acme, 'Bob')
    const { cc } = await add(rosa, id, bob.email)
    const body = { address: newAddress() }
    const remove = { id, customerId: cc[0]!.id }
    const strangers = [acme.otherCustomer, bob, globex.customer]
    const answers = await Promise.all(
      strangers.flatMap((person) => [
        ask(person, addRequestCopy, { params, body }),
        ask(person, removeRequestCopy, { params: remove }),
        ask(person, showTicket, { params }),
      ]),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(404))
    expect(await copiesOf(id)).toEqual([bob.email])
  })

  test('has those who never wrote counted among the mails that nobody asked for', async () => {
    const { rosa, id } = await asked()
    await add(rosa, id, newAddress())
    const counted = async () =>
      (
        await owner.query('select coalesce(sum(sent), 0)::int as sent from unsolicited_mails where workspace_id = $1', [
          acme.id,
        ])
      ).rows[0].sent
    const before = await counted()
    await answer(id, 'To both of you')
    expect((await counted()) - before).toBe(1)
  })
})

describe('who writes by mail on a request and is not on it', () => {
  test('is told once that it waits, without a word of the request or a way into it', async () => {
    const { id, replyTo, rosa } = await asked()
    const bob = newAddress()
    const mail = { from: `Bob <${bob}>`, to: replyTo, subject: 'Re: My order is late', text: 'Me too' }
    await mailIn({ ...mail, messageId: `<first-${bob}>` })
    await mailIn(mail)
    const mails = await mailsTo(bob)
    expect(mails).toMatchObject([
      {
        ...{ to: bob, from: `Acme <${supportOf(acme)}>`, replyTo: '', inReplyTo: `<first-${bob}>` },
        headers: {
          'auto-submitted': 'auto-replied',
          'x-auto-response-suppress': 'All',
          'x-startup-tools-loop': acme.id,
        },
      },
    ])
    expect(JSON.parse(mails[0]!.text)).toEqual({ workspaceName: 'Acme', address: supportOf(acme) })
    expect(JSON.stringify(mails)).not.toMatch(/order|bank|Rosa/)
    expect(await messagesOf(rosa, id)).toHaveLength(2)
  })

  test.each<[string, (address: string) => { from?: string; headers?: Record<string, string> }]>([
    ['a machine', () => ({ headers: { 'Auto-Submitted': 'auto-replied' } })],
    ['a list', () => ({ headers: { 'List-Id': '<news.company.test>' } })],
    ['an address that takes no answers', () => ({ from: newAddress('no-reply').replace('.', '+') })],
    [
      'whoever’s domain disowns the mail',
      (at) => ({ headers: { 'Authentication-Results': `relay.test; dmarc=fail header.from=${at.split('@')[1]}` } }),
    ],
    ['a colleague', () => ({ from: agent.email })],
  ])('is told nothing where that is %s', async (_, how) => {
    const { replyTo } = await asked()
    const bob = newAddress()
    const mail = { from: bob, ...how(bob) }
    const before = await mailsTo(mail.from)
    await mailIn({ ...mail, to: replyTo, subject: 'Re', text: 'Me too' })
    expect(await mailsTo(mail.from)).toEqual(before)
  })

  test('is told no more often than that something arrived, on however many requests they write', async () => {
    const bob = newAddress()
    for (const { replyTo } of [await asked(), await asked()])
      await mailIn({ from: bob, to: replyTo, subject: 'Re', text: 'Me too' })
    expect(await mailsTo(bob)).toHaveLength(1)
  })

  test('is let in by whoever asked: what they wrote becomes a reply, with who it may not be', async () => {
    const { rosa, id, params, replyTo } = await asked()
    const [bob, vouched] = [newAddress(), newAddress('vera')]
    await as(agent)(changeTicket, { params, body: { status: 'on_hold' } })
    await mailIn({ from: bob, to: replyTo, subject: 'Re', text: 'I know more' })
    await mailIn({ from: vouched, to: replyTo, subject: 'Re', text: 'So do I', headers: vouchedFor(vouched) })
    await mailIn({ from: newAddress('eve'), to: replyTo, subject: 'Re', text: 'Nobody knows me' })
    await add(rosa, id, bob)
    await add(rosa, id, vouched)
    expect(await messagesOf(rosa, id)).toHaveLength(4)
    const said = (await messagesOf(agent, id)).filter(({ kind }) => kind === 'reply')
    expect(said.slice(2).map(({ bodyText, flags }) => [bodyText, flags])).toEqual([
      ['I know more', ['unverified']],
      ['So do I', []],
    ])
    expect(await as(agent)(showTicket, { params })).toMatchObject({
      status: 'open',
      cc: [{ email: bob }, { email: vouched }],
    })
    await mailIn({ from: bob, to: replyTo, subject: 'Re', text: 'And I am on it now' })
    expect((await messagesOf(rosa, id)).at(-1)).toMatchObject({ bodyText: 'And I am on it now' })
  })

  test('is let in once, whoever does it', async () => {
    const { rosa, id, replyTo } = await asked()
    const bob = newAddress()
    await mailIn({ from: bob, to: replyTo, subject: 'Re', text: 'I know more' })
    const note = (await messagesOf(agent, id)).at(-1)!
    await as(agent)(acceptStranger, { params: { id, messageId: note.id } })
    await add(rosa, id, bob)
    expect((await messagesOf(rosa, id)).map(({ bodyText }) => bodyText)).toHaveLength(3)
  })

  test('stays out with what a machine wrote, a colleague, or who their domain disowns', async () => {
    const { rosa, id, replyTo } = await asked()
    const [away, forged] = [newAddress(), newAddress('mallory')]
    const failed = { 'Authentication-Results': `relay.test; dmarc=fail header.from=company.test` }
    await mailIn({
      from: away,
      to: replyTo,
      subject: 'Re',
      text: 'Away',
      headers: { 'Auto-Submitted': 'auto-replied' },
    })
    await mailIn({ from: forged, to: replyTo, subject: 'Re', text: 'Forged', headers: failed })
    await mailIn({ from: agent.email, to: replyTo, subject: 'Re', text: 'Between us: they owe us money' })
    for (const address of [away, forged, agent.email]) await add(rosa, id, address)
    expect((await messagesOf(rosa, id)).map(({ bodyText }) => bodyText)).toEqual([
      'Our bank details are these',
      'Which bank?',
    ])
    await mailIn({ from: agent.email, to: replyTo, subject: 'Re', text: 'Between us again' })
    expect((await messagesOf(agent, id)).at(-1)).toMatchObject({ kind: 'note', bodyText: 'Between us again' })
  })
})
