import { describe, expect, test } from 'vitest'
import { createArticle, listArticles } from '#contract/knowledge-base/articles.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, createTicket, listTicketEvents, listTickets } from '#contract/tickets/tickets.ts'
import { changeApiKey, createApiKey, listApiKeys, revokeApiKey } from '#contract/workspace/api-keys.ts'
import { changeMember, listMembers } from '#contract/workspace/team.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as, ask } from '#test/ask.ts'
import { newContentKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { acme, globex, makeWorkspace, newMember, owner, type Person, platform } from '#test/world.ts'
import { deleteOldKeys } from './queries.ts'

const asAdmin = as(acme.admin)
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString()
const create = (body: object, person = acme.admin) =>
  as(person)(createApiKey, { body: { name: 'Import', kind: 'management', ...body } })
/** Returns a caller with this API key. */
const by = ({ secret }: { secret: string }): Person => ({ ...acme.admin, token: secret })
const statusOf = async (person: Person, ...[endpoint, input]: [Parameters<typeof ask>[1], object]) =>
  (await ask(person, endpoint, input)).statusCode

describe('an admin', () => {
  test('makes a key, whose secret is told once and kept as a hash', async () => {
    const made = await create({ name: ' Site ', kind: 'delivery', expiresAt: inDays(30), dailyCalls: 1000 })
    expect(made).toMatchObject({
      ...{ name: 'Site', kind: 'delivery', models: 'all', scopes: [], state: 'live', dailyCalls: 1000, callsToday: 0 },
      ...{ createdBy: { id: acme.admin.id }, lastUsedAt: null, revokedAt: null, hint: made.secret.slice(-4) },
    })
    expect(made.secret).toMatch(/^stk_[a-z2-7]{26}_[\w-]{43}$/)
    const { secret, ...rest } = made
    const { items } = await asAdmin(listApiKeys, { query: {} })
    expect(items.find(({ id }) => id === made.id)).toEqual(rest)
    const { rows } = await owner.query(
      `select to_jsonb(k) || jsonb_build_object('log', (select jsonb_agg(to_jsonb(a)) from audit_log a),
         'answers', (select jsonb_agg(to_jsonb(i)) from idempotency_keys i)) as kept from api_keys k where id = $1`,
      [made.id],
    )
    // The last 43 characters are the random part of the secret, which can itself begin with an underscore.
    expect(JSON.stringify(rows)).not.toContain(secret.slice(-43))
  })

  test('is told the secret by no repetition', async () => {
    const body = { name: 'Once', kind: 'delivery' } as const
    const headers = { 'idempotency-key': 'make-it-once' }
    const [one, other] = [
      await asAdmin(createApiKey, { body }, headers),
      await asAdmin(createApiKey, { body }, headers),
    ]
    expect(one.secret).not.toBe(other.secret)
  })

  test('changes what is said of it, and no more', async () => {
    const { id, secret: _, ...made } = await create({ scopes: ['tickets:read'] })
    const body = { name: 'Renamed', expiresAt: null, dailyCalls: 5 }
    expect(await asAdmin(changeApiKey, { params: { id }, body })).toEqual({ ...made, id, ...body })
    expect(await asAdmin(changeApiKey, { params: { id }, body: { kind: 'delivery' } as object })).toMatchObject({
      code: 'invalid',
    })
  })

  test('gives it more calls a day, from the next one on', async () => {
    const { id, secret } = await create({ scopes: ['tickets:read'], dailyCalls: 1 })
    const read = () => statusOf(by({ secret }), listTickets, {})
    expect([await read(), await read()]).toEqual([200, 429])
    await asAdmin(changeApiKey, { params: { id }, body: { dailyCalls: 2 } })
    expect([await read(), await read()]).toEqual([200, 429])
  })

  test('revokes it for good, which is noted', async () => {
    const made = await create({ scopes: ['tickets:read'] })
    expect(await statusOf(by(made), listTickets, {})).toBe(200)
    await asAdmin(revokeApiKey, { params: { id: made.id } })
    expect(await statusOf(by(made), listTickets, {})).toBe(401)
    await asAdmin(revokeApiKey, { params: { id: made.id } })
    expect(await asAdmin(changeApiKey, { params: { id: made.id }, body: { expiresAt: null } })).toMatchObject({
      ...{ status: 409, code: 'api-key-revoked' },
    })
    const live = await asAdmin(listApiKeys, { query: {} })
    expect(live.items.map(({ id }) => id)).not.toContain(made.id)
    const { items } = await asAdmin(listApiKeys, { query: { revoked: 'true' } })
    expect(items[0]).toMatchObject({ id: made.id, state: 'revoked', revokedBy: { id: acme.admin.id } })
    const { rows } = await owner.query('select action, actor_id from audit_log where subject_id = $1 order by id', [
      made.id,
    ])
    expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['api-key.created', acme.admin.id],
      ['api-key.revoked', acme.admin.id],
    ])
  })

  test.each<[string, object, string]>([
    ['without a name', { name: '  ' }, 'name'],
    ['of no kind', { kind: 'root' }, 'kind'],
    ['that is over already', { expiresAt: inDays(-1) }, 'expiresAt'],
    ['for content with a scope of tickets', { kind: 'preview', scopes: ['tickets:read'] }, 'scopes'],
    ['with a scope that is none', { scopes: ['team:write'] }, 'scopes'],
    ['for no model, where it only reads content', { kind: 'delivery', models: [] }, 'models'],
    ['that may do nothing', { scopes: [] }, 'scopes'],
    ['without a call', { dailyCalls: 0 }, 'dailyCalls'],
    ['for a network that is none', { networks: ['203.0.113.0/24', '203.0.113.0/33'] }, 'networks'],
    ['for no network', { networks: [] }, 'networks'],
  ])('makes none %s', async (_, wrong, field) => {
    const refused = await create(wrong)
    expect(refused).toMatchObject({ status: 400, code: 'invalid' })
    expect(Object.keys(refused.fields!)[0]).toContain(field)
  })

  test('makes one that ends in a year unless another end is said, or that there is none', async () => {
    const daysOf = ({ expiresAt }: { expiresAt: string | null }) =>
      Math.round((Date.parse(expiresAt!) - Date.now()) / (24 * 3600_000))
    expect(daysOf(await create({}))).toBe(365)
    expect(daysOf(await create({ expiresAt: inDays(30) }))).toBe(30)
    expect(await create({ expiresAt: null })).toMatchObject({ expiresAt: null })
  })

  test('keeps those above the number that there may be, and makes no more', async () => {
    const { id, admin } = await makeWorkspace('more-keys', 'More', ['Mo', 'Mu', 'Mi', 'Ma'])
    await owner.query(
      `insert into api_keys (workspace_id, name, kind, hash, scopes, created_by)
       select $1, 'Key ' || n, 'delivery', sha256(('more' || n)::bytea), '{}', $2 from generate_series(1, 80) n`,
      [id, admin.id],
    )
    expect(await create({ name: 'A' }, admin)).toMatchObject({ code: 'too-many-api-keys' })
    const { items } = await as(admin)(listApiKeys, { query: { limit: '100' } })
    expect(items.map(({ state }) => state)).toEqual(Array(80).fill('live'))
    expect(await as(admin)(changeApiKey, { params: { id: items[0]!.id }, body: { name: 'B' } })).toMatchObject({
      name: 'B',
    })
  })

  test('limits a key to models of the workspace alone', async () => {
    const [own, theirs] = [await newModel(acme.id), await newModel(globex.id)]
    expect(await create({ kind: 'delivery', models: [own] })).toMatchObject({ models: [own] })
    expect(await create({ kind: 'delivery', models: [own, theirs] })).toMatchObject({ code: 'model-not-found' })
  })

  test('has 50 at most, and room again where one is revoked', async () => {
    const { id, admin } = await makeWorkspace('many-keys', 'Many', ['Mia', 'Max', 'Moe', 'Mel'])
    await owner.query(
      `insert into api_keys (workspace_id, name, kind, hash, scopes, created_by)
       select $1, 'Key ' || n, 'delivery', sha256(n::text::bytea), '{}', $2 from generate_series(1, 49) n`,
      [id, admin.id],
    )
    const racing = await Promise.all([create({ name: 'A' }, admin), create({ name: 'B' }, admin)])
    expect(racing.map(({ code }) => code).sort()).toEqual(['too-many-api-keys', undefined])
    const { items, next } = await as(admin)(listApiKeys, { query: { limit: '30' } })
    const rest = await as(admin)(listApiKeys, { query: { limit: '30', cursor: next! } })
    expect(new Set([...items, ...rest.items].map((key) => key.id)).size).toBe(50)
    await as(admin)(revokeApiKey, { params: { id: items[0]!.id } })
    expect(await create({ name: 'C' }, admin)).toMatchObject({ name: 'C' })
  })
})

const newModel = async (workspaceId: string): Promise<string> =>
  (
    await owner.query(
      `insert into content_models (workspace_id, key, plural_key, name, kind, step)
       values ($1, 'a' || substr(md5(random()::text), 1, 8), 'b' || substr(md5(random()::text), 1, 8), 'M', 'collection', 1) returning id`,
      [workspaceId],
    )
  ).rows[0].id

describe('a management key', () => {
  test('acts as its maker, as far as its scopes reach', async () => {
    const key = await create({ scopes: ['tickets:read', 'tickets:write'] })
    const ticket = await as(by(key))(createTicket, {
      body: { subject: 'By a key', text: 'B', requester: { email: acme.customer.email } },
    })
    await as(by(key))(changeTicket, { params: { id: ticket.id }, body: { priority: 'high' } })
    const { items } = await as(by(key))(listTicketEvents, { params: { id: ticket.id }, query: {} })
    expect(new Set(items.map(({ actor }) => actor.name))).toEqual(new Set([`${acme.admin.name} Test`]))
    expect(await statusOf(by(key), listArticles, {})).toBe(403)
    expect(await statusOf(by(key), listMembers, {})).toBe(403)
    expect(await statusOf(by(key), listApiKeys, {})).toBe(403)
    expect(await statusOf(by(key), createApiKey, { body: { name: 'N', kind: 'delivery' } })).toBe(403)
  })

  test('brings files along', async () => {
    const key = await create({ scopes: ['tickets:write'] })
    const file = await uploaded(by(key), textFile('a.txt', 'A'))
    const { id } = await newTicket(acme)
    const body = { text: 'See there', attachments: [file.id] }
    expect(await as(by(key))(writeMessage, { params: { id }, body })).toMatchObject({
      ...{ attachments: [{ name: 'a.txt' }], author: { name: `${acme.admin.name} Test` } },
    })
  })

  test('that is refused is told what it lacks', async () => {
    const key = await create({ scopes: ['tickets:read'] })
    expect(await as(by(key))(createArticle, { body: { title: 'T' } })).toMatchObject({
      ...{ status: 403, detail: expect.stringContaining('knowledge-base:write') },
    })
    expect(await as(by(key))(listApiKeys, { query: {} })).toMatchObject({ detail: expect.stringContaining('people') })
  })

  test('that reads writes nothing', async () => {
    const key = await create({ scopes: ['tickets:read'] })
    const { id } = await newTicket(acme)
    expect(await statusOf(by(key), changeTicket, { params: { id }, body: { priority: 'low' } })).toBe(403)
  })

  test('has the rights that its maker has at the time, and none where they have left', async () => {
    const maker = await newMember(acme, 'Mika', 'AdminUser')
    const key = await create({ scopes: ['knowledge-base:read', 'knowledge-base:write'] }, maker)
    const write = () => statusOf(by(key), createArticle, { body: { title: 'T' } })
    expect(await write()).toBe(201)
    await asAdmin(changeMember, { params: { id: maker.id }, body: { role: 'TeamUser' } })
    expect([await write(), await statusOf(by(key), listArticles, {})]).toEqual([403, 200])
    await asAdmin(changeMember, { params: { id: maker.id }, body: { isActive: false } })
    expect(await statusOf(by(key), listArticles, {})).toBe(401)
    const { items } = await asAdmin(listApiKeys, { query: { revoked: 'true' } })
    expect(items.find(({ id }) => id === key.id)).toMatchObject({ state: 'revoked', revokedBy: { id: acme.admin.id } })
  })

  test('uses Idempotency-Keys of its own', async () => {
    const key = await create({ scopes: ['tickets:write'] })
    const body = { subject: 'Once', text: 'B', requester: { email: acme.customer.email } }
    const headers = { 'idempotency-key': 'both-use-it' }
    const [one, again, other] = [
      await as(by(key))(createTicket, { body }, headers),
      await as(by(key))(createTicket, { body }, headers),
      await asAdmin(createTicket, { body }, headers),
    ]
    expect([again.id === one.id, other.id === one.id]).toEqual([true, false])
  })

  test('of another workspace sees nothing of this one', async () => {
    const key = await create({ scopes: ['tickets:read', 'tickets:write'] }, globex.admin)
    const { id } = await newTicket(acme, { subject: 'Ours' })
    expect(await statusOf(by(key), changeTicket, { params: { id }, body: { priority: 'low' } })).toBe(404)
    expect(JSON.stringify(await as(by(key))(listTickets, { query: {} }))).not.toContain('Ours')
  })
})

describe('a stranger', () => {
  test.each([
    ['a member', acme.agent],
    ['a customer', acme.customer],
  ])('who is %s has no part in keys', async (_, person) => {
    const { id } = await newContentKey(acme, 'delivery')
    const statuses = [
      await statusOf(person, listApiKeys, {}),
      await statusOf(person, createApiKey, { body: { name: 'N', kind: 'delivery' } }),
      await statusOf(person, changeApiKey, { params: { id }, body: { name: 'Mine' } }),
      await statusOf(person, revokeApiKey, { params: { id } }),
    ]
    expect(statuses).toEqual([403, 403, 403, 403])
  })

  test('becomes none with the role of an admin, from the next call on', async () => {
    const member = await newMember(acme, 'Rising')
    expect([await statusOf(member, listMembers, {}), await statusOf(member, listApiKeys, {})]).toEqual([200, 403])
    await asAdmin(changeMember, { params: { id: member.id }, body: { role: 'AdminUser' } })
    expect(await statusOf(member, listApiKeys, {})).toBe(200)
  })

  test('of another workspace finds no key of this one', async () => {
    const { id } = await newContentKey(acme, 'delivery')
    const asStranger = as(globex.admin)
    expect(await asStranger(changeApiKey, { params: { id }, body: { name: 'Mine' } })).toMatchObject({ status: 404 })
    expect(await asStranger(revokeApiKey, { params: { id } })).toMatchObject({ code: 'api-key-not-found' })
    expect(JSON.stringify(await asStranger(listApiKeys, { query: {} }))).not.toContain(id)
  })
})

test('keys that are over for 90 days go, and what was counted with them', async () => {
  const [live, revoked, recent] = [
    await newContentKey(acme, 'delivery'),
    await newContentKey(acme, 'delivery'),
    await newContentKey(acme, 'delivery'),
  ]
  await owner.query(`update api_keys set revoked_at = now() - interval '91 days' where id = $1`, [revoked.id])
  await owner.query(`update api_keys set revoked_at = now() - interval '89 days' where id = $1`, [recent.id])
  await owner.query(
    `insert into api_key_days (workspace_id, key_id, day, calls)
     select $1, id, day, 7 from api_keys, unnest(array[current_date, current_date - 100]) day where id = any($2)`,
    [acme.id, [live.id, revoked.id]],
  )
  await inWorkspace(platform.app, acme.id, deleteOldKeys)
  const { rows: keys } = await owner.query('select id from api_keys where id = any($1) order by id', [
    [live.id, revoked.id, recent.id],
  ])
  expect(keys.map(({ id }) => id)).toEqual([live.id, recent.id])
  const { rows: days } = await owner.query('select key_id from api_key_days where key_id = any($1)', [
    [live.id, revoked.id],
  ])
  expect(days).toEqual([{ key_id: live.id }])
})

test('a change that somebody else made meanwhile is not written over', async () => {
  const { id, name } = await create({ name: 'Shop', kind: 'delivery' })
  const change = (body: object) => asAdmin(changeApiKey, { params: { id }, body })
  await change({ name: 'Web shop', base: { name } })
  const refused = { status: 409, code: 'conflict', theirs: { name: 'Web shop' }, yours: { name: 'Till' } }
  expect(await change({ name: 'Till', base: { name } })).toMatchObject(refused)
  expect(await change({ dailyCalls: 5, base: { dailyCalls: null } })).toMatchObject({ name: 'Web shop', dailyCalls: 5 })
  const read = { models: 'all', expiresAt: null }
  expect(await change({ expiresAt: null, base: read })).toMatchObject({ code: 'conflict', base: { expiresAt: null } })
  expect(await change({ name: 'Till', base: { name: 'Web shop' } })).toMatchObject({ name: 'Till' })
})
