import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { namesOfScopes } from '#contract/scopes.ts'
import { createTicket } from '#contract/tickets/tickets.ts'
import { expectOfEach } from '#test/each-of.ts'
import { newContentKey, newKey } from '#test/new-key.ts'
import { closedEndpoints, strangers } from '#test/strangers.ts'
import { acme, app, settings } from '#test/world.ts'

type FaultyRequest = { path?: string; query?: string; payload?: string | object; headers?: Record<string, string> }
const json = { 'content-type': 'application/json' }

/** Faults for which a request is refused before its endpoint runs. */
const faults: [string, FaultyRequest][] = [
  [
    'a path, a query and a body that mean nothing',
    { path: 'nonsense', query: 'nonsense=1&limit=many', payload: { x: 1 } },
  ],
  ['a query that is given twice', { query: 'q=1&q=2&limit=1&limit=2&domain=a&domain=b' }],
  ['a cursor of another list', { query: 'cursor=made.up' }],
  ['a body that is no JSON', { payload: '{', headers: json }],
  ['a body of another type', { payload: 'x', headers: { 'content-type': 'text/plain' } }],
  ['a body that is too large', { payload: 'x', headers: { ...json, 'content-length': '2000000000' } }],
  ['characters that no text can have', { path: '%00', payload: '{"name":"\\u0000"}', headers: json }],
  [
    'conditions',
    { headers: { 'if-match': '"1"', 'if-unmodified-since': 'never', 'idempotency-key': 'x'.repeat(300) } },
  ],
]

function send({ method, path }: Endpoint, token: string | null, { path: id, query, payload, headers }: FaultyRequest) {
  return app.inject({
    ...{ method, url: `${path.replace(/:\w+/g, id ?? acme.agent.id)}?${query ?? ''}` },
    headers: { host: settings.apiHost, ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(payload !== undefined && { payload }),
  })
}

const needsCaller = closedEndpoints.filter(([, endpoint]) => !endpoint.for.includes('visitor'))

test.each(faults)('401 comes before %s', (_, fault) =>
  expectOfEach(needsCaller, async (endpoint) => {
    expect((await send(endpoint, null, fault)).statusCode).toBe(401)
  }),
)

/** Gives each thing one fault in turn, because all combinations would take too long. */
const withFaults = <T>(things: (readonly [string, T])[]) =>
  things.map(([name, thing], at) => {
    const [words, fault] = faults[at % faults.length]!
    return [`${name} with ${words}`, { thing, fault }] as const
  })

test.each([
  ['a token', 'made.up.token'],
  ['a key', `stk_${'a'.repeat(60)}`],
])('401 comes before what is wrong with a request: to whom shows %s that is none', (_, token) =>
  expectOfEach(withFaults(needsCaller), async ({ thing: endpoint, fault }) => {
    expect((await send(endpoint, token, fault)).statusCode).toBe(401)
  }),
)

test('the body of a caller who must identify and does not is left unread', async () => {
  const parts: number[] = []
  const payload = new Readable({
    read() {
      parts.push(1)
      this.push(parts.length > 3 ? null : '['.repeat(1000))
    },
  })
  const headers = { host: settings.apiHost, ...json }
  const answer = await app.inject({ method: 'POST', url: createTicket.path, headers, payload })
  expect([answer.statusCode, parts]).toEqual([401, []])
})

test('403 comes before what is wrong with a request: to people whom an endpoint is not for', () =>
  expectOfEach(withFaults(strangers), async ({ thing: { endpoint, token }, fault }) => {
    expect((await send(endpoint, token, fault)).statusCode).toBe(token ? 403 : 401)
  }))

const scopesOf = ({ scope }: Endpoint) => new Set<string | undefined>([scope].flat())
const closedToDelivery = closedEndpoints.filter(([, endpoint]) => !scopesOf(endpoint).has('content:delivery'))
const unscoped = await newKey(acme, [])
const delivery = await newContentKey(acme, 'delivery')

test.each([
  ['without a scope', async () => unscoped],
  ['with all scopes but the right one', (one: Endpoint) => newKey(acme, scopesWithout(one))],
  ['for delivery', async () => delivery.secret],
])('403 comes before what is wrong with a request: to a key %s', (_, keyFor) =>
  expectOfEach(withFaults(closedToDelivery), async ({ thing: endpoint, fault }) => {
    expect((await send(endpoint, await keyFor(endpoint), fault)).statusCode).toBe(403)
  }),
)

const scopesWithout = (endpoint: Endpoint) => namesOfScopes.filter((scope) => !scopesOf(endpoint).has(scope))
