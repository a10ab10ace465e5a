import { expect, onTestFinished, test } from 'vitest'
import { changeArticle } from '#contract/knowledge-base/articles.ts'
import { eventsForKeys } from '#contract/live/events.ts'
import { announceAtTicket } from '#contract/live/presence.ts'
import type { ChosenScope } from '#contract/scopes.ts'
import { changeTicket, markTicketSeen } from '#contract/tickets/tickets.ts'
import { changeApiKey, createApiKey, revokeApiKey } from '#contract/workspace/api-keys.ts'
import { changeMember } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { newArticle } from '#test/new-article.ts'
import { newContentKey, newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { openStream } from '#test/open-stream.ts'
import { acme, globex, newMember, owner } from '#test/world.ts'

const { admin } = acme

async function listen(token: string, headers: Record<string, string> = {}) {
  const stream = await openStream(token, headers)
  onTestFinished(() => void stream.close())
  return stream
}

const makeKey = (scopes: ChosenScope[] = ['tickets:read']) =>
  as(admin)(createApiKey, { body: { name: 'Reader', kind: 'management', scopes } })

type ReceivedEvent = { id: string; type: string; subject: { type: string; id: string } }
const told = (text: string): ReceivedEvent[] =>
  [...text.matchAll(/^id: (\S+)\nevent: change\ndata: (.*)$/gm)].map(([, id, data]) => ({ id, ...JSON.parse(data!) }))

test('a key that reads tickets hears of them and of nothing else, nor of what one person does for themselves', async () => {
  const stream = await listen(await newKey(acme, ['tickets:read']))
  expect(stream.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' })
  const article = await newArticle({ title: 'Not for this key' })
  await as(admin)(changeArticle, { params: { id: article.id }, body: { labels: ['start'] } })
  await makeKey()
  const { id } = await newTicket(acme)
  await as(admin)(markTicketSeen, { params: { id }, body: { seq: 1 } })
  const page = '01890000-0000-7000-8000-000000000001'
  await as(admin)(announceAtTicket, { params: { id, page }, body: { field: null } })
  await as(acme.agent)(changeTicket, { params: { id }, body: { priority: 'high', tags: ['vip'] } })
  await stream.until(new RegExp(`tags.changed.*${id}`))
  const events = told(stream.text())
  expect(events.filter(({ subject }) => subject.id === id).map(({ type }) => type)).toEqual(
    expect.arrayContaining(['ticket.created', 'priority.changed', 'tags.changed']),
  )
  expect(events.filter(({ type }) => !eventsForKeys.includes(type))).toEqual([])
  expect(new Set(events.map(({ subject }) => subject.type))).toEqual(new Set(['ticket']))
  expect(stream.text()).not.toMatch(/presence|ticket\.seen/)
})

test('a key hears nothing of another workspace', async () => {
  const stream = await listen(await newKey(globex, ['tickets:read']))
  const { id } = await newTicket(acme)
  const own = await newTicket(globex)
  await stream.until(new RegExp(own.id))
  expect(stream.text()).not.toContain(id)
})

test('a key with other scopes is refused and told which it needs', async () => {
  const refused = async (key: string) => {
    const stream = await listen(key)
    await stream.ended
    return [stream.status, JSON.parse(stream.text()).code, JSON.parse(stream.text()).needed]
  }
  const missing = [403, 'scope-missing', ['tickets:read']]
  expect(await refused(await newKey(acme, ['tickets:write', 'customers:read']))).toEqual(missing)
  expect(await refused((await newContentKey(acme, 'delivery')).secret)).toEqual(missing)
  expect(await refused((await newContentKey(acme, 'preview')).secret)).toEqual(missing)
})

test('a key that comes back hears what it missed of tickets, and of nothing else', async () => {
  const key = await newKey(acme, ['tickets:read'])
  const first = await listen(key)
  const { id } = await newTicket(acme)
  await first.until(new RegExp(id))
  await first.close()
  const article = await newArticle({ title: 'Missed' })
  const missed = await newTicket(acme)
  const second = await listen(key, { 'last-event-id': told(first.text()).at(-1)!.id })
  await second.until(new RegExp(missed.id))
  expect(second.text()).not.toContain(article.id)
  const late = await listen(key, { 'last-event-id': '00000000-0000-7000-8000-000000000000' })
  await late.until(/event: reset/)
})

test('a stream ends when its key is revoked, loses the scope or its network, and at the end of its life', async () => {
  const change = async (body: Parameters<typeof changeIt>[1]) => {
    const key = await makeKey(['tickets:read', 'customers:read'])
    const stream = await listen(key.secret)
    expect(stream.status).toBe(200)
    await changeIt(key.id, body)
    await stream.ended
  }
  const changeIt = (id: string, body: { scopes?: ['customers:read']; networks?: string[]; expiresAt?: string }) =>
    as(admin)(changeApiKey, { params: { id }, body })
  await change({ scopes: ['customers:read'] })
  await change({ networks: ['203.0.113.0/24'] })
  await change({ expiresAt: new Date(Date.now() + 1000).toISOString() })
  const revoked = await makeKey()
  const stream = await listen(revoked.secret)
  await as(admin)(revokeApiKey, { params: { id: revoked.id } })
  await stream.ended
})

test('a stream ends when whoever made its key leaves the team', async () => {
  const maker = await newMember(acme, 'Maker')
  const stream = await listen(await newKey(acme, ['tickets:read'], { createdBy: maker.id }))
  await as(admin)(changeMember, { params: { id: maker.id }, body: { isActive: false } })
  await stream.ended
})

test('a key has at most ten streams, which are not those of its maker, and the refusal names the budget', async () => {
  const key = await newKey(acme, ['tickets:read'])
  for (let count = 0; count < 10; count += 1) expect((await listen(key)).status).toBe(200)
  const refused = await listen(key)
  expect([refused.status, refused.headers.ratelimit, refused.headers['ratelimit-policy']]).toEqual([
    429,
    '"streams";r=0;t=30',
    '"streams";q=10;qu="concurrent-requests"',
  ])
  expect(refused.headers['retry-after']).toBe('30')
  expect((await listen(admin.token)).status).toBe(200)
})

test('the keys of a workspace have at most a hundred streams together', async () => {
  const keys = await Promise.all(Array.from({ length: 11 }, () => newKey(globex, ['tickets:read'])))
  for (const key of keys.slice(0, 10))
    for (let count = 0; count < 10; count += 1) expect((await listen(key)).status).toBe(200)
  const refused = await listen(keys[10]!)
  expect([refused.status, refused.headers.ratelimit]).toEqual([429, '"streams-of-keys";r=0;t=30'])
  expect((await listen(await newKey(acme, ['tickets:read']))).status).toBe(200)
  expect((await listen(globex.admin.token)).status).toBe(200)
  await owner.query('delete from api_keys where workspace_id = $1', [globex.id])
})

// Must be the last test in this file. After it, a stream with `last-event-id` gets a reset instead of the missed
// events.
test('as many changes at once as are told one by one reach a stream, and of more it is told to read anew', async () => {
  const stream = await listen(await newKey(acme, ['tickets:read']))
  const { id } = await newTicket(acme)
  await stream.until(new RegExp(id))
  const change = (times: number) =>
    owner.query(
      `insert into live_events (workspace_id, type, subject_type, subject_id)
       select $1, 'requester.changed', 'ticket', $2 from generate_series(1, $3)`,
      [acme.id, id, times],
    )
  await change(1000)
  await expect.poll(() => stream.text().split('requester.changed').length - 1, { timeout: 5000 }).toBe(1000)
  await change(1001)
  await stream.until(/event: reset/)
})
