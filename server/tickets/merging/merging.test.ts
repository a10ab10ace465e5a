import { describe, expect, test } from 'vitest'
import { listMergedTickets, mergeTicket, mergeTickets, undoMerge, undoMerges } from '#contract/tickets/merging.ts'
import { listMessages, saveDraft, showDraft, writeMessage } from '#contract/tickets/messages.ts'
import {
  changeTicket,
  createTicket,
  findTicketByNumber,
  listTicketEvents,
  listTickets,
  markTicketSeen,
  showTicket,
  snoozeTicket,
  solveTicket,
  trashTicket,
} from '#contract/tickets/tickets.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { addCustomerMessage } from '#server/tickets/conversation/messages/add-customer-message.ts'
import { as, ask } from '#test/ask.ts'
import { dumpWorkspace } from '#test/dump-workspace.ts'
import { newTicket as openTicket } from '#test/new-ticket.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { globex, mailsTo, makeWorkspace, newCustomer, owner, type Person, platform, runJobs } from '#test/world.ts'

const world = await makeWorkspace('merging', 'Merging', ['Ada', 'Carl', 'Olga', 'Omar'])
const { agent, admin, customer, otherCustomer } = world

const newTicket = (written: { subject?: string; text?: string } = {}, requester = customer) =>
  openTicket({ ...world, customer: requester }, written)
const merge = (id: string, into: string, more: { copyRequester?: boolean; note?: string; reply?: string } = {}) =>
  as(agent)(mergeTicket, { params: { id }, body: { into, ...more } })
const undo = (id: string) => as(agent)(undoMerge, { params: { id } })
const show = (id: string, person = agent) => as(person)(showTicket, { params: { id } })
const read = async (id: string, person: Person = agent) =>
  (await as(person)(listMessages, { params: { id }, query: {} })).items
const wordsOf = async (id: string, person?: Person) => (await read(id, person)).map(({ bodyText }) => bodyText)
const write = (id: string, body: object, person = agent) =>
  as(person)(writeMessage, { params: { id }, body: { text: 'An answer', ...body } })
const change = (id: string, body: object) => as(agent)(changeTicket, { params: { id }, body })
const close = (id: string) =>
  owner.query(`update tickets set status = 'closed', closed_at = now() where workspace_id = $1 and id = $2`, [
    world.id,
    id,
  ])
const said = (text: string) => ({ html: `<p>${text}</p>`, text, quotedText: null, attachmentIds: [] })
const byMail = (ticketId: string, text: string, customerId = customer.id) =>
  inWorkspace(platform.app, world.id, (tx) =>
    addCustomerMessage(tx, { ticketId, customerId, text: said(text), channel: 'email', cause: 'mail' }),
  )
const eventsOf = async (id: string) =>
  (await as(agent)(listTicketEvents, { params: { id }, query: {} })).items.map(({ type }) => type)

const dump = () => dumpWorkspace(world)

describe('a merge', () => {
  test('shows both conversations in the order of time, closes the merged ticket and leads to the other', async () => {
    const from = await newTicket({ text: 'First' })
    const into = await newTicket({ text: 'Second' })
    await write(from.id, { text: 'Third' })
    expect(await merge(from.id, into.id)).toMatchObject({
      id: from.id,
      status: 'closed',
      mergedInto: { id: into.id, number: into.number },
    })
    const messages = await read(into.id)
    expect(messages.map(({ bodyText, originTicketId, position }) => [bodyText, originTicketId, position])).toEqual([
      ['First', from.id, 1],
      ['Second', null, 2],
      ['Third', from.id, 3],
    ])
    expect(messages[0]).toMatchObject({ ticketId: from.id, seq: 1 })
    expect(await wordsOf(from.id)).toEqual(['First', 'Third'])
    expect((await as(agent)(listMergedTickets, { params: { id: into.id } })).items).toMatchObject([
      { id: from.id, number: from.number, into: into.id },
    ])
    const params = { number: from.number }
    expect(await as(agent)(findTicketByNumber, { params })).toEqual({ id: from.id })
  })

  test('reads the joined conversation page by page', async () => {
    const [from, into] = [await newTicket({ text: '1' }), await newTicket({ text: '2' })]
    for (const text of ['3', '4', '5']) await write(from.id, { text })
    await merge(from.id, into.id)
    const query = { limit: 2 }
    const last = await as(agent)(listMessages, { params: { id: into.id }, query })
    expect([last.items.map(({ bodyText }) => bodyText), last.next, last.earlier]).toEqual([['4', '5'], '4', 3])
    const page = await as(agent)(listMessages, { params: { id: into.id }, query: { ...query, before: 4 } })
    expect([page.items.map(({ bodyText }) => bodyText), page.next, page.earlier]).toEqual([['2', '3'], '2', 1])
  })

  test('unites tags and copies, and adds the other requester only if the agent says so', async () => {
    const [from, into] = [await newTicket({}, otherCustomer), await newTicket()]
    const nia = await newCustomer(world, 'Nia')
    await change(from.id, { tags: ['roof', 'late'] })
    await change(into.id, { tags: ['late'] })
    await write(from.id, { cc: [nia.email] })
    await merge(from.id, into.id)
    const merged = await show(into.id)
    expect([merged.tags, merged.cc.map(({ id }) => id)]).toEqual([['late', 'roof'], [nia.id]])
    await undo(from.id)
    await merge(from.id, into.id, { copyRequester: true })
    expect((await show(into.id)).cc.map(({ id }) => id).toSorted()).toEqual([nia.id, otherCustomer.id].toSorted())
  })

  test('keeps the earlier first reply and the earlier time of waiting', async () => {
    const [from, into] = [await newTicket(), await newTicket()]
    await write(into.id, { status: 'pending' })
    const { waitingSince } = await show(from.id)
    await merge(from.id, into.id)
    expect(await show(into.id)).toMatchObject({ waitingSince, status: 'open' })
    const [answered, other] = [await newTicket(), await newTicket()]
    await write(answered.id, {})
    const { firstRepliedAt } = await show(answered.id)
    await write(other.id, {})
    await merge(answered.id, other.id)
    expect(await show(other.id)).toMatchObject({ firstRepliedAt })
  })

  test('is in the history of both tickets and found by a query', async () => {
    const [from, into] = [await newTicket({ subject: 'Quagga' }), await newTicket()]
    await merge(from.id, into.id)
    expect(await eventsOf(from.id)).toContain('merge.set')
    expect(await eventsOf(into.id)).toContain('merged-ticket.added')
    const found = await as(agent)(listTickets, { query: { q: 'is:merged quagga' } })
    expect(found.items.map(({ id }) => id)).toEqual([from.id])
  })

  test('takes the draft of a member along and brings it back', async () => {
    const [from, into] = [await newTicket(), await newTicket()]
    await as(agent)(saveDraft, { params: { id: from.id }, body: { kind: 'reply', html: '<p>Half of it</p>' } })
    await merge(from.id, into.id)
    expect((await as(agent)(showDraft, { params: { id: into.id } })).draft).toMatchObject({ html: '<p>Half of it</p>' })
    await undo(from.id)
    expect((await as(agent)(showDraft, { params: { id: into.id } })).draft).toBeNull()
    expect((await as(agent)(showDraft, { params: { id: from.id } })).draft).toMatchObject({ html: '<p>Half of it</p>' })
  })

  test('leaves a note for the team, and tells the requester of the merged ticket', async () => {
    const requester = await newCustomer(world, 'Tilda')
    const [from, into] = [await newTicket({}, requester), await newTicket()]
    await merge(from.id, into.id, { note: 'Same roof', reply: 'We answer in the other request' })
    await runJobs()
    expect((await mailsTo(requester.email))[0]!.text).toContain('We answer in the other request')
    expect((await read(into.id)).at(-1)).toMatchObject({ kind: 'note', bodyText: 'Same roof' })
    expect(await wordsOf(into.id, customer)).not.toContain('Same roof')
    expect(await wordsOf(from.id, requester)).toEqual(['Where is it?', 'We answer in the other request'])
    await undo(from.id)
    expect(await wordsOf(into.id)).toEqual(['Where is it?'])
  })
})

describe('a merge is refused', () => {
  const codeOf = async (answer: ReturnType<typeof merge>) => (await answer).code

  test('into itself, and into a merged, closed, trashed or unknown ticket', async () => {
    const [one, other, into] = [await newTicket(), await newTicket(), await newTicket()]
    const [closed, trashed] = [await newTicket(), await newTicket()]
    await merge(other.id, into.id)
    await close(closed.id)
    await as(agent)(trashTicket, { params: { id: trashed.id } })
    expect(await codeOf(merge(one.id, one.id))).toBe('merge-into-itself')
    expect(await codeOf(merge(one.id, other.id))).toBe('ticket-merged')
    expect(await codeOf(merge(other.id, one.id))).toBe('ticket-merged')
    expect(await codeOf(merge(into.id, other.id))).toBe('ticket-merged')
    expect(await codeOf(merge(one.id, closed.id))).toBe('ticket-closed')
    expect(await codeOf(merge(one.id, trashed.id))).toBe('ticket-in-trash')
    const elsewhere = await openTicket(globex)
    expect(await codeOf(merge(one.id, elsewhere.id))).toBe('ticket-not-found')
    expect(await show(one.id)).toMatchObject({ status: 'new', mergedInto: null })
  })

  test('while a reply is held', async () => {
    const [from, into] = [await newTicket(), await newTicket()]
    await write(into.id, { sendAt: new Date(Date.now() + 60_000).toISOString() })
    expect(await codeOf(merge(from.id, into.id))).toBe('reply-not-sent')
  })

  test('with more than 50 tags together', async () => {
    const [from, into] = [await newTicket(), await newTicket()]
    const tags = (letter: string) => Array.from({ length: 30 }, (_, number) => `${letter}${number}`)
    await change(from.id, { tags: tags('a') })
    await change(into.id, { tags: tags('b') })
    expect(await codeOf(merge(from.id, into.id))).toBe('too-many-tags')
  })

  test('for customers and other workspaces', async () => {
    const [from, into] = [await newTicket(), await newTicket()]
    const answers = await Promise.all(
      [customer, globex.admin, null].map((person) =>
        ask(person, mergeTicket, { params: { id: from.id }, body: { into: into.id } }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 404, 401])
  })

  test('for the second of two people who merge two tickets into each other at once', async () => {
    const [one, other] = [await newTicket(), await newTicket()]
    const answers = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)])
    expect(answers.filter(({ code }) => code === 'ticket-merged')).toHaveLength(1)
  })
})

describe('an undo', () => {
  test('restores every row of the database', async () => {
    const nia = await newCustomer(world, 'Nina')
    const [from, into] = [await newTicket({ subject: 'A leak' }, otherCustomer), await newTicket()]
    await change(from.id, { tags: ['roof'], priority: 'urgent', assignee: admin.id })
    await write(from.id, { cc: [nia.email], status: 'open' })
    await write(from.id, { text: 'One more question' }, otherCustomer)
    await as(agent)(saveDraft, { params: { id: from.id }, body: { kind: 'reply', html: '<p>Half</p>' } })
    await change(into.id, { tags: ['late'] })
    await write(into.id, { status: 'solved' })
    await as(agent)(markTicketSeen, { params: { id: into.id }, body: { seq: 1 } })
    await as(agent)(snoozeTicket, {
      params: { id: from.id },
      body: { until: new Date(Date.now() + 3_600_000).toISOString() },
    })
    await runJobs()
    const before = await dump()
    await merge(from.id, into.id, { copyRequester: true })
    expect(await dump()).not.toEqual(before)
    await undo(from.id)
    expect(await dump()).toEqual(before)
  })

  test('of each of three, in any order, restores every row of the database', async () => {
    const [one, two, into] = [await newTicket(), await newTicket({}, otherCustomer), await newTicket()]
    await change(one.id, { tags: ['roof', 'late'] })
    await change(two.id, { tags: ['late', 'rain'] })
    await write(two.id, { status: 'on_hold' })
    await write(into.id, { status: 'solved' })
    await runJobs()
    const before = await dump()
    await merge(one.id, into.id)
    await merge(two.id, into.id, { copyRequester: true, note: 'Both' })
    await undo(one.id)
    expect((await show(into.id)).tags).toEqual(['late', 'rain'])
    await undo(two.id)
    const search = { ticket_search: [] }
    expect({ ...(await dump()), ...search }).toEqual({ ...before, ...search })
    await merge(one.id, into.id)
    await merge(two.id, into.id)
    await undo(two.id)
    expect((await show(into.id)).tags).toEqual(['roof', 'late'])
    await undo(one.id)
    expect({ ...(await dump()), ...search }).toEqual({ ...before, ...search })
  })

  test('of a chain goes back step by step', async () => {
    const [one, two, into] = [
      await newTicket({ text: '1' }),
      await newTicket({ text: '2' }),
      await newTicket({ text: '3' }),
    ]
    await runJobs()
    const before = await dump()
    await merge(one.id, two.id)
    await merge(two.id, into.id)
    expect(await wordsOf(into.id)).toEqual(['1', '2', '3'])
    expect((await undo(one.id)).code).toBe('ticket-merged')
    await undo(two.id)
    expect([await wordsOf(into.id), await wordsOf(two.id)]).toEqual([['3'], ['1', '2']])
    await undo(one.id)
    expect(await dump()).toEqual(before)
  })

  test('keeps what somebody changed since', async () => {
    const [from, into] = [await newTicket(), await newTicket()]
    await change(from.id, { tags: ['roof'] })
    await merge(from.id, into.id)
    await change(into.id, { priority: 'high', tags: ['roof', 'own'] })
    await as(agent)(solveTicket, { params: { id: into.id } })
    await undo(from.id)
    expect(await show(into.id)).toMatchObject({ priority: 'high', tags: ['own'], status: 'solved' })
    expect(await show(from.id)).toMatchObject({ status: 'open', mergedInto: null, tags: ['roof'], closedAt: null })
  })

  test('keeps what somebody changed between two merges, whichever merge is undone first', async () => {
    const [first, second] = [await newTicket(), await newTicket({}, otherCustomer)]
    await write(second.id, { status: 'pending' })
    const mergeAround = async () => {
      const into = await newTicket()
      await write(into.id, { status: 'pending' })
      await merge(first.id, into.id)
      await as(agent)(solveTicket, { params: { id: into.id } })
      const solved = await show(into.id)
      await merge(second.id, into.id)
      return { into, solved }
    }
    const one = await mergeAround()
    await undo(first.id)
    const { status, statusId, solvedAt, waitingSince } = one.solved
    expect(status).toBe('solved')
    expect(await show(one.into.id)).toMatchObject({ status, statusId, solvedAt, waitingSince })
    await undo(second.id)
    expect(await show(one.into.id)).toMatchObject({ status, statusId, solvedAt, waitingSince })
    const other = await mergeAround()
    await undo(second.id)
    await undo(first.id)
    expect(await show(other.into.id)).toMatchObject({ status, solvedAt: other.solved.solvedAt, waitingSince })
  })

  test('keeps the time of the first reply that was written since', async () => {
    const [from, into] = [await newTicket(), await newTicket()]
    await write(from.id, { text: 'Answered before' })
    await merge(from.id, into.id)
    expect((await show(into.id)).firstRepliedAt).toBe((await show(from.id)).firstRepliedAt)
    await write(into.id, { text: 'Answered after' })
    await undo(from.id)
    expect((await show(into.id)).firstRepliedAt).toBe((await read(into.id)).at(-1)!.sentAt)
  })

  test('is refused when the other ticket is closed, and when there is nothing to undo', async () => {
    const [from, into] = [await newTicket(), await newTicket()]
    expect((await undo(from.id)).code).toBe('ticket-not-merged')
    await merge(from.id, into.id)
    await close(into.id)
    expect((await undo(from.id)).code).toBe('ticket-closed')
  })

  test('is done once when two people ask for it at once', async () => {
    const [from, into] = [await newTicket(), await newTicket()]
    await merge(from.id, into.id)
    const answers = await Promise.all([undo(from.id), undo(from.id)])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['ticket-not-merged', undefined])
  })
})

describe('what arrives after a merge', () => {
  test('goes to the other ticket if its author is the requester there, and stays there after the undo', async () => {
    const [from, into] = [await newTicket({ text: 'First' }), await newTicket({ text: 'Second' })]
    await merge(from.id, into.id)
    expect(await byMail(from.id, 'By mail')).toMatchObject({ ticketId: into.id })
    await write(from.id, { text: 'In the portal' }, customer)
    await undo(from.id)
    expect(await wordsOf(from.id)).toEqual(['First'])
    expect(await wordsOf(into.id)).toEqual(['Second', 'By mail', 'In the portal'])
  })

  test('stays with the merged ticket if its author is not on the other, which then waits and is unread', async () => {
    const [from, into] = [await newTicket({ text: 'First' }, otherCustomer), await newTicket({ text: 'Second' })]
    await write(into.id, { status: 'pending' })
    await merge(from.id, into.id)
    await change(into.id, { status: 'pending' })
    await byMail(from.id, 'Any news?', otherCustomer.id)
    expect(await wordsOf(into.id)).toEqual(['First', 'Second', 'An answer', 'Any news?'])
    expect(await wordsOf(into.id, customer)).toEqual(['Second', 'An answer'])
    expect(await wordsOf(from.id, otherCustomer)).toEqual(['First', 'Any news?'])
    expect(await show(into.id)).toMatchObject({ status: 'open', lastMessageSeq: 3 })
    const { items } = await as(admin)(listTickets, { query: { q: String(into.number) } })
    expect(items[0]).toMatchObject({ id: into.id, isUnread: true })
    await undo(from.id)
    expect(await wordsOf(into.id)).toEqual(['Second', 'An answer'])
    expect(await show(from.id)).toMatchObject({ status: 'new', lastMessageSeq: 2 })
  })

  test('opens a follow-up of its own author when the other ticket is closed', async () => {
    const [from, into] = [await newTicket({}, otherCustomer), await newTicket()]
    await merge(from.id, into.id)
    await close(into.id)
    const { ticketId } = await byMail(from.id, 'Still leaking', otherCustomer.id)
    expect(await show(ticketId)).toMatchObject({ followUpOf: from.id, requester: { id: otherCustomer.id } })
  })
})

describe('the customers of merged tickets', () => {
  test('see nothing of each other, by the API, the search and mail', async () => {
    const [one, two] = [await newCustomer(world, 'Una'), await newCustomer(world, 'Dora')]
    const from = await newTicket({ subject: 'Heron', text: 'Secret of Una' }, one)
    const into = await newTicket({ subject: 'Egret', text: 'Secret of Dora' }, two)
    await merge(from.id, into.id)
    await write(into.id, { text: 'For Dora' })
    await runJobs()
    expect(await wordsOf(into.id, two)).toEqual(['Secret of Dora', 'For Dora'])
    expect(await wordsOf(from.id, one)).toEqual(['Secret of Una'])
    expect(await show(from.id, one)).toMatchObject({ mergedInto: null })
    expect(await show(into.id, one)).toMatchObject({ status: 404 })
    const found = async (person: Person, q: string) =>
      (await as(person)(listTickets, { query: { q } })).items.map(({ id }) => id)
    expect([await found(two, 'Una'), await found(two, 'heron'), await found(one, 'Dora')]).toEqual([[], [], []])
    expect((await mailsTo(one.email)).some(({ text }) => text.includes('Dora'))).toBe(false)
    expect((await mailsTo(two.email)).some(({ text }) => text.includes('Una'))).toBe(false)
    const stranger = await ask(two, listMessages, { params: { id: from.id }, query: {} })
    expect(stranger.statusCode).toBe(404)
  })

  test('read later answers when the agent says so, without a quote of what was written before', async () => {
    const [one, two] = [await newCustomer(world, 'Ulla'), await newCustomer(world, 'Dana')]
    const from = await newTicket({ text: 'Secret of Ulla' }, one)
    const into = await newTicket({ text: 'Secret of Dana' }, two)
    await merge(from.id, into.id, { copyRequester: true })
    await write(into.id, { text: 'For both' })
    await runJobs()
    const mail = (await mailsTo(one.email)).find(({ text }) => text.includes('For both'))
    expect(mail?.text).not.toContain('Secret of Dana')
  })

  test('read both conversations in one if both tickets are theirs', async () => {
    const [from, into] = [await newTicket({ text: 'First' }), await newTicket({ text: 'Second' })]
    await as(agent)(writeMessage, { params: { id: from.id }, body: { kind: 'note', text: 'Only for us' } })
    await merge(from.id, into.id)
    expect(await wordsOf(into.id, customer)).toEqual(['First', 'Second'])
    expect(await show(from.id, customer)).toMatchObject({ mergedInto: { id: into.id, number: into.number } })
  })
})

test('a ticket by the team can be merged, too', async () => {
  const body = { subject: 'Logged', text: 'By phone', requester: { email: customer.email } }
  const from = await as(agent)(createTicket, { body })
  const into = await newTicket()
  expect(await merge(from.id, into.id)).toMatchObject({ mergedInto: { id: into.id } })
})

describe('a merge of several tickets', () => {
  const mergeAll = (
    into: string,
    tickets: { id: string; copyRequester?: boolean }[],
    more: { note?: string; reply?: string } = {},
  ) => as(agent)(mergeTickets, { params: { id: into }, body: { tickets, ...more } })
  const undoAll = (into: string, ids: string[]) =>
    as(agent)(undoMerges, { params: { id: into }, query: { ids: ids.join() } })
  async function newOnes() {
    const tickets = [await newTicket({ text: '1' }), await newTicket({ text: '2' }, otherCustomer), await newTicket()]
    await change(tickets[0]!.id, { tags: ['roof', 'late'] })
    await change(tickets[1]!.id, { tags: ['late', 'rain'], assignee: admin.id })
    await write(tickets[1]!.id, { status: 'on_hold' })
    const into = await newTicket({ text: '4' })
    await write(into.id, { status: 'solved' })
    await runJobs()
    return { into: into.id, ids: tickets.map(({ id }) => id) }
  }

  test('is one change, and its undo restores every row of the database', async () => {
    const { into, ids } = await newOnes()
    const before = await dump()
    const merged = await mergeAll(into, [{ id: ids[0]! }, { id: ids[1]!, copyRequester: true }, { id: ids[2]! }], {
      note: 'One',
    })
    expect(merged).toMatchObject({ id: into, status: 'open' })
    expect(merged.tags.toSorted()).toEqual(['late', 'rain', 'roof'])
    expect(merged.cc.map(({ id }) => id)).toEqual([otherCustomer.id])
    for (const id of ids) expect(await show(id)).toMatchObject({ status: 'closed', mergedInto: { id: into } })
    await undoAll(into, ids)
    expect(await dump()).toEqual(before)
  })

  test('mails a reply once to each requester of the merged tickets, on their first ticket', async () => {
    const [one, two, three] = [
      await newCustomer(world, 'Ea'),
      await newCustomer(world, 'Io'),
      await newCustomer(world, 'Po'),
    ]
    const twice = [await newTicket({}, one), await newTicket({}, one)]
    const other = await newTicket({}, two)
    const into = await newTicket({}, three)
    const order = [twice[1]!, other, twice[0]!].map(({ id }) => ({ id }))
    await mergeAll(into.id, order, { reply: 'One answer follows' })
    await runJobs()
    const mails = async ({ email }: Person) =>
      (await mailsTo(email)).filter(({ text }) => text.includes('One answer follows')).length
    expect([await mails(one), await mails(two), await mails(three)]).toEqual([1, 1, 0])
    expect(await wordsOf(twice[1]!.id)).toContain('One answer follows')
    expect(await wordsOf(twice[0]!.id)).not.toContain('One answer follows')
    expect(await wordsOf(other.id)).toContain('One answer follows')
  })

  test('is refused as a whole and names the ticket if one cannot be merged', async () => {
    const { into, ids } = await newOnes()
    const { number } = await show(ids[1]!)
    await close(ids[1]!)
    await runJobs()
    const before = await dump()
    expect(
      await mergeAll(
        into,
        ids.map((id) => ({ id })),
      ),
    ).toMatchObject({ code: 'ticket-closed', detail: expect.stringContaining(`Ticket ${number}:`) })
    expect(await dump()).toEqual(before)
    expect(await mergeAll(into, [{ id: into }])).toMatchObject({ code: 'merge-into-itself' })
    const many = Array.from({ length: 10 }, () => ({ id: crypto.randomUUID() }))
    expect(await mergeAll(into, many)).toMatchObject({ code: 'invalid' })
    expect(await undoAll(into, [ids[0]!])).toMatchObject({ code: 'ticket-not-merged' })
  })

  test('is refused with the number of the ticket that stays, if the refusal is about that ticket', async () => {
    const { into, ids } = await newOnes()
    const tickets = ids.map((id) => ({ id }))
    const { number } = await show(into)
    await write(into, { sendAt: new Date(Date.now() + 60_000).toISOString() })
    expect(await mergeAll(into, tickets)).toMatchObject({
      ...{ code: 'reply-not-sent', detail: expect.stringContaining(`Ticket ${number}: `) },
    })
    await close(into)
    expect(await mergeAll(into, tickets)).toMatchObject({
      ...{ code: 'ticket-closed', detail: expect.stringContaining(`Ticket ${number}: `) },
    })
  })

  test('is refused with a detail that names each ticket once, if a ticket was merged at the same time', async () => {
    const [source, into, other] = [await newTicket(), await newTicket(), await newTicket()]
    const connection = await owner.connect()
    await connection.query('begin')
    await connection.query('select from tickets where workspace_id = $1 and id = $2 for update', [world.id, into.id])
    const answer = mergeAll(into.id, [{ id: source.id }])
    await untilWaiting(1)
    await connection.query(
      `update tickets set status = 'closed', closed_at = now(), merged_into = $3 where workspace_id = $1 and id = $2`,
      [world.id, into.id, other.id],
    )
    await connection.query('commit')
    connection.release()
    expect(await answer).toMatchObject({
      ...{ code: 'ticket-merged', detail: `Ticket ${into.number} was already merged.` },
    })
  })

  test('is undone with a refusal that names each ticket once', async () => {
    const { into, ids } = await newOnes()
    await mergeAll(into, [{ id: ids[0]! }])
    await merge(into, ids[1]!)
    const { number } = await show(into)
    expect(await undoAll(into, [ids[0]!])).toMatchObject({
      ...{ code: 'ticket-merged' },
      detail: `Ticket ${number} was merged into another ticket itself. Undo that merge first.`,
    })
  })

  test('is done once by two people at once, and is not for customers and other workspaces', async () => {
    const { into, ids } = await newOnes()
    const body = { tickets: ids.map((id) => ({ id })) }
    const call = (person: Person) => ask(person, mergeTickets, { params: { id: into }, body })
    const strangers = await Promise.all([customer, globex.admin].map(call))
    expect(strangers.map(({ statusCode }) => statusCode)).toEqual([403, 404])
    const answers = await Promise.all([call(agent), call(admin)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const merged = await as(agent)(listMergedTickets, { params: { id: into } })
    expect(merged.items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  })
})
