import { describe, expect, test } from 'vitest'
import { changeTicket, createTicket, listTickets } from '#contract/tickets/tickets.ts'
import { loginCustomer } from '#contract/workspace/identity.ts'
import { showPublicWorkspace, showWorkspace } from '#contract/workspace/settings.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, app, globex, platform, settings } from '#test/world.ts'
import { createLimiter, limits } from './limits.ts'

const nul = 'a\u0000b'
const refused = { status: 400, code: 'invalid' }
const host = settings.apiHost
const authorization = `Bearer ${acme.agent.token}`

describe('what the database cannot keep is the asker’s mistake and not ours', () => {
  test('a NUL in any text', async () => {
    expect(await as(acme.customer)(createTicket, { body: { subject: 'x', text: nul } })).toMatchObject(refused)
    expect(await as(acme.agent)(listMembers, { query: { q: nul } })).toMatchObject(refused)
    expect(await as(null)(showPublicWorkspace, { query: { domain: nul } })).toMatchObject(refused)
    expect(await as(null)(loginCustomer, { body: { email: 'a@example.org', workspaceName: nul } })).toMatchObject(
      refused,
    )
  })

  test('a workspace that is named twice', async () => {
    const url = `/api/v1/content/things?domain=${acme.domain}&domain=${globex.domain}`
    const { statusCode } = await app.inject({ url, headers: { host } })
    expect(statusCode).toBe(404)
  })

  test('half of a surrogate pair in a text', async () => {
    const body = { subject: 'x', text: '\ud800' }
    expect(await as(acme.customer)(createTicket, { body })).toMatchObject(refused)
  })

  test('a day that no calendar has, in a date or a cursor', async () => {
    const { id } = await newTicket(acme)
    expect(
      await as(acme.agent)(changeTicket, { params: { id }, body: { dueDate: '0000-01-01T00:00:00Z' } }),
    ).toMatchObject(refused)
    const made = JSON.stringify({ key: '2026-99-99 99:99:99+00', id })
    const cursor = Buffer.from(made).toString('base64url')
    expect(await as(acme.agent)(listTickets, { query: { cursor } })).toMatchObject(refused)
  })
})

describe('a request that no honest program sends', () => {
  test.each([
    'text/plain',
    'application/ld+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('is refused as %s', async (type) => {
    const headers = { host, authorization, 'content-type': type }
    const payload = JSON.stringify({ name: 'x' })
    const answer = await app.inject({ method: 'PATCH', url: '/api/v1/profile', headers, payload })
    expect(answer.json()).toMatchObject({ status: 415 })
  })

  test('brings no prototype along', async () => {
    const headers = { host, authorization, 'content-type': 'application/json' }
    const send = (payload: string) => app.inject({ method: 'PATCH', url: '/api/v1/profile', headers, payload })
    expect((await send('{"name":"x","__proto__":{"isAdmin":true}}')).json()).toMatchObject({ code: 'malformed-json' })
    expect((await send('{"constructor":{"prototype":{"isAdmin":true}}}')).json()).toMatchObject({
      code: 'malformed-json',
    })
  })

  test('is refused for a very long address, many headers or large cookies', async () => {
    const ask = (url: string, headers: Record<string, string> = {}) =>
      app.inject({ url, headers: { host, ...headers } })
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`x-${at}`, '1']))
    expect((await ask(`/api/v1/tickets?q=${'a'.repeat(8200)}`)).json()).toMatchObject({ status: 414 })
    expect((await ask('/api/v1/tickets', many)).json()).toMatchObject({ status: 431 })
    expect((await ask('/api/v1/tickets', { cookie: `a=${'b'.repeat(8200)}` })).json()).toMatchObject({ status: 431 })
  })

  test.each(['/%ff', '/api/v1/tickets/%E0%A4%A'])('is answered like any other for %s', async (url) => {
    const answer = await app.inject({ url, headers: { host } })
    expect(answer.json()).toMatchObject(refused)
    expect(answer.body).not.toContain('FST_')
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  })

  test.each([`${host}#`, `${host}/x`, `api.${settings.rootDomain}:port`, `${host}@evil.example`])(
    'finds nothing at the host %s',
    async (odd) => {
      const answer = await app.inject({ url: '/api/openapi.json', headers: { host: odd } })
      expect(answer.statusCode).toBe(404)
    },
  )
})

test('who asks for the headers of the stream gets them, and no stream', async () => {
  const answer = await app.inject({ method: 'HEAD', url: '/api/v1/events', headers: { host, authorization } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/event-stream'])
})

test('a workspace as a whole has a limit, whoever of it asks', async () => {
  const relaxed = platform.limiter
  platform.limiter = createLimiter(1)
  Array.from({ length: limits.workspace.most }, () => platform.limiter.count(limits.workspace, acme.id))
  const answer = await as(acme.agent)(showWorkspace, {})
  platform.limiter = relaxed
  expect(answer).toMatchObject({ status: 429, code: 'too-many-requests' })
})
