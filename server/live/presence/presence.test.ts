import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  announceAtArticle,
  announceAtEntry,
  announceAtTicket,
  leaveArticle,
  leaveEntry,
  leaveTicket,
  listPresences,
  type Presence,
} from '#contract/live/presence.ts'
import { endCurrentSession } from '#contract/workspace/session.ts'
import { changeMember } from '#contract/workspace/team.ts'
import { createApp } from '#server/app.ts'
import { createEventHub } from '#server/platform/events/live-events.ts'
import { countedLimits, createLimiter } from '#server/platform/http/limits.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle } from '#test/new-article.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newTicket } from '#test/new-ticket.ts'
import { openStream } from '#test/open-stream.ts'
import { callOf, ownApp } from '#test/own-app.ts'
import { acme, databaseUrl, globex, newMember, type Person, platform } from '#test/world.ts'

const { admin, agent } = acme
type Field = 'reply' | 'note' | null
type OpenPage = { id: string; page: string }

const place = async (): Promise<OpenPage> => ({ id: (await newTicket(acme)).id, page: randomUUID() })
const announce = (person: Person, { id, page }: OpenPage, field: Field = null) =>
  as(person)(announceAtTicket, { params: { id, page }, body: { field } })
const leave = (person: Person, params: OpenPage) => as(person)(leaveTicket, { params })
const otherPage = ({ id }: OpenPage) => ({ id, page: randomUUID() })

/** Returns the name of each person and the field in which the person writes. */
const seen = ({ people }: Presence) => people.map(({ name, field }) => [name, field]).sort()
const seenBy = async (person: Person, id: string) => {
  const { items } = await as(person)(listPresences, {})
  return items.filter((presence) => presence.id === id).flatMap(seen)
}
const toldOf = (said: string, id: string) =>
  [...said.matchAll(/^event: presence\ndata: (.*)$/gm)]
    .map(([, data]) => JSON.parse(data!))
    .filter((presence) => presence.id === id)
    .map(seen)

describe('two who are at one ticket', () => {
  test('see each other, and where the other one writes', async () => {
    const ticket = await place()
    expect(seen(await announce(admin, ticket))).toEqual([['Ada Test', null]])
    const both = [
      ['Ada Test', null],
      ['Carl Test', 'reply'],
    ]
    expect(seen(await announce(agent, otherPage(ticket), 'reply'))).toEqual(both)
    expect(await seenBy(admin, ticket.id)).toEqual(both)
  })

  test('hear over the stream of each change and of nothing that stayed', async () => {
    const ticket = await place()
    const stream = await openStream(admin.token)
    await announce(agent, ticket)
    await announce(agent, ticket)
    await announce(agent, ticket, 'note')
    await leave(agent, ticket)
    await stream.until(/"people":\[\]/)
    await stream.close()
    expect(toldOf(stream.text(), ticket.id)).toEqual([[['Carl Test', null]], [['Carl Test', 'note']], []])
  })

  test('are one person each, however many pages they have open', async () => {
    const ticket = await place()
    const other = otherPage(ticket)
    await announce(agent, ticket, 'reply')
    expect(seen(await announce(agent, other))).toEqual([['Carl Test', 'reply']])
    await leave(agent, ticket)
    expect(await seenBy(admin, ticket.id)).toEqual([['Carl Test', null]])
    await leave(agent, other)
    expect(await seenBy(admin, ticket.id)).toEqual([])
  })

  test('are gone from the one before as soon as a page is at another, and stay there', async () => {
    const [first, second] = [await place(), await place()]
    await announce(agent, first)
    await announce(agent, { ...second, page: first.page })
    expect(await seenBy(admin, first.id)).toEqual([])
    await leave(agent, first)
    expect(await seenBy(admin, second.id)).toEqual([['Carl Test', null]])
  })
})

describe('whoever is silent', () => {
  afterEach(() => vi.useRealTimers())
  const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

  test('is forgotten after twenty seconds, and the others hear of it', async () => {
    const ticket = await place()
    const stream = await openStream(admin.token)
    await announce(agent, ticket)
    later(19_000)
    expect(await seenBy(admin, ticket.id)).toEqual([['Carl Test', null]])
    later(2_000)
    await stream.until(/"people":\[\]/)
    await stream.close()
    expect(await seenBy(admin, ticket.id)).toEqual([])
  })

  test('is remembered as long as they say it again', async () => {
    const [ticket, silent] = [await place(), await place()]
    await announce(agent, silent)
    await announce(agent, ticket)
    later(15_000)
    await announce(agent, ticket)
    later(10_000)
    await expect.poll(() => seenBy(admin, silent.id), { timeout: 10_000 }).toEqual([])
    expect(await seenBy(admin, ticket.id)).toEqual([['Carl Test', null]])
  })
})

describe('at once', () => {
  test('somebody is gone whose last stream ends, and not before', async () => {
    const leaving = await newMember(acme, 'Luka')
    const ticket = await place()
    const [first, second] = [await openStream(leaving.token), await openStream(leaving.token)]
    await announce(leaving, ticket)
    await first.close()
    await announce(agent, ticket)
    expect(await seenBy(admin, ticket.id)).toContainEqual(['Luka Test', null])
    await second.close()
    await expect.poll(() => seenBy(admin, ticket.id), { timeout: 10_000 }).toEqual([['Carl Test', null]])
  })

  test.each<[string, (leaving: Person) => Promise<unknown>]>([
    ['signs out', (leaving) => as(leaving)(endCurrentSession, {})],
    ['is deactivated', ({ id }) => as(admin)(changeMember, { params: { id }, body: { isActive: false } })],
  ])('somebody is gone who %s', async (_, end) => {
    const leaving = await newMember(acme, 'Luka')
    const ticket = await place()
    const stream = await openStream(leaving.token)
    await announce(leaving, ticket)
    await end(leaving)
    await stream.ended
    await expect.poll(() => seenBy(admin, ticket.id), { timeout: 10_000 }).toEqual([])
  })
})

describe('nobody else sees it, nor is seen there', () => {
  const strangers = { globex: globex.admin, customer: acme.customer }

  test.each(Object.entries(strangers))('at a ticket: %s', async (_, stranger) => {
    const ticket = await place()
    const [stream, own] = [await openStream(stranger.token), await openStream(admin.token)]
    const answer = await ask(stranger, announceAtTicket, { params: ticket, body: {} })
    await announce(agent, otherPage(ticket))
    await own.until(new RegExp(ticket.id))
    await leave(agent, ticket)
    await newTicket({ ...globex, customer: globex.customer })
    await newTicket(acme)
    await Promise.all([stream.until(/ticket\.created/), own.close()])
    await stream.close()
    expect([403, 404]).toContain(answer.statusCode)
    expect(stream.text()).not.toContain('presence')
    expect((await ask(stranger, listPresences, {})).body).not.toContain(ticket.id)
    expect(await seenBy(admin, ticket.id)).toEqual([['Carl Test', null]])
  })

  test('at an article: a plain member, whether there is one or not', async () => {
    const { id } = await newArticle({ title: 'Lamps' })
    const [article, none] = [id, randomUUID()].map((one) => ({ id: one, page: randomUUID() }))
    const [stream, own] = [await openStream(agent.token), await openStream(admin.token)]
    const refused = await Promise.all(
      [article!, none!].map((params) => ask(agent, announceAtArticle, { params, body: {} })),
    )
    await as(admin)(announceAtArticle, { params: article!, body: { field: 'text:en' } })
    await own.until(/"field":"text:en"/)
    await newTicket(acme)
    await stream.until(/ticket\.created/)
    await stream.close()
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403])
    expect(refused[0]!.json().code).toBe(refused[1]!.json().code)
    expect(stream.text()).not.toContain('event: presence')
    expect(await seenBy(agent, id)).toEqual([])
    expect(await seenBy(admin, id)).toEqual([['Ada Test', 'text:en']])
    await as(admin)(leaveArticle, { params: article! })
    expect(await seenBy(admin, id)).toEqual([])
    await own.close()
  })

  test('at an entry: a colleague sees who is in which field, another workspace that there is none', async () => {
    const { id } = await newEntry(await newModel(), { title: 'Lamps' })
    const entry = { id, page: randomUUID() }
    await as(agent)(announceAtEntry, { params: entry, body: { field: 'title:en' } })
    expect(await seenBy(admin, id)).toEqual([['Carl Test', 'title:en']])
    const refused = await ask(globex.admin, announceAtEntry, { params: { id, page: randomUUID() }, body: {} })
    expect(refused.json()).toMatchObject({ status: 404, code: 'entry-not-found' })
    expect(await seenBy(globex.admin, id)).toEqual([])
    await as(agent)(leaveEntry, { params: entry })
    expect(await seenBy(admin, id)).toEqual([])
  })

  test('where there is nothing', async () => {
    const answer = await ask(agent, announceAtTicket, { params: { id: randomUUID(), page: randomUUID() }, body: {} })
    expect(answer.json()).toMatchObject({ status: 404, code: 'ticket-not-found' })
  })
})

describe('what one person can claim is bounded', () => {
  test('one person is known on twenty pages at most: the one silent for longest goes', async () => {
    const many = await newMember(acme, 'Many')
    const places: OpenPage[] = await Promise.all(Array.from({ length: 21 }, place))
    for (const one of places) await announce(many, one)
    const { items } = await as(admin)(listPresences, {})
    const known = new Set(items.filter(({ people }) => people.some(({ id }) => id === many.id)).map(({ id }) => id))
    expect(places.map(({ id }) => known.has(id))).toEqual([false, ...Array.from({ length: 20 }, () => true)])
  })

  test.each([{ field: 'What I write' }, { field: 'text:en' }, { field: 'reply', text: 'Words' }])(
    'nothing of what is written passes: %o',
    async (body) => {
      const answer = await ask(agent, announceAtTicket, { params: await place(), body: body as { field: Field } })
      expect(answer.statusCode).toBe(400)
    },
  )

  test('so many announcements are taken in a minute', async () => {
    const own = await ownApp(() => {}, { ...platform, limiter: createLimiter(1) })
    const { id, page } = await place()
    const path = announceAtTicket.path.replace(':id', id).replace(':page', page)
    const call = () => callOf(own)({ ...announceAtTicket, path } as never, { token: agent.token, body: {} })
    const { most } = countedLimits.presence
    const statuses = new Set<number>()
    for (let count = 0; count < most; count += 1) statuses.add((await call()).statusCode)
    expect([...statuses, (await call()).statusCode]).toEqual([200, 429])
  })
})

describe('on another node', () => {
  const hub = createEventHub({ url: databaseUrl.app, app: platform.app, log: platform.log })
  const started = hub.start().then(() => createApp({ ...platform, hub }))
  beforeAll(() => started)
  afterAll(async () => {
    await (await started).close()
    await hub.stop()
  })

  test('people are seen, and seen to go', async () => {
    const node = await started
    const ticket = await place()
    const listed = async () =>
      (await callOf(node)(listPresences, { token: admin.token }))
        .json()
        .items.filter((presence: Presence) => presence.id === ticket.id)
        .flatMap(seen)
    await announce(agent, ticket, 'reply')
    await expect.poll(listed, { timeout: 10_000 }).toEqual([['Carl Test', 'reply']])
    await leave(agent, ticket)
    await expect.poll(listed, { timeout: 10_000 }).toEqual([])
  })
})
