import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTicket, listTickets } from '#contract/tickets/tickets.ts'
import { loginCustomer } from '#contract/workspace/identity.ts'
import { changeProfile } from '#contract/workspace/team.ts'
import { countedLimits, createLimiter, type Limit, limits } from '#server/platform/http/limits.ts'
import { as } from '#test/ask.ts'
import { acme, app, platform, settings } from '#test/world.ts'

const relaxed = platform.limiter
beforeEach(() => {
  platform.limiter = createLimiter(1)
})
afterEach(() => {
  platform.limiter = relaxed
})

const sessionOf = async ({ token }: { token: string }) => (await platform.tokens.verify(token))!.sessionId
const leaveOne = (limit: Limit, key: string) =>
  Array.from({ length: limit.most - 1 }, () => platform.limiter.count(limit, key))
const network = '127.0.0.1'

function send(payload: string, headers: Record<string, string> = {}, path: string = createTicket.path) {
  const about = { host: settings.apiHost, 'content-type': 'application/json' }
  return app.inject({ method: 'POST', url: path, headers: { ...about, ...headers }, payload })
}
const statusesOf = async (ask: () => Promise<{ statusCode: number }>) => [
  (await ask()).statusCode,
  (await ask()).statusCode,
]
const asAgent = { authorization: `Bearer ${acme.agent.token}` }

test.each([
  ['input that its schema refuses', '{"role":"admin"}', 400],
  ['a body that is no JSON', '{"role":', 400],
  ['a body that is too large', `"${'x'.repeat(2_200_000)}"`, 413],
])('%s counts as a write of its session', async (_, payload, status) => {
  leaveOne(countedLimits.write, await sessionOf(acme.agent))
  expect(await statusesOf(() => send(payload, asAgent))).toEqual([status, 429])
})

test('a body of another type counts as a write of its session', async () => {
  leaveOne(countedLimits.write, await sessionOf(acme.agent))
  expect(await statusesOf(() => send('x', { ...asAgent, 'content-type': 'text/plain' }))).toEqual([415, 429])
})

test('what nobody sends counts for their network, and as the kind that it is', async () => {
  leaveOne(countedLimits['sign-in'], network)
  expect(await statusesOf(() => send('{"x":1}', {}, loginCustomer.path))).toEqual([400, 429])
})

test('a token that is none spares no network', async () => {
  leaveOne(limits.anonymous, network)
  expect(await statusesOf(() => send('{', { authorization: 'Bearer made.up.token' }))).toEqual([401, 429])
})

test('parameters that are none count for their session', async () => {
  leaveOne(limits.session, await sessionOf(acme.agent))
  const ask = () =>
    app.inject({ url: `${listTickets.path}?limit=many`, headers: { host: settings.apiHost, ...asAgent } })
  expect(await statusesOf(ask)).toEqual([400, 429])
})

test('another site spends nothing of a browser’s session', async () => {
  leaveOne(countedLimits.write, await sessionOf(acme.agent))
  const cookie = `access_token=${acme.agent.token}`
  await send('{', { cookie, origin: 'https://sibling.example' })
  expect((await send('{', asAgent)).statusCode).toBe(400)
})

test('a call that is understood is counted once', async () => {
  leaveOne(countedLimits.write, await sessionOf(acme.agent))
  expect(await as(acme.agent)(changeProfile, { body: { name: 'Carl' } })).toMatchObject({ name: 'Carl' })
})
