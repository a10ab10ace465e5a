import { expect, test } from 'vitest'
import { deleteContentModel } from '#contract/content/models.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { namesOfScopes } from '#contract/scopes.ts'
import { listMessages } from '#contract/tickets/messages.ts'
import { changeTicket, showTicket } from '#contract/tickets/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { expectOfEach } from '#test/each-of.ts'
import { newArticle } from '#test/new-article.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newKey } from '#test/new-key.ts'
import { newMedia } from '#test/new-media.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, app, type Person, settings } from '#test/world.ts'

/** Lists all endpoints of the running server, so that new endpoints are included. */
const named = app.endpoints.map((one) => [`${one.method} ${one.path}`, one] as const)
const conditional = named.filter(([, { takesIfMatch }]) => takesIfMatch)
const others = named.filter(([, { takesIfMatch }]) => !takesIfMatch)

const ticket = await newTicket(acme)
const program: Person = { ...acme.admin, token: await newKey(acme, namesOfScopes) }
const [message] = (await as(acme.agent)(listMessages, { params: { id: ticket.id }, query: {} })).items
const article = await newArticle({ title: 'Tagged' })
const model = await newModel()
const entry = await newEntry(model, { title: 'Tagged' })
const asset = await newMedia()
const hidden = await newModel()
await as(acme.admin)(deleteContentModel, { params: { id: hidden.id } })

/** Maps the path of each resource with an ETag to its URL parameters. */
const things: Record<string, Record<string, string>> = {
  '/api/v1/tickets/:id': {
    id: ticket.id,
    messageId: message!.id,
    customerId: acme.otherCustomer.id,
    suggestionId: acme.id,
    linkId: acme.id,
    memberId: acme.agent.id,
  },
  '/api/v1/knowledge-base/articles/:id': { id: article.id, language: 'en' },
  '/api/v1/content/:model/:id': { model: model.pluralKey, id: entry.id },
  '/api/v1/content/:model/by-slug/:slug': { model: model.pluralKey, slug: 'tagged' },
  '/api/v1/content/:model/by-external-id/:externalId': { model: model.pluralKey, externalId: 'tagged' },
  '/api/v1/content-models/:id/trash': { id: hidden.id },
  '/api/v1/content-models/:id': { id: model.id, field: model.fields[0]!.id, key: 'former' },
  '/api/v1/media/:id': { id: asset.id },
}
const bodies: Record<string, object> = {
  'POST /api/v1/tickets/:id/messages': { text: 'B' },
  'PUT /api/v1/tickets/by-external-id': { externalId: 'tagged' },
  'PUT /api/v1/tickets/:id/snooze': { until: '2130-01-01T00:00:00Z' },
  'POST /api/v1/tickets/:id/merged-tickets': { tickets: [{ id: ticket.id }] },
  'POST /api/v1/tickets/:id/side-conversations': { to: ['a@b.cd'], subject: 'S', text: 'B' },
  'POST /api/v1/tickets/:id/links': { kind: 'related', ticketId: ticket.id },
  'PUT /api/v1/tickets/:id/merge': { into: ticket.id },
  'PUT /api/v1/tickets/:id/requester': { email: 'a@b.cd' },
  'POST /api/v1/tickets/:id/copies': { address: 'a@b.cd' },
  'PUT /api/v1/knowledge-base/articles/:id/position': { category: null },
  'PUT /api/v1/knowledge-base/articles/:id/restoration': { number: 1 },
  'PUT /api/v1/content/:model/:id/restoration': { number: 1 },
  'PUT /api/v1/content/:model/by-slug/:slug': { fields: {} },
  'PUT /api/v1/content/:model/by-external-id/:externalId': { fields: {} },
}
/** Matches paths below a resource with an ETag whose writes do not change the resource. */
const beside =
  /\/(comments|remarks|feedback|presences|link-check|copies|draft|seen|incident-replies|incident-reply-previews)\b|\/(folders|uploads|addresses|changes)/
const placeOf = ({ path }: Endpoint) => Object.keys(things).find((place) => path.startsWith(place))

const personFor = ({ for: audiences }: Endpoint): Person | null => {
  if (audiences.some((audience) => ['account', 'team', 'admin'].includes(audience))) return acme.admin
  if (audiences.includes('customer')) return acme.customer
  return audiences.every((audience) => audience === 'key') ? program : null
}
const send = (endpoint: Endpoint, headers: Record<string, string>) =>
  ask(
    personFor(endpoint),
    endpoint,
    {
      params: things[placeOf(endpoint) ?? ''] ?? {},
      ...(endpoint.body && { body: bodies[`${endpoint.method} ${endpoint.path}`] ?? {} }),
    },
    headers,
  )

test('every change of a thing that has an ETag takes If-Match', () => {
  const free = others.filter(([, one]) => one.method !== 'GET' && placeOf(one) && !beside.test(one.path))
  expect(free.map(([name]) => name)).toEqual([])
})

const stale = { status: 412, code: 'changed-meanwhile' }

test('every endpoint that takes If-Match refuses a tag that does not fit', () =>
  expectOfEach(conditional, async (endpoint) => {
    expect((await send(endpoint, { 'if-match': '"0"' })).json()).toMatchObject(stale)
  }))

test.each(['"0", "00"', 'W/"1"', 'nonsense', '', '"*"'])('no tag that fits is %j', async (tag) => {
  const late = await ask(acme.agent, changeTicket, { params: { id: ticket.id }, body: {} }, { 'if-match': tag })
  expect(late.json()).toMatchObject(stale)
})

test('every other endpoint says that it takes none, whatever the condition', () =>
  expectOfEach(others, async ({ method, path, for: audiences }) => {
    const person = personFor({ for: audiences } as Endpoint)
    const refused = await app.inject({
      method,
      url: path.replace(/:\w+/g, acme.agent.id),
      headers: {
        host: settings.apiHost,
        'if-match': '*',
        ...(person && { authorization: `Bearer ${person.token}` }),
      },
    })
    expect(refused.json()).toMatchObject({ status: 400, code: 'condition-not-taken' })
  }))

test('no write takes another condition', () =>
  expectOfEach(
    named.filter(([, { method }]) => method !== 'GET'),
    async (endpoint) => {
      const sent = { ...endpoint, path: endpoint.path.replace(/:\w+/g, acme.agent.id) }
      expect((await send(sent, { 'if-none-match': '*' })).json()).toMatchObject({
        status: 400,
        detail: expect.stringMatching('takes no if-none-match'),
      })
    },
  ))

test('a tag that fits lets the change through, and a star fits any state', async () => {
  const params = { id: ticket.id }
  const tag = async () => String((await ask(acme.agent, showTicket, { params })).headers.etag)
  const change = (priority: 'high' | 'low', ifMatch: string) =>
    ask(acme.agent, changeTicket, { params, body: { priority } }, { 'if-match': ifMatch })
  const first = await tag()
  const changed = await change('high', first)
  expect([changed.statusCode, changed.headers.etag]).toEqual([200, await tag()])
  expect((await change('low', first)).statusCode).toBe(412)
  expect((await change('low', '*')).statusCode).toBe(200)
})
