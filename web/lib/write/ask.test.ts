import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { acceptStranger } from '#contract/tickets/messages.ts'
import type { changeTicket, reopenTicket } from '#contract/tickets/tickets.ts'
import type { listCustomers } from '#contract/workspace/customers.ts'
import type { endOtherSessions } from '#contract/workspace/session.ts'
import { ask } from './ask.ts'

const fetched = vi.fn<typeof fetch>()
const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init)

beforeEach(() => {
  fetched.mockReset().mockResolvedValue(json({}))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => vi.unstubAllGlobals())

/** Returns the URL and the options of the last `fetch` call. */
function sent() {
  const [url, { method, headers, body } = {}] = fetched.mock.lastCall ?? []
  return { url, method, headers: headers as Record<string, string>, body }
}

const id = '0f8fad5b-d9cb-469f-a165-70867728950e'

test('a path is filled, and what is filled in cannot leave its place', async () => {
  await ask<typeof acceptStranger>('PUT', '/api/v1/tickets/:id/messages/:messageId/acceptance', {
    params: { id: '../viewer?a=', messageId: id },
  })
  expect(sent()).toEqual({
    url: `/api/v1/tickets/..%2Fviewer%3Fa%3D/messages/${id}/acceptance`,
    method: 'PUT',
    headers: {},
    body: undefined,
  })
})

test('a query goes without what is left out', async () => {
  await ask<typeof listCustomers>('GET', '/api/v1/customers', { query: { q: 'a&b=c', limit: 6, cursor: undefined } })
  expect(sent().url).toBe('/api/v1/customers?q=a%26b%3Dc&limit=6')
})

test('a body goes as JSON, under the key that was given', async () => {
  const change = { params: { id }, body: { subject: 'Night shifts' }, idempotencyKey: 'once' }
  await ask<typeof changeTicket>('PATCH', '/api/v1/tickets/:id', change)
  expect(sent()).toMatchObject({
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'once' },
    body: '{"subject":"Night shifts"}',
  })
})

test('a refusal comes back as its problem, with how long to wait', async () => {
  const problem = { code: 'too-many', status: 429, detail: 'Slow down.' }
  fetched.mockResolvedValue(json(problem, { status: 429, headers: { 'Retry-After': '7' } }))
  const { answer, problem: answered } = await ask<typeof endOtherSessions>('DELETE', '/api/v1/sessions')
  expect(answer).toBeUndefined()
  expect(answered).toMatchObject({ ...problem, retryAfterSeconds: 7 })
})

test('no connection comes back as a problem', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const { problem } = await ask<typeof endOtherSessions>('DELETE', '/api/v1/sessions')
  expect(problem).toMatchObject({ status: 0, code: 'unreachable' })
})

test('an answer that is no JSON is a problem, too', async () => {
  fetched.mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  const { problem } = await ask<typeof endOtherSessions>('DELETE', '/api/v1/sessions')
  expect(problem).toMatchObject({ status: 502, code: 'unreachable' })
})

test('a call that was given up is no problem to show', async () => {
  fetched.mockRejectedValue(new DOMException('Given up', 'AbortError'))
  await expect(ask<typeof endOtherSessions>('DELETE', '/api/v1/sessions')).rejects.toThrow('Given up')
})

test('one that waits goes again when the connection is back, under the same key', async () => {
  const { tryNow } = await import('#web/lib/network/network.ts')
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const asking = ask<typeof endOtherSessions>('DELETE', '/api/v1/sessions', { waits: true })
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
  const first = sent()
  await vi.waitFor(() => {
    tryNow()
    expect(fetched).toHaveBeenCalledTimes(2)
  })
  expect(await asking).toEqual({ answer: {} })
  expect(first.headers['Idempotency-Key']).toMatch(/./)
  expect(sent()).toEqual(first)
})

test('what does not fit its endpoint does not compile', () => {
  const params = { id }
  // @ts-expect-error no endpoint is named
  ask('GET', '/api/v1/viewer')
  // @ts-expect-error another method
  ask<typeof reopenTicket>('PUT', '/api/v1/tickets/:id/closure', { params })
  // @ts-expect-error another path
  ask<typeof reopenTicket>('DELETE', '/api/v1/tickets/:id/snooze', { params })
  // @ts-expect-error a path that is filled by hand
  ask<typeof reopenTicket>('DELETE', `/api/v1/tickets/${id}/closure`, { params })
  // @ts-expect-error nothing to fill the path with
  ask<typeof reopenTicket>('DELETE', '/api/v1/tickets/:id/closure')
  // @ts-expect-error a parameter is missing
  ask<typeof acceptStranger>('PUT', '/api/v1/tickets/:id/messages/:messageId/acceptance', { params })
  // @ts-expect-error one too many
  ask<typeof reopenTicket>('DELETE', '/api/v1/tickets/:id/closure', { params: { id, messageId: id } })
  // @ts-expect-error a word that the query does not know
  ask<typeof listCustomers>('GET', '/api/v1/customers', { query: { search: 'a' } })
  // @ts-expect-error a body of another type
  ask<typeof changeTicket>('PATCH', '/api/v1/tickets/:id', { params, body: { subject: 1042 } })
  // @ts-expect-error a body with more than the endpoint takes
  ask<typeof changeTicket>('PATCH', '/api/v1/tickets/:id', { params, body: { subject: 'a', number: 1042 } })
  // @ts-expect-error a body is missing
  ask<typeof changeTicket>('PATCH', '/api/v1/tickets/:id', { params })
  // @ts-expect-error a body where none is taken
  ask<typeof endOtherSessions>('DELETE', '/api/v1/sessions', { body: {} })
  expect(fetched).toHaveBeenCalled()
})
