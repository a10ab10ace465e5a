import { expect, test, vi } from 'vitest'
import { createTeam, listTeams } from '#contract/tickets/teams.ts'
import { changeTicket } from '#contract/tickets/tickets.ts'
import { createTicketView, listTicketViews } from '#contract/tickets/views.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { makeWorkspace, newMember, owner, type Person, platform } from '#test/world.ts'

const newWorld = (domain: string) => makeWorkspace(domain, 'Counts', ['Coa', 'Cob', 'Coc', 'Cod'])
const countOf = async (person: Person, id: string) =>
  (await as(person)(listTicketViews, {})).items.find((view) => view.id === id)?.count
const create = (person: Person, name: string, query: string) =>
  as(person)(createTicketView, { body: { name, query, visibility: 'everyone' } })
const change = (person: Person, id: string, body: object) => as(person)(changeTicket, { params: { id }, body })

/** Returns the statements that count tickets with a tag during `work`. */
async function countsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const { onStatement } = platform.app
  const texts: string[] = []
  platform.app.onStatement = (text) => texts.push(text)
  await work()
  platform.app.onStatement = onStatement
  return texts.filter((text) => text.includes('select array[') && text.includes('ticket_tags'))
}

test('members share the count of a view until something in the workspace changes', async () => {
  const world = await newWorld('counts-shared')
  const other = await newMember(world, 'Oda')
  const { id: ticket } = await newTicket(world)
  const { id } = await create(world.agent, 'Refunds', 'tag:refund')
  expect(await countOf(world.agent, id)).toBe(0)
  // The news of the view itself can arrive after the first count.
  await vi.waitFor(async () => expect(await countsDuring(() => countOf(other, id))).toEqual([]), { timeout: 10_000 })
  await change(world.agent, ticket, { tags: ['refund'] })
  expect(await countsDuring(async () => expect(await countOf(other, id)).toBe(1))).toHaveLength(1)
  await change(other, ticket, { tags: [] })
  expect(await countOf(world.agent, id)).toBe(0)
})

test('a count that depends on the reader is the reader’s own', async () => {
  const world = await newWorld('counts-own')
  const other = await newMember(world, 'Ole')
  const { id: ticket } = await newTicket(world)
  await change(world.agent, ticket, { assignee: other.id })
  const mine = await create(world.agent, 'Mine', 'assignee:ME')
  await as(world.admin)(createTeam, { body: { name: 'Billing', color: 'teal', members: [other.id] } })
  const team = (await as(world.admin)(listTeams, {})).items[0]!.id
  await change(world.agent, ticket, { team })
  const ours = await create(world.agent, 'Ours', 'team:mine')
  const unread = await create(world.agent, 'Unread', 'is:unread')
  for (const round of [1, 2]) {
    expect([await countOf(world.agent, mine.id), await countOf(other, mine.id)], `${round}`).toEqual([0, 1])
    expect([await countOf(world.agent, ours.id), await countOf(other, ours.id)], `${round}`).toEqual([0, 1])
    expect([await countOf(world.agent, 'mine'), await countOf(other, 'mine')], `${round}`).toEqual([0, 1])
  }
  expect(await countOf(world.agent, unread.id)).toBe(1)
  await owner.query('insert into ticket_reads (workspace_id, ticket_id, member_id, seq) values ($1, $2, $3, 99)', [
    ...[world.id, ticket, world.agent.id],
  ])
  expect([await countOf(world.agent, unread.id), await countOf(other, unread.id)]).toEqual([0, 1])
})

test('a process that may have missed a change counts again', async () => {
  const world = await newWorld('counts-missed')
  const { id: ticket } = await newTicket(world)
  await change(world.agent, ticket, { tags: ['late'] })
  const { id } = await create(world.agent, 'Late', 'tag:late')
  expect(await countOf(world.agent, id)).toBe(1)
  const { lastChangeOf } = platform.app
  platform.app.lastChangeOf = () => null
  // Changes the rows without an event, as if the process had not heard of it.
  await owner.query('delete from ticket_tags where workspace_id = $1', [world.id])
  expect(await countOf(world.agent, id)).toBe(0)
  platform.app.lastChangeOf = lastChangeOf!
})
