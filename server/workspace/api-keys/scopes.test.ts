import { describe, expect, test } from 'vitest'
import { changeEntriesTogether } from '#contract/content/changes.ts'
import {
  archiveEntry,
  changeEntry,
  createEntry,
  deleteEntry,
  publishEntry,
  showEntry,
  unplanEntry,
  unpublishEntry,
} from '#contract/content/entries.ts'
import { listContentModels } from '#contract/content/models.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ChosenScope, contentScopes, kindScopes, namesOfScopes } from '#contract/scopes.ts'
import { createTicket, listTickets } from '#contract/tickets/tickets.ts'
import { changeApiKey, createApiKey, listApiKeys } from '#contract/workspace/api-keys.ts'
import { changeCustomer, listCustomers } from '#contract/workspace/customers.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { as, ask } from '#test/ask.ts'
import { expectOfEach } from '#test/each-of.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newContentKey, newKey } from '#test/new-key.ts'
import { acme, app, globex, newMember, owner, type Person, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const create = (body: object) => asAdmin(createApiKey, { body: { name: 'Program', kind: 'management', ...body } })
const by = (token: string, { admin } = acme): Person => ({ ...admin, token })
const keyFor = async (...scopes: ChosenScope[]) => by(await newKey(acme, scopes))
const refused = (needed: string[]) => ({ status: 403, code: 'scope-missing', needed })

const forKeys = app.endpoints.filter((endpoint) => endpoint.for.includes('key'))
const named = forKeys.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const scopesOf = ({ scope }: Endpoint) => [scope!].flat()

describe('every endpoint that takes keys', () => {
  test('names its scopes, and each scope opens something', () => {
    const used = new Set(forKeys.flatMap(scopesOf))
    expect(used).toEqual(new Set([...namesOfScopes, ...Object.keys(kindScopes)]))
  })

  /** This GET endpoint shows the progress of an upload, so it needs the scope `content:write`. */
  const readsItsOwnWriting = '/api/v1/resumable-uploads/:id'

  test('asks for one of reading where it reads, and for none of reading where it writes', () =>
    expectOfEach(
      named.filter(([, { path }]) => path !== readsItsOwnWriting),
      (endpoint) => {
        const reading = scopesOf(endpoint).filter((scope) => /:(read|delivery|preview)$/.test(scope))
        expect(reading.length > 0).toBe(endpoint.method === 'GET')
      },
    ))

  test('refuses a key with all other scopes, and says what is missing', async () => {
    const keys = new Map<string, string>()
    await expectOfEach(named, async (endpoint) => {
      const needed = scopesOf(endpoint)
      const held = namesOfScopes.filter((scope) => !needed.includes(scope))
      const name = held.join()
      if (!keys.has(name)) keys.set(name, await newKey(acme, held))
      const { body, headers } = await call(endpoint, keys.get(name)!)
      expect(JSON.parse(body)).toMatchObject({ ...refused(needed), scopes: held })
      expect(headers['www-authenticate']).toContain('insufficient_scope')
    })
  })

  test('takes a key with each of its scopes and no other', async () => {
    const keys = new Map<string, string>()
    const pairs = named.flatMap(([name, endpoint]) =>
      scopesOf(endpoint)
        .filter((scope) => !(scope in kindScopes))
        .map((scope) => [`${name} by ${scope}`, { endpoint, scope: scope as ChosenScope }] as const),
    )
    await expectOfEach(pairs, async ({ endpoint, scope }) => {
      if (!keys.has(scope)) keys.set(scope, await newKey(acme, [scope]))
      const { statusCode } = await call(endpoint, keys.get(scope)!)
      expect([401, 403]).not.toContain(statusCode)
    })
  })

  test('says so in its description', async () => {
    const { body } = await app.inject({ url: '/api/openapi.json', headers: { host: settings.apiHost } })
    const { paths } = JSON.parse(body)
    await expectOfEach(named, (endpoint) => {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      const { security } = paths[path][endpoint.method.toLowerCase()]
      const ofKeys = security.filter((one: object) => 'key' in one)
      expect(ofKeys).toEqual(scopesOf(endpoint).map((scope) => ({ key: [scope] })))
    })
  })

  function call({ method, path }: Endpoint, token: string) {
    const url = path.replace(/:number/g, '1').replace(/:\w+/g, '01890000-0000-7000-8000-000000000000')
    const headers = { host: settings.apiHost, authorization: `Bearer ${token}` }
    return app.inject({ method, url: `${url}?nonsense=1`, headers })
  }
})

describe('a management key', () => {
  test('for which no scopes are named is for content alone, as it always was', async () => {
    const key = await create({})
    expect(key).toMatchObject({ scopes: contentScopes, isWide: false, models: 'all' })
    expect(await as(by(key.secret))(listContentModels, { query: {} })).toMatchObject({ items: expect.any(Array) })
    expect(await as(by(key.secret))(listTickets, { query: {} })).toMatchObject({
      ...refused(['tickets:read']),
      detail: `This needs an API key with the scope tickets:read. It has ${contentScopes.join(', ')}.`,
    })
  })

  test('for tickets neither reads nor writes nor publishes content', async () => {
    const model = await newModel()
    const entry = await newEntry(model, { title: 'Draft' })
    const at = { params: { model: model.pluralKey, id: entry.id } }
    const key = by((await create({ scopes: ['tickets:read', 'tickets:write'], models: [] })).secret)
    expect([
      await as(key)(showEntry, { ...at, query: {} }),
      await as(key)(changeEntry, { ...at, body: { fields: { title: 'Theirs' } } }),
      await as(key)(publishEntry, { ...at, body: {} }),
      await as(key)(listCustomers, { query: {} }),
      await as(key)(changeCustomer, { params: { id: acme.customer.id }, body: { name: 'Theirs' } }),
      await as(key)(listMembers, { query: {} }),
    ]).toMatchObject([
      expect.objectContaining({ code: 'scope-missing' }),
      refused(['content:write']),
      refused(['content:publish']),
      refused(['customers:read']),
      refused(['customers:write']),
      refused(['members:read']),
    ])
    const read = await asAdmin(showEntry, { ...at, query: {} })
    expect(read).toMatchObject({ status: 'draft', fields: { title: 'Draft' } })
  })

  test('that writes content takes nothing from readers and gives them nothing, by whichever way', async () => {
    const model = await newModel()
    const live = await newEntry(model, { title: 'Live' })
    const planned = await newEntry(model, { title: 'Planned' })
    const at = ({ id }: { id: string }) => ({ params: { model: model.pluralKey, id } })
    await asAdmin(publishEntry, { ...at(live), body: {} })
    const soon = new Date(Date.now() + 3600_000).toISOString()
    await asAdmin(publishEntry, { ...at(planned), body: { at: soon } })
    const key = await keyFor('content:read', 'content:write')
    const needed = refused(['content:publish'])
    const together = (change: object) =>
      as(key)(changeEntriesTogether, { params: { model: model.pluralKey }, body: { changes: [change] } as never })
    expect([
      await as(key)(publishEntry, { ...at(live), body: {} }),
      await as(key)(unpublishEntry, { ...at(live), query: {} }),
      await as(key)(unplanEntry, { ...at(planned), query: {} }),
      await as(key)(archiveEntry, { ...at(live), body: {} }),
      await as(key)(deleteEntry, at(live)),
      await as(key)(changeEntry, { ...at(planned), body: { fields: { title: 'Put in' } } }),
    ]).toMatchObject(Array.from({ length: 6 }, () => needed))
    const problem = { problems: [{ code: 'scope-missing' }] }
    expect([
      await together({ act: 'publish', id: live.id }),
      await together({ act: 'create', fields: { title: 'New' }, publish: true }),
      await together({ act: 'unpublish', id: live.id }),
      await together({ act: 'trash', id: live.id }),
    ]).toMatchObject(Array.from({ length: 4 }, () => problem))
    expect(await as(key)(changeEntry, { ...at(live), body: { fields: { title: 'Draft' } } })).toMatchObject({
      _meta: { isLive: true },
    })
    const made = await as(key)(createEntry, { params: { model: model.pluralKey }, body: { fields: { title: 'New' } } })
    expect(await ask(key, deleteEntry, at(made))).toMatchObject({ statusCode: 200 })
    const publishing = await keyFor('content:read', 'content:write', 'content:publish')
    expect(await ask(publishing, deleteEntry, at(live))).toMatchObject({ statusCode: 200 })
  })

  test('that creates tickets reads none, changes none and mails nobody', async () => {
    const key = await keyFor('tickets:create')
    const body = { subject: 'Asked', text: 'By telephone', requester: { email: acme.customer.email } }
    expect(await as(key)(createTicket, { body })).toMatchObject({ subject: 'Asked', channel: 'other' })
    expect(await as(key)(createTicket, { body: { ...body, from: 'agent' } })).toMatchObject(refused(['tickets:write']))
    expect(await as(key)(listTickets, { query: {} })).toMatchObject(refused(['tickets:read']))
  })

  test('reads the team as its maker does', async () => {
    const key = await keyFor('members:read')
    const { items } = await as(key)(listMembers, { query: {} })
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([acme.admin.id, acme.agent.id]))
    expect(items.map(({ id }) => id)).not.toContain(globex.agent.id)
  })

  test('whose maker lacks the role is told that, and no scope', async () => {
    const maker = await newMember(acme, 'Minor')
    const key = by(await newKey(acme, ['content-models:write'], { createdBy: maker.id }))
    const answer = await ask(key, listContentModels, { query: {} })
    expect(answer.json()).toMatchObject(refused(['content:read']))
    const url = '/api/v1/content-models/01890000-0000-7000-8000-000000000000'
    const headers = { host: settings.apiHost, authorization: `Bearer ${key.token}` }
    expect((await app.inject({ method: 'DELETE', url, headers })).json()).toMatchObject({
      ...{ code: 'not-allowed', detail: expect.stringContaining('admins') },
    })
  })

  test('is narrowed, and never widened', async () => {
    const { id, secret } = await create({ scopes: ['tickets:read', 'customers:read'] })
    const change = (scopes: string[], admin = acme.admin) =>
      as(admin)(changeApiKey, { params: { id }, body: { scopes } as never })
    expect(await change(['tickets:read', 'tickets:write'])).toMatchObject({
      ...{ code: 'invalid', fields: { scopes: expect.stringContaining('tickets:write') } },
    })
    expect(await change([])).toMatchObject({ code: 'invalid', fields: { scopes: expect.any(String) } })
    expect(await change(['tickets:read'], globex.admin)).toMatchObject({ code: 'api-key-not-found' })
    expect(await change(['tickets:read', 'tickets:read'])).toMatchObject({ scopes: ['tickets:read'] })
    expect(await as(by(secret))(listCustomers, { query: {} })).toMatchObject(refused(['customers:read']))
    expect(await change(['customers:read'])).toMatchObject({ code: 'invalid' })
  })

  test('from before scopes were named is shown as wide until it is narrowed', async () => {
    const { id } = await create({ scopes: ['tickets:read', 'content:read'] })
    await owner.query('update api_keys set is_wide = true where id = $1', [id])
    const shown = async () => (await asAdmin(listApiKeys, { query: {} })).items.find((key) => key.id === id)
    expect(await shown()).toMatchObject({ isWide: true })
    await asAdmin(changeApiKey, { params: { id }, body: { name: 'Still wide' } })
    expect(await shown()).toMatchObject({ isWide: true, name: 'Still wide' })
    await asAdmin(changeApiKey, { params: { id }, body: { scopes: ['tickets:read'] } })
    expect(await shown()).toMatchObject({ isWide: false, scopes: ['tickets:read'] })
  })
})

test('a key that only reads content has the scope of its kind, and is told so', async () => {
  const [delivery, preview] = [await newContentKey(acme, 'delivery'), await newContentKey(acme, 'preview')]
  expect(await as(by(delivery.secret))(listTickets, { query: {} })).toMatchObject({
    ...refused(['tickets:read']),
    scopes: ['content:delivery'],
  })
  expect(await as(by(preview.secret))(listContentModels, { query: {} })).toMatchObject({
    ...refused(['content:read']),
    scopes: ['content:preview'],
  })
})
