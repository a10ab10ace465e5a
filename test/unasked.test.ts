import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoint, Nothing } from '#contract/endpoint.ts'
import { namesOfScopes } from '#contract/scopes.ts'
import { route } from '#server/platform/http/route.ts'
import { newKey } from '#test/new-key.ts'
import { ownApp } from '#test/own-app.ts'
import { acme, app, type Person, settings } from '#test/world.ts'

/** Lists all endpoints of the running server, so that new endpoints are included. */
const named = app.endpoints.map((one) => [`${one.method} ${one.path}`, one] as const)
const writing = named.filter(([, { method }]) => method !== 'GET')
const reading = named.filter(([, { method, query }]) => method === 'GET' && !(query instanceof z.ZodRecord))
const withParameters = reading.flatMap(([name, one]) => {
  const [parameter] = one.query instanceof z.ZodObject ? Object.keys(one.query.shape) : []
  return parameter ? [[name, one, parameter] as const] : []
})
const withoutBody = named.filter(([, { body, takesBytes }]) => !body && !takesBytes)
const withBody = writing.filter(([, { body }]) => body)

const program: Person = { ...acme.admin, token: await newKey(acme, namesOfScopes) }

/** Returns a person whom the endpoint accepts. The endpoint refuses other people before it checks their input. */
function personFor({ for: audiences = ['admin'] }: Partial<Endpoint>): Person | null {
  const ofTeam = new Set(['account', 'team', 'admin'])
  if (audiences.some((audience) => ofTeam.has(audience))) return acme.admin
  if (audiences.includes('customer')) return acme.customer
  return audiences.includes('key') ? program : null
}

type SentRequest = { query?: Record<string, string | string[]>; payload?: unknown; headers?: Record<string, string> }

async function send(one: Endpoint, { query, payload, headers }: SentRequest, person = personFor(one)) {
  const { method, path } = one
  const authorization = person ? { authorization: `Bearer ${person.token}` } : {}
  const response = await app.inject({
    method,
    url: path.replace(/:\w+/g, acme.agent.id),
    headers: { host: settings.apiHost, ...authorization, ...headers },
    ...(query && { query }),
    ...(payload !== undefined && { payload: payload as object }),
  })
  return { status: response.statusCode, ...response.json() }
}

const invalid = (fields: Record<string, string | RegExp>) => ({
  status: 400,
  code: 'invalid',
  fields: Object.fromEntries(Object.entries(fields).map(([name, words]) => [name, expect.stringMatching(words)])),
})

describe('what an endpoint has no place for is refused by all of them:', () => {
  test.each([...writing, ...reading])('%s refuses an unknown parameter', async (_, one) => {
    const answer = await send(one, { query: { unasked: '1' } })
    expect(answer).toMatchObject(invalid({ unasked: /takes no parameter `unasked`/ }))
  })

  test.each(withParameters)('%s refuses a parameter that is sent twice', async (_, one, name) => {
    const answer = await send(one, { query: { [name]: ['1', '2'] } })
    expect(answer).toMatchObject(invalid({ [name]: `Send the parameter \`${name}\` once` }))
  })

  test.each(withoutBody)('%s refuses a body', async (_, one) => {
    expect(await send(one, { payload: { unasked: 1 } })).toMatchObject({ status: 400, code: 'invalid' })
    expect(await send(one, { payload: '[1]', headers: { 'content-type': 'application/json' } })).toMatchObject({
      ...invalid({ body: /takes no body/ }),
    })
  })

  test.each(withBody)('%s refuses an unknown member of its body', async (_, one) => {
    const answer = await send(one, { payload: { unasked: 1 } })
    expect(answer).toMatchObject(invalid({ unasked: /takes no `unasked`/ }))
  })
})

describe('who puts something into the wrong place is told the right one:', () => {
  const path = `/api/v1/content/things/${acme.agent.id}`
  const put = { method: 'PUT', path: `${path}/publication` } as Endpoint

  test('a parameter that belongs in the body', async () => {
    expect(await send(put, { query: { at: '2030-01-01T00:00:00Z' } })).toMatchObject({
      detail: '`at` belongs in the body of this request',
    })
    expect(await send({ ...put, method: 'PATCH', path } as Endpoint, { query: { locale: 'de' } })).toMatchObject({
      detail: '`locale` belongs in the body of this request',
    })
  })

  test('a member of a body that belongs in the address', async () => {
    const words = 'belongs in the address of this request, as a parameter'
    const payload = { at: '2030-01-01T00:00:00Z', locale: 'de' }
    expect(await send({ ...put, method: 'DELETE' } as Endpoint, { payload })).toMatchObject({
      detail: `\`at\` ${words}`,
      fields: { at: `\`at\` ${words}`, locale: `\`locale\` ${words}` },
    })
  })

  test('what belongs in the path', async () => {
    expect(await send(put, { payload: { id: acme.agent.id } })).toMatchObject({
      detail: '`id` belongs in the path of this request',
    })
  })

  test('a name that is in no place, with those that are', async () => {
    expect(await send({ ...put, method: 'DELETE' } as Endpoint, { query: { when: 'now' } })).toMatchObject({
      detail: expect.stringMatching(/^This DELETE takes no parameter `when`\. It takes .*\bat\b/),
    })
  })
})

describe('an endpoint without a body takes', () => {
  const signOut = { method: 'DELETE', path: '/api/v1/sessions/current' } as Endpoint

  test.each([
    ['an empty object', { payload: {} }],
    ['nothing of a type', { payload: '', headers: { 'content-type': 'application/json' } }],
  ])('%s', async (_, sent) => {
    expect(await send(signOut, sent, null)).toMatchObject({ status: 401 })
  })

  test.each(['null', '1', '"at"'])('no %s', async (payload) => {
    const headers = { 'content-type': 'application/json' }
    expect(await send(signOut, { payload, headers })).toMatchObject({ status: 400, code: 'invalid' })
  })
})

describe('an endpoint that would drop what it does not know', () => {
  const loose = (input: Partial<Endpoint>) =>
    endpoint({
      method: 'POST',
      path: '/api/v1/tests-of-loose-schemas',
      for: ['team'],
      counts: 'write',
      needs: [],
      summary: 'A test',
      answer: Nothing,
      ...input,
    } as Endpoint)

  test.each([
    ['query', loose({ query: z.object({ at: z.string() }) })],
    ['body.changes', loose({ body: z.strictObject({ changes: z.array(z.object({ at: z.string() })) }) })],
  ])('does not start: %s', async (place, one) => {
    const own = await ownApp((server) => {
      expect(() => route(server, one, async () => ({}))).toThrow(`drops what it does not know of its ${place}`)
    })
    expect(own.endpoints.length).toBe(app.endpoints.length)
  })
})
