import { expect, test } from 'vitest'
import { listMessages, writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, showTicket, solveTicket, trashTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, newCustomer, owner, type Person } from '#test/world.ts'

const key: Person = { ...acme.admin, token: await newKey(acme, ['tickets:read', 'tickets:write']) }
const write = (id: string, body: object, person = key) =>
  as(person)(writeMessage, { params: { id }, body: { text: 'Said in a chat', ...body } })
const mailsOf = async (id: string) =>
  (await owner.query(`select kind from outgoing_mails where ticket_id = $1 order by kind`, [id])).rows.map(
    ({ kind }) => kind,
  )

test('what a customer said elsewhere is a reply of theirs: it opens the ticket again and mails no customer', async () => {
  const { id } = await newTicket(acme)
  await as(acme.admin)(changeTicket, { params: { id }, body: { assignee: acme.agent.id } })
  await as(acme.agent)(solveTicket, { params: { id } })
  const before = await mailsOf(id)
  const said = await write(id, { from: 'customer' })
  expect(said).toMatchObject({
    ...{ kind: 'reply', channel: 'api', bodyText: 'Said in a chat', delivery: null },
    author: { type: 'customer', id: acme.customer.id },
  })
  expect(await as(acme.agent)(showTicket, { params: { id } })).toMatchObject({ status: 'open', reopenCount: 1 })
  const more = (await mailsOf(id)).filter((kind) => kind !== 'agent-notice')
  expect(more).toEqual(before.filter((kind) => kind !== 'agent-notice'))
  expect(await write(id, { from: 'customer', channel: 'phone' }, acme.agent)).toMatchObject({ channel: 'phone' })
  const { items } = await as(acme.customer)(listMessages, { params: { id }, query: {} })
  expect(items.filter(({ author }) => author.id === acme.customer.id)).toHaveLength(3)
})

test('on a ticket past reopening it begins a follow-up, of which nobody is mailed', async () => {
  const { id } = await newTicket(acme)
  await owner.query(`update tickets set status = 'closed', closed_at = now() where id = $1`, [id])
  const said = await write(id, { from: 'customer' })
  expect(said.ticketId).not.toBe(id)
  expect(await mailsOf(said.ticketId)).toEqual([])
})

test('it is said by somebody on the ticket, and never by a member or a stranger', async () => {
  const [{ id }, copied] = [await newTicket(acme), await newCustomer(acme, 'Copied')]
  await write(id, { cc: [copied.email], kind: 'reply', text: 'With you in copy' }, acme.agent)
  expect(await write(id, { from: 'customer', customer: copied.email })).toMatchObject({ author: { id: copied.id } })
  const outsiders = [acme.agent.email, acme.otherCustomer.email, globex.customer.email, 'nobody@customer.test']
  for (const customer of outsiders)
    expect(await write(id, { from: 'customer', customer })).toMatchObject({
      ...{ code: 'invalid', fields: { customer: expect.any(String) } },
    })
})

test('it has nothing that only the team decides, and the team’s own messages nothing of it', async () => {
  const { id } = await newTicket(acme)
  const soon = new Date(Date.now() + 3600_000).toISOString()
  const fields = { status: 'solved', sendAt: soon, cc: [acme.otherCustomer.email], toSuppressed: true, kind: 'note' }
  for (const [field, value] of Object.entries(fields))
    expect(await write(id, { from: 'customer', [field]: value })).toMatchObject({
      ...{ code: 'invalid', fields: { [field]: expect.any(String) } },
    })
  for (const [field, value] of Object.entries({ customer: acme.customer.email, channel: 'phone' }))
    expect(await write(id, { [field]: value })).toMatchObject({
      code: 'invalid',
      fields: { [field]: expect.any(String) },
    })
  await as(acme.agent)(trashTicket, { params: { id } })
  expect(await write(id, { from: 'customer' })).toMatchObject({ code: 'ticket-in-trash' })
})

test('a customer, a key that only creates and another workspace say nothing in the name of somebody', async () => {
  const { id } = await newTicket(acme)
  const creating: Person = { ...acme.admin, token: await newKey(acme, ['tickets:create']) }
  expect([
    await write(id, { from: 'customer' }, acme.customer),
    await write(id, { from: 'customer' }, creating),
    await write(id, { from: 'customer' }, globex.admin),
    await write(id, { from: 'customer' }, globex.customer),
  ]).toMatchObject([{ code: 'not-allowed' }, { code: 'scope-missing' }, { status: 404 }, { status: 403 }])
})
