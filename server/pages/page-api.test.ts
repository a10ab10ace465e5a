import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { changeCustomer, listCustomers, showCustomer } from '#contract/workspace/customers.ts'
import { login } from '#contract/workspace/identity.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { showPublicWorkspace } from '#contract/workspace/settings.ts'
import { invite } from '#contract/workspace/team.ts'
import { createApp } from '#server/app.ts'
import { createLimiter, limits } from '#server/platform/http/limits.ts'
import { freshEmail } from '#test/sign-in.ts'
import { acme, app, globex, type Person, platform, settings } from '#test/world.ts'
import { pageApi } from './page-api.ts'

const hostOf = ({ domain }: { domain: string }) => `${domain}.${settings.rootDomain}`
const pageOf = (host: string, ip = '127.0.0.1') =>
  ({ ip, host, cookies: {}, headers: { 'user-agent': 'Firefox/140.0 Linux' } }) as unknown as FastifyRequest
const as = (person: Person | null, host = hostOf(acme), ip?: string) =>
  pageApi(app, pageOf(host, ip), person?.token ?? null)

describe('a page calls the API', () => {
  test('as the person it is for', async () => {
    expect(await as(acme.agent).call(showViewer, {})).toMatchObject({ id: acme.agent.id, kind: 'team' })
    expect(await as(acme.customer).call(showViewer, {})).toMatchObject({ id: acme.customer.id, kind: 'customer' })
  })

  test('with parameters, query and body in their places', async () => {
    const params = { id: acme.customer.id }
    const changed = await as(acme.agent).call(changeCustomer, { params, body: { tags: ['a/b?c=d&e'] } })
    expect(changed).toMatchObject({ tags: ['a/b?c=d&e'] })
    const { items } = await as(acme.agent).call(listCustomers, { query: { limit: 1, q: undefined } })
    expect(items).toHaveLength(1)
  })

  test('and what an address carries along leads to no other endpoint', async () => {
    const { problem } = await as(acme.agent).attempt(showCustomer, { params: { id: '../viewer?x=' } })
    expect(problem).toMatchObject({ status: 400, code: 'invalid' })
    const found = await as(null).attempt(showPublicWorkspace, {
      query: { domain: `${globex.domain}&domain=${acme.domain}` },
    })
    expect(found.problem).toMatchObject({ status: 404 })
  })

  test('and one that comes again under its key is done once', async () => {
    const [once, email] = [{ idempotencyKey: randomUUID() }, freshEmail()]
    const send = () => as(acme.admin).attempt(invite, { body: { email, role: 'TeamUser' } }, once)
    const [first, again] = [await send(), await send()]
    expect(again).toEqual(first)
    expect(first.answer).toMatchObject({ email })
  })

  test('and hears the same refusals as a program would', async () => {
    const params = { id: globex.customer.id }
    const answers = await Promise.all([
      as(acme.agent).attempt(showCustomer, { params }),
      as(acme.customer).attempt(showCustomer, { params }),
      as(null).attempt(showCustomer, { params }),
      as(acme.agent, hostOf(globex)).attempt(showViewer, {}),
    ])
    expect(answers.map(({ problem }) => problem?.code)).toEqual([
      'customer-not-in-workspace',
      'not-allowed',
      'not-signed-in',
      'wrong-workspace',
    ])
    expect(answers.map(({ answer }) => answer)).toEqual([undefined, undefined, undefined, undefined])
  })

  test('and a call that is refused ends the page with the problem', async () => {
    const refused: Response = await as(acme.agent)
      .call(showCustomer, { params: { id: globex.customer.id } })
      .catch((thrown) => thrown)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
    expect(await refused.json()).toMatchObject({ code: 'customer-not-in-workspace', status: 404 })
    const nothing: Response = await as(acme.agent)
      .call(showCustomer, { params: { id: 'nothing' } })
      .catch((thrown) => thrown)
    expect(await nothing.json()).toMatchObject({ code: 'not-found', status: 404 })
  })

  test('and is told how long to wait', async () => {
    const relaxed = platform.limiter
    platform.limiter = createLimiter(1)
    Array.from({ length: limits.anonymous.most }, () => platform.limiter.count(limits.anonymous, '192.0.2.77'))
    const waiting = await as(null, settings.appHost, '192.0.2.77').attempt(login, { body: { email: 'a@b.cd' } })
    const neighbour = await as(null, settings.appHost, '192.0.2.78').attempt(login, { body: { email: 'a@b.cd' } })
    platform.limiter = relaxed
    expect(waiting.problem).toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) })
    expect(neighbour.answer).toMatchObject({ status: 'userisnothere' })
  })

  test('and is asked to come back when the server stops', async () => {
    const stopping = await createApp(platform)
    await stopping.ready()
    await stopping.close()
    const asked = pageApi(stopping, pageOf(settings.appHost), null).attempt(login, { body: { email: 'a@b.cd' } })
    await expect(asked).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  })
})
