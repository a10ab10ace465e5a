import { expect, test } from 'vitest'
import { listTicketLinks } from '#contract/tickets/links.ts'
import { listMessages, splitMessage, undoSplit, writeMessage } from '#contract/tickets/messages.ts'
import { listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { globex, makeWorkspace, owner, runJobs } from '#test/world.ts'

const world = await makeWorkspace('splits', 'Splits', ['Ada', 'Carl', 'Olga', 'Omar'])
const { agent, customer } = world

const read = async (id: string, person = agent) => (await as(person)(listMessages, { params: { id }, query: {} })).items
const wordsOf = async (id: string, person = agent) => (await read(id, person)).map(({ bodyText }) => bodyText)
const write = (id: string, text: string, person = customer) =>
  as(person)(writeMessage, { params: { id }, body: { text } })
const split = (id: string, messageId: string, messages: string[] = []) =>
  as(agent)(splitMessage, { params: { id, messageId }, body: { messages } })
const undo = (id: string) => as(agent)(undoSplit, { params: { id } })

async function conversation() {
  const { id } = await newTicket(world, { text: 'The lamp is broken' })
  await write(id, 'We see', agent)
  const own = [await write(id, 'And the chair squeaks like a kestrel'), await write(id, 'It squeaks all day')]
  await write(id, 'The lamp is still broken')
  return { id, chair: own.map((message) => message.id) as [string, string] }
}

/** Returns the rows of the tables that a split writes, but for the counter of changes. */
async function dump(ids: string[]) {
  const tables = [
    'tickets',
    'messages',
    'attachments',
    'ticket_search',
    'ticket_links',
    'ticket_splits',
    'ticket_copies',
  ]
  const whole: Record<string, unknown> = {}
  for (const name of tables) {
    const { rows } = await owner.query(
      `select (to_jsonb(t) - 'revision')::text as row from ${name} t where workspace_id = $1 order by 1`,
      [world.id],
    )
    whole[name] = rows.map(({ row }) => row).filter((row) => ids.some((id) => row.includes(id)))
  }
  return whole
}

test('messages of a customer become a ticket of their own, and both tickets are linked', async () => {
  const { id, chair } = await conversation()
  const made = await split(id, chair[0], [chair[1]])
  expect(made).toMatchObject({ requester: { id: customer.id }, status: 'new', lastMessageSeq: 2 })
  expect(await wordsOf(made.id)).toEqual(['And the chair squeaks like a kestrel', 'It squeaks all day'])
  expect(await wordsOf(id)).toEqual(['The lamp is broken', 'We see', 'The lamp is still broken'])
  const { items } = await as(agent)(listTicketLinks, { params: { id } })
  expect(items).toMatchObject([{ kind: 'related', ticket: { id: made.id } }])
  const found = await as(customer)(listTickets, { query: { q: 'kestrel' } })
  expect(found.items.map((ticket) => ticket.id)).toEqual([made.id])
  expect(await wordsOf(made.id, customer)).toHaveLength(2)
})

test('an undo puts the messages back and deletes the new ticket', async () => {
  const { id, chair } = await conversation()
  await runJobs()
  const before = await dump([id])
  const made = await split(id, chair[0], [chair[1]])
  expect(await undo(made.id)).toMatchObject({ id })
  expect(await dump([id])).toEqual(before)
  expect(await as(agent)(showTicket, { params: { id: made.id } })).toMatchObject({ status: 404 })
})

test('a split is not undone after somebody wrote on the new ticket', async () => {
  const { id, chair } = await conversation()
  const made = await split(id, chair[0])
  await write(made.id, 'We look at the chair', agent)
  expect(await undo(made.id)).toMatchObject({ code: 'split-continued' })
  expect(await undo(id)).toMatchObject({ code: 'ticket-not-split' })
})

test('a reply of the team, the only message and a message of another ticket are not split', async () => {
  const { id, chair } = await conversation()
  const [, reply] = await read(id)
  const alone = await newTicket(world)
  const [only] = await read(alone.id)
  expect(await split(id, reply!.id)).toMatchObject({ code: 'not-of-customer' })
  expect(await split(alone.id, only!.id)).toMatchObject({ code: 'nothing-left' })
  expect(await split(alone.id, chair[0])).toMatchObject({ code: 'message-not-found' })
})

test('customers and other workspaces split nothing', async () => {
  const { id, chair } = await conversation()
  const answers = await Promise.all(
    [customer, globex.admin, null].map((person) =>
      ask(person, splitMessage, { params: { id, messageId: chair[0] }, body: {} }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 404, 401])
})
