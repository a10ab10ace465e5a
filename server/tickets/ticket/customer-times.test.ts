import { expect, test } from 'vitest'
import { listMessages, writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, listTickets, markSpam, showTicket, snoozeTicket, unmarkSpam } from '#contract/tickets/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { answeredTicket } from '#test/new-ticket.ts'
import { acme } from '#test/world.ts'

const { agent, admin, customer } = acme
const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString()

/** Returns all values that can show a customer when a ticket was changed. */
async function seenOf(id: string) {
  const shown = await ask(customer, showTicket, { params: { id } })
  const { updatedAt, lastMessageSeq } = shown.json()
  const place = async (q?: string) => {
    const { items } = await as(customer)(listTickets, { query: q ? { q } : {} })
    return items.map((ticket) => ticket.id).indexOf(id)
  }
  return { etag: shown.headers.etag, updatedAt, lastMessageSeq, place: await place(), found: await place('late') }
}

test('nothing that a customer cannot see changes the time, the tag or the place of their ticket', async () => {
  const { id } = await answeredTicket(acme, 'open')
  await answeredTicket(acme, 'open')
  const before = await seenOf(id)
  expect(before).toMatchObject({ lastMessageSeq: 2, place: 1, found: 1 })
  const params = { id }
  const change = (body: object) => as(agent)(changeTicket, { params, body })
  await as(agent)(writeMessage, { params, body: { kind: 'note', text: 'She is always late' } })
  await change({ tags: ['late'], priority: 'urgent', dueDate: tomorrow })
  await change({ assignee: admin.id })
  await change({ status: 'on_hold' })
  await as(agent)(snoozeTicket, { params, body: { until: tomorrow } })
  await as(agent)(markSpam, { params })
  await as(agent)(unmarkSpam, { params })
  expect(await as(agent)(showTicket, { params })).toMatchObject({ lastMessageSeq: 3, priority: 'urgent' })
  expect(await seenOf(id)).toEqual(before)
})

test('what they can see changes them', async () => {
  const { id } = await answeredTicket(acme, 'open')
  const times = [await seenOf(id)]
  await as(agent)(writeMessage, { params: { id }, body: { kind: 'note', text: 'Aside' } })
  await as(agent)(writeMessage, { params: { id }, body: { text: 'It left today', status: 'open' } })
  times.push(await seenOf(id))
  expect(times.at(-1)).toMatchObject({ lastMessageSeq: 4, place: 0, found: 0 })
  await as(agent)(changeTicket, { params: { id }, body: { status: 'pending' } })
  times.push(await seenOf(id))
  await as(agent)(changeTicket, { params: { id }, body: { subject: 'It is late' } })
  times.push(await seenOf(id))
  await as(customer)(writeMessage, { params: { id }, body: { text: 'When does it come?' } })
  times.push(await seenOf(id))
  expect(new Set(times.map(({ etag }) => etag)).size).toBe(5)
  expect(times.map(({ updatedAt }) => updatedAt)).toEqual(times.map(({ updatedAt }) => updatedAt).sort())
  expect((await as(customer)(listMessages, { params: { id }, query: {} })).items).toHaveLength(4)
})
