import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, markTicketSeen } from '#contract/tickets/tickets.ts'
import { endCurrentSession } from '#contract/workspace/session.ts'
import { changeMember } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { answeredTicket, newTicket } from '#test/new-ticket.ts'
import { acme, app, globex, newCustomer, newMember, owner, type Person, platform, settings } from '#test/world.ts'

const { agent, admin, customer } = acme
let port: number
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})

type StreamedEvent = { id: string; event: string; type: string; subject: { type: string; id: string } | null }
const open: { close(): void }[] = []
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})

/** Opens the event stream of a person, as a browser does. */
async function listen(person: Person, lastEventId?: string) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      host: settings.apiHost,
      authorization: `Bearer ${person.token}`,
      ...(lastEventId && { 'last-event-id': lastEventId }),
    }
    get({ port, host: '127.0.0.1', path: '/api/v1/events', headers, agent: false }, resolve).on('error', reject)
  })
  const told: StreamedEvent[] = []
  let rest = ''
  let isClosed = false
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop()!
    told.push(...blocks.filter((block) => block.includes('event: ')).map(readBlock))
  })
  response.on('close', () => {
    isClosed = true
  })
  const stream = {
    response,
    told,
    close: () => response.destroy(),
    hears: (type: string, ticketId?: string) =>
      expect
        .poll(() => told.filter((one) => one.type === type && (!ticketId || one.subject?.id === ticketId)).length, {
          timeout: 5000,
        })
        .toBeGreaterThan(0),
    ends: () => expect.poll(() => isClosed, { timeout: 5000 }).toBe(true),
  }
  open.push(stream)
  return stream
}

function readBlock(block: string): StreamedEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
  return { id: field('id'), event: field('event'), type: field('event'), ...JSON.parse(field('data')) }
}

test('everybody who looks at the tickets hears of a new one', async () => {
  const [ada, carl] = [await listen(admin), await listen(agent)]
  expect(ada.response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  })
  const { id } = await newTicket(acme)
  await ada.hears('ticket.created', id)
  await carl.hears('ticket.created', id)
})

test('customers hear of their own tickets alone, and nothing of notes', async () => {
  const { id } = await answeredTicket(acme)
  const { rows } = await owner.query('select max(id::text) as last from live_events')
  const [own, other, stranger] = [await listen(customer), await listen(acme.otherCustomer), await listen(globex.agent)]
  await as(agent)(writeMessage, { params: { id }, body: { kind: 'note', text: 'Inside' } })
  await as(agent)(changeTicket, { params: { id }, body: { tags: ['inside'] } })
  await as(agent)(changeTicket, { params: { id }, body: { status: 'solved', assignee: admin.id } })
  await own.hears('assignee.changed', id)
  // A new stream can also receive events that were recorded shortly before it opened.
  const heard = own.told.filter((one) => one.id > rows[0].last).map(({ type }) => type)
  expect(heard.toSorted()).toEqual(['assignee.changed', 'status.changed'])
  expect([...other.told, ...stranger.told].filter(({ subject }) => subject?.id === id)).toEqual([])
})

test('a customer hears of the status that a note moved, and not of the note', async () => {
  const { id } = await newTicket(acme)
  const { rows } = await owner.query('select max(id::text) as last from live_events')
  const [own, ada] = [await listen(customer), await listen(admin)]
  await as(agent)(writeMessage, { params: { id }, body: { kind: 'note', text: 'Inside' } })
  await ada.hears('message.added', id)
  await own.hears('status.changed', id)
  expect(own.told.filter((one) => one.id > rows[0].last).map(({ type }) => type)).toEqual(['status.changed'])
})

test('how far somebody has read is told to their own pages alone', async () => {
  const { id } = await newTicket(acme)
  const [ada, carl] = [await listen(admin), await listen(agent)]
  await as(agent)(markTicketSeen, { params: { id }, body: { seq: 1 } })
  await as(agent)(changeTicket, { params: { id }, body: { priority: 'low' } })
  await carl.hears('ticket.seen', id)
  await ada.hears('priority.changed', id)
  expect(ada.told.map(({ type }) => type)).not.toContain('ticket.seen')
})

test('a stream that broke hears what it missed', async () => {
  const first = await listen(agent)
  const { id } = await newTicket(acme)
  await first.hears('ticket.created', id)
  first.close()
  const missed = await newTicket(acme)
  const second = await listen(agent, first.told.at(-1)!.id)
  await second.hears('ticket.created', missed.id)
})

test.each(['00000000-0000-7000-8000-000000000000', 'nonsense'])(
  'after a break too long or unknown all is to be read anew',
  async (lastEventId) => {
    const stream = await listen(agent, lastEventId)
    await stream.hears('reset')
  },
)

test('a stream ends with its session', async () => {
  const leaving = await newCustomer(acme, 'Leaving')
  const stream = await listen(leaving)
  await as(leaving)(endCurrentSession, {})
  await stream.ends()
})

test('the stream of a member who is deactivated ends', async () => {
  const leaving = await newMember(acme, 'Leaver')
  const stream = await listen(leaving)
  await as(admin)(changeMember, { params: { id: leaving.id }, body: { isActive: false } })
  await stream.ends()
})

test('the stream of a member whose role changes says so and ends', async () => {
  const risen = await newMember(acme, 'Riser')
  const stream = await listen(risen)
  await as(admin)(changeMember, { params: { id: risen.id }, body: { role: 'AdminUser' } })
  await stream.hears('viewer.changed')
  await stream.ends()
})

test('one person has at most ten streams', async () => {
  const many = await newMember(acme, 'Many')
  const streams = []
  for (let count = 0; count < 10; count += 1) streams.push(await listen(many))
  expect((await listen(many)).response.statusCode).toBe(429)
  streams[0]!.close()
  await expect.poll(async () => (await listen(many)).response.statusCode).toBe(200)
})

test('nothing is left behind when all have gone', async () => {
  const stream = await listen(agent)
  expect(platform.hub.countListeners(acme.id)).toBeGreaterThan(0)
  stream.close()
  await expect.poll(() => platform.hub.countListeners(acme.id)).toBe(0)
})

// Must be the last test in this file, because it closes the server.
test('a server that stops ends all streams', async () => {
  const stream = await listen(agent)
  await app.close()
  await stream.ends()
})
