import { expect, test } from 'vitest'
import { followTicket, listFollowers, unfollowTicket } from '#contract/tickets/followers.ts'
import { mergeTicket, undoMerge } from '#contract/tickets/merging.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, listTicketEvents, listTickets } from '#contract/tickets/tickets.ts'
import { changeProfile } from '#contract/workspace/team.ts'
import { as, ask } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { globex, mailsTo, makeWorkspace, type Person, runJobs } from '#test/world.ts'

const world = await makeWorkspace('followers', 'Followers', ['Ada', 'Carl', 'Olga', 'Omar'])
const { agent, admin, customer } = world

const follow = (id: string, member: Person, by = agent) => as(by)(followTicket, { params: { id, memberId: member.id } })
const unfollow = (id: string, member: Person) => as(agent)(unfollowTicket, { params: { id, memberId: member.id } })
const followersOf = async (id: string) =>
  (await as(agent)(listFollowers, { params: { id } })).items.map((one) => one.id)
const write = (id: string, body: object, person: Person = agent) =>
  as(person)(writeMessage, { params: { id }, body: { text: 'Some words', ...body } })
const noticesTo = async (person: Person, words: string) => {
  await runJobs({ laterSeconds: 15 })
  return (await mailsTo(person.email)).filter(({ text }) => text.includes(words)).length
}

test('members follow a ticket and end it, once each, and the history says so', async () => {
  const { id } = await newTicket(world)
  expect(await follow(id, admin)).toMatchObject({ id: admin.id })
  await follow(id, admin)
  await follow(id, agent)
  expect(await followersOf(id)).toEqual([admin.id, agent.id])
  await unfollow(id, admin)
  expect(await unfollow(id, admin)).toEqual({})
  expect(await followersOf(id)).toEqual([agent.id])
  const { items } = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  const told = items.filter(({ type }) => type.startsWith('follower.')).map(({ type, new: after }) => [type, after])
  expect(told).toEqual([
    ['follower.added', { id: admin.id, name: expect.any(String) }],
    ['follower.added', { id: agent.id, name: expect.any(String) }],
    ['follower.removed', { id: admin.id, name: expect.any(String) }],
  ])
})

test('followers and the assignee are mailed once when the customer replies, but not about notes and replies of the team', async () => {
  const { id } = await newTicket(world, { subject: 'Kiwi' })
  await as(agent)(changeTicket, { params: { id }, body: { assignee: agent.id } })
  await follow(id, agent)
  await follow(id, admin)
  await write(id, { kind: 'note', text: 'Note of the agent' })
  await write(id, { text: 'Reply of the agent' })
  await write(id, { text: 'The customer asks again' }, customer)
  expect(await noticesTo(agent, 'The customer asks again')).toBe(1)
  expect(await noticesTo(admin, 'The customer asks again')).toBe(1)
  expect(await noticesTo(admin, 'of the agent')).toBe(0)
  await unfollow(id, admin)
  await write(id, { text: 'A third question' }, customer)
  expect(await noticesTo(admin, 'A third question')).toBe(0)
  expect(await noticesTo(agent, 'A third question')).toBe(1)
})

test('a note mentions members, who are mailed and follow the ticket from then on', async () => {
  const { id } = await newTicket(world, { subject: 'Emu' })
  await write(id, { kind: 'note', text: 'Can you look, colleague?', mentions: [admin.id, agent.id] })
  expect(await followersOf(id)).toEqual([admin.id])
  expect(await noticesTo(admin, 'Can you look, colleague?')).toBe(1)
  expect(await noticesTo(agent, 'Can you look, colleague?')).toBe(0)
  await as(admin)(changeProfile, { body: { notifications: { mentioned: false } } })
  await write(id, { kind: 'note', text: 'And a second time', mentions: [admin.id] })
  expect(await noticesTo(admin, 'And a second time')).toBe(0)
  await as(admin)(changeProfile, { body: { notifications: { mentioned: true } } })
})

test('a mention of somebody outside the team, in a reply or by a customer is refused, and nothing is written', async () => {
  const { id } = await newTicket(world)
  const mentions = [globex.agent.id]
  expect(await write(id, { kind: 'note', mentions })).toMatchObject({ code: 'mentioned-unknown' })
  expect(await write(id, { kind: 'note', mentions: [customer.id] })).toMatchObject({ code: 'mentioned-unknown' })
  expect(await write(id, { mentions: [admin.id] })).toMatchObject({
    code: 'invalid',
    fields: { mentions: expect.any(String) },
  })
  expect(await write(id, { mentions: [admin.id] }, customer)).toMatchObject({ code: 'not-allowed' })
  expect(await followersOf(id)).toEqual([])
})

test('tickets are found by their followers', async () => {
  const [own, other, none] = [
    await newTicket(world, { subject: 'Ostrich' }),
    await newTicket(world, { subject: 'Ostrich' }),
    await newTicket(world, { subject: 'Ostrich' }),
  ]
  await follow(own.id, agent)
  await follow(other.id, admin)
  const found = async (q: string) =>
    (await as(agent)(listTickets, { query: { q: `ostrich ${q}` } })).items.map(({ id }) => id).toSorted()
  expect(await found('follower:me')).toEqual([own.id])
  expect(await found(`follower:${admin.id}`)).toEqual([other.id])
  expect(await found('follower:none')).toEqual([none.id])
  expect(await found('-follower:none')).toEqual([own.id, other.id].toSorted())
})

test('a merge unites the followers, and its undo parts them', async () => {
  const [from, into] = [await newTicket(world), await newTicket(world)]
  await follow(from.id, admin)
  await follow(from.id, agent)
  await follow(into.id, agent)
  await as(agent)(mergeTicket, { params: { id: from.id }, body: { into: into.id } })
  expect(await followersOf(into.id)).toEqual([agent.id, admin.id])
  await as(agent)(undoMerge, { params: { id: from.id } })
  expect(await followersOf(into.id)).toEqual([agent.id])
  expect(await followersOf(from.id)).toEqual([admin.id, agent.id])
})

test('only members of the workspace can follow, and only the team sees who does', async () => {
  const { id } = await newTicket(world)
  expect(await follow(id, globex.agent)).toMatchObject({ code: 'member-not-found' })
  expect(await follow(id, customer)).toMatchObject({ code: 'member-not-found' })
  const params = { id, memberId: agent.id }
  const answers = await Promise.all([
    ask(customer, followTicket, { params }),
    ask(customer, unfollowTicket, { params }),
    ask(customer, listFollowers, { params: { id } }),
    ask(globex.agent, followTicket, { params: { id, memberId: globex.agent.id } }),
    ask(globex.agent, unfollowTicket, { params }),
    ask(globex.agent, listFollowers, { params: { id } }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 404, 404, 404])
})
