import { data, type ErrorResponse } from 'react-router'
import { expect, test } from 'vitest'
import type { RootData } from '#web/lib/context.ts'
import { placeOf, wordsFor } from './error-words.ts'

const response = (status: number, body: unknown): ErrorResponse =>
  ({ ...data(body, status), status, statusText: '', data: body, internal: false }) as ErrorResponse

test('a refusal is shown in its own words', () => {
  expect(wordsFor(response(404, '{"detail":"Ticket not found"}'))).toMatchObject({
    kind: 'not-found',
    text: 'Ticket not found',
  })
  expect(wordsFor(response(403, { detail: 'Your role does not allow this' }))).toMatchObject({ kind: 'no-access' })
})

test('an outage is shown in its own words', () => {
  const detail = 'This took too long and was stopped. Ask for less at once, or try again in a moment.'
  expect(wordsFor(response(503, { detail }))).toMatchObject({ kind: 'failed', text: detail })
})

test('a page that does not exist has words, too', () => {
  expect(wordsFor(response(404, 'Error: No route matches URL'))).toMatchObject({
    kind: 'not-found',
    title: 'Page not found',
  })
})

test('a fault of ours tells the request, and nothing of its cause', () => {
  expect(wordsFor(response(500, { detail: 'column "x" does not exist', requestId: 'req-7' }))).toMatchObject({
    kind: 'failed',
    text: 'The error is on our side and was logged. Try again in a moment.',
    requestId: 'req-7',
  })
  expect(wordsFor(new Error('boom')).kind).toBe('failed')
})

test.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
  '"%s" means offline',
  (message) => {
    expect(wordsFor(new TypeError(message)).kind).toBe('offline')
  },
)

test('customers read the name of the workspace, and the team that of the product', () => {
  const root = { site: { workspace: { name: 'Acme' } } } as RootData
  expect(placeOf('/customer/nowhere', root)).toEqual({ name: 'Acme', isOfCustomers: true })
  expect(placeOf('/customers', root)).toEqual({ name: 'Startup Tools', isOfCustomers: false })
  expect(placeOf('/customer/nowhere', undefined)).toEqual({ name: 'Startup Tools', isOfCustomers: false })
})
