import { describe, expect, test } from 'vitest'
import { listMessages, writeMessage } from '#contract/tickets/messages.ts'
import { addRequestCopy } from '#contract/tickets/people.ts'
import {
  changeTicket,
  findTicketByNumber,
  listTicketEvents,
  listTickets,
  showTicket,
  trashTicket,
} from '#contract/tickets/tickets.ts'
import {
  changeCompany,
  createCompany,
  deleteCompany,
  listSharingCompanies,
  putCompanyPerson,
} from '#contract/workspace/companies.ts'
import { as, ask } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, newCustomer, type Person, type World } from '#test/world.ts'

const put = (company: { id: string }, { id }: Person, sharesTickets = true, { admin }: World = acme) =>
  as(admin)(putCompanyPerson, { params: { id: company.id, customerId: id }, body: { sharesTickets } })

async function colleagues(sharesTickets = true) {
  const [author, reader] = [await newCustomer(acme, 'Author'), await newCustomer(acme, 'Reader')]
  const company = await as(acme.admin)(createCompany, { body: { name: 'Shared', sharesTickets } })
  await put(company, author)
  await put(company, reader)
  const ticket = await newTicket({ ...acme, customer: author })
  return { author, reader, company, ticket }
}

const show = (by: Person | null, { id }: { id: string }) => as(by)(showTicket, { params: { id } })
const listed = async (by: Person, query: object = {}) =>
  (await as(by)(listTickets, { query })).items.map(({ id }) => id)

describe('people of a company that shares tickets', () => {
  test('read the tickets of each other in the portal, in lists, by words and by number', async () => {
    const { author, reader, ticket } = await colleagues()
    const own = await newTicket({ ...acme, customer: reader })
    expect(await show(reader, ticket)).toMatchObject({ id: ticket.id, requester: { id: author.id } })
    expect((await listed(reader)).sort()).toEqual([ticket.id, own.id].sort())
    expect(await listed(reader, { requester: reader.id })).toEqual([own.id])
    expect(await listed(reader, { q: ticket.subject })).toContain(ticket.id)
    const messages = await as(reader)(listMessages, { params: { id: ticket.id }, query: {} })
    expect(messages.items).toHaveLength(1)
  })

  test('see no notes, tags, priority or unsent replies, and no history', async () => {
    const { reader, ticket } = await colleagues()
    await as(acme.agent)(writeMessage, { params: { id: ticket.id }, body: { text: 'SECRET NOTE', kind: 'note' } })
    await as(acme.agent)(changeTicket, { params: { id: ticket.id }, body: { tags: ['secret'], priority: 'urgent' } })
    const read = await ask(reader, showTicket, { params: { id: ticket.id } })
    const messages = await ask(reader, listMessages, { params: { id: ticket.id }, query: {} })
    const list = await ask(reader, listTickets, { query: { q: 'SECRET' } })
    expect(read.json()).toMatchObject({ tags: [], priority: null })
    expect(`${read.body}${messages.body}${list.body}`).not.toMatch(/secret/i)
    expect(list.json()).toMatchObject({ items: [] })
    expect(await as(reader)(listTicketEvents, { params: { id: ticket.id }, query: {} })).toMatchObject({ status: 403 })
  })

  test('change nothing in the tickets of each other', async () => {
    const { author, reader, ticket } = await colleagues()
    const params = { id: ticket.id }
    const answers = await Promise.all([
      as(reader)(writeMessage, { params, body: { text: 'Mine' } }),
      as(reader)(changeTicket, { params, body: { status: 'solved' } }),
      as(reader)(addRequestCopy, { params, body: { address: 'evil@copy.example' } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    const messages = await as(author)(listMessages, { params, query: {} })
    expect(messages.items).toHaveLength(1)
    expect(await show(author, ticket)).toMatchObject({ status: ticket.status, cc: [] })
  })

  test('do not see tickets in the trash, or that the team has not sent yet', async () => {
    const { reader, ticket } = await colleagues()
    await as(acme.agent)(trashTicket, { params: { id: ticket.id } })
    expect(await show(reader, ticket)).toMatchObject({ status: 404 })
    expect(await listed(reader)).toEqual([])
  })

  test('are told which companies share', async () => {
    const { reader, company } = await colleagues()
    expect(await as(reader)(listSharingCompanies, {})).toEqual({
      items: [{ id: company.id, name: 'Shared' }],
      next: null,
    })
    await put(company, reader, false)
    expect(await as(reader)(listSharingCompanies, {})).toMatchObject({ items: [] })
  })
})

describe('nobody else reads a ticket', () => {
  test.each(['does not share', 'stopped sharing', 'was deleted'])('when the company %s', async (why) => {
    const { reader, company, ticket } = await colleagues(why !== 'does not share')
    const params = { id: company.id }
    if (why === 'stopped sharing') await as(acme.admin)(changeCompany, { params, body: { sharesTickets: false } })
    if (why === 'was deleted') await as(acme.admin)(deleteCompany, { params })
    expect(await show(reader, ticket)).toMatchObject({ status: 404, code: 'ticket-not-found' })
    expect(await listed(reader)).toEqual([])
    expect(await listed(reader, { q: ticket.subject })).toEqual([])
  })

  test('when one of the two is an exception', async () => {
    const { author, reader, company, ticket } = await colleagues()
    const own = await newTicket({ ...acme, customer: reader })
    await put(company, reader, false)
    expect([await show(reader, ticket), await show(author, own)]).toMatchObject([{ status: 404 }, { status: 404 }])
    await put(company, reader, true)
    await put(company, author, false)
    expect([await show(reader, ticket), await show(author, own)]).toMatchObject([{ status: 404 }, { status: 404 }])
  })

  test('who shares with another company, or is in another workspace', async () => {
    const [one, other] = [await colleagues(), await colleagues()]
    const theirs = await as(globex.admin)(createCompany, { body: { name: 'Shared', sharesTickets: true } })
    await put(theirs, globex.customer, true, globex)
    expect(await show(other.reader, one.ticket)).toMatchObject({ status: 404 })
    expect(await show(globex.customer, one.ticket)).toMatchObject({ status: 404 })
    expect(await show(acme.customer, one.ticket)).toMatchObject({ status: 404 })
    expect(await show(null, one.ticket)).toMatchObject({ status: 401 })
    expect(await listed(other.reader)).toEqual([other.ticket.id])
    const byNumber = { params: { number: String(one.ticket.number) } }
    expect(await as(other.reader)(findTicketByNumber, byNumber)).toMatchObject({ status: 404 })
    expect(await as(one.reader)(findTicketByNumber, byNumber)).toMatchObject({ id: one.ticket.id })
  })

  test('although a plain member tries to let them: only admins decide who shares', async () => {
    const { company } = await colleagues()
    const stranger = await newCustomer(acme, 'Stranger')
    const { agent } = acme
    const params = { id: company.id }
    const answers = await Promise.all([
      as(agent)(createCompany, { body: { name: 'Mine', sharesTickets: true } }),
      as(agent)(changeCompany, { params, body: { sharesTickets: false } }),
      as(agent)(changeCompany, { params, body: { domains: ['stranger.example'] } }),
      as(agent)(putCompanyPerson, { params: { ...params, customerId: stranger.id }, body: { sharesTickets: true } }),
    ])
    expect(answers).toMatchObject(Array(4).fill({ status: 403, code: 'sharing-by-admins' }))
    expect(await as(agent)(changeCompany, { params, body: { notes: 'Fine' } })).toMatchObject({ notes: 'Fine' })
  })
})
