import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { changeApiKey, revokeApiKey } from '#contract/workspace/api-keys.ts'
import { keyName, readApiKey } from '#server/platform/api-keys/api-key.ts'
import type { EnteredKey, WorkspaceTx } from '#server/platform/database.ts'
import { createLimiter } from '#server/platform/http/limits.ts'
import type { App } from '#server/platform/http/platform.ts'
import { route } from '#server/platform/http/route.ts'
import { serve, serveWithoutTransaction } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { as } from '#test/ask.ts'
import { newContentKey, newKey } from '#test/new-key.ts'
import { otherNode } from '#test/other-node.ts'
import { callOf, ownApp } from '#test/own-app.ts'
import { acme, databaseUrl, globex, owner, platform, settings } from '#test/world.ts'
import { admitCachedKey } from './key-cache.ts'

const Seen = z.object({ kind: z.string(), models: z.array(z.string()).nullable(), role: z.string() })
const scope = ['content:delivery', 'content:preview', 'content:read'] as const
const said = { method: 'GET', for: ['team', 'key', 'visitor'], scope, answer: Seen } as const
const published = endpoint({ ...said, path: '/api/v1/own-published', summary: 'Read at the door' })
const kept = endpoint({ ...said, path: '/api/v1/own-kept', summary: 'Read from memory', counts: 'delivery' })
const apart = endpoint({ ...said, path: '/api/v1/own-apart', summary: 'Read without a door' })
const drafts = endpoint({
  ...said,
  path: '/api/v1/own-drafts',
  scope: ['content:preview', 'content:read'],
  summary: 'Drafts',
})
const writes = endpoint({
  ...said,
  method: 'POST',
  path: '/api/v1/own-content',
  for: ['team', 'key'],
  scope: 'content:write',
  counts: 'write',
  needs: [],
  summary: 'Writes',
})

async function roleIn(tx: WorkspaceTx) {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(tx)
  return rows[0]!.role
}

function addEndpoints(app: App) {
  for (const each of [published, drafts, writes])
    serve(app, each as typeof published, async ({ tx, caller }) => {
      const models = caller.kind === 'key' ? caller.models : null
      return { kind: caller.kind, models, role: await roleIn(tx) }
    })
  serveWithoutTransaction(app, apart, ({ caller, inTransaction }) =>
    inTransaction(async (tx) => ({ kind: caller.kind, models: null, role: await roleIn(tx) })),
  )
  route(app, kept, async (request, reply) => {
    const caller = admitCachedKey(request, reply, kept)
    return caller ? { kind: caller.keyKind, models: caller.models, role: 'none' } : new Refusal('not-signed-in')
  })
}

const here = await ownApp(addEndpoints)
const call = callOf(here)
const { app: ofServer, reader: ofReaders } = databaseUrl.roles
/** Returns the kind of a cached key, or status 401 if the key is not cached. */
const inMemory = async (token: string, asking = call) => {
  const answer = await asking(kept, { token })
  return answer.json().kind ?? answer.statusCode
}

const relaxed = platform.limiter
beforeEach(async () => {
  // Waits until the process has read all events. Before that, it does not use its cache.
  await expect.poll(() => platform.hub.isUpToDate()).toBe(true)
  // Stops the clock, so that cached keys do not expire during a test.
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  platform.limiter = relaxed
})

// Calls with a key until the key is cached. The event about the new key can arrive after a call and remove the key from
// the cache.
const keep = (token: string, kind: 'delivery' | 'preview', ask = call) =>
  expect.poll(async () => [await ask(published, { token }), await inMemory(token, ask)][1]).toBe(kind)

describe('what a key may read', () => {
  test.each([
    ['delivery', [200, 403, 403], ofReaders],
    ['preview', [200, 200, 403], ofServer],
    ['management', [200, 200, 200], ofServer],
  ] as const)('comes with its kind: %s', async (kind, statuses, role) => {
    const { secret: token } = await newContentKey(acme, kind)
    const answers = [await call(published, { token }), await call(drafts, { token }), await call(writes, { token })]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(statuses)
    expect(answers[0]!.json().role).toBe(role)
    expect((await call(published, { token })).json().role).toBe(role)
  })

  test('no longer depends on whoever made it, unless it is for management', async () => {
    const [site, tool] = [await newContentKey(globex, 'delivery'), await newContentKey(globex, 'management')]
    await owner.query(`update members set status = 'deactivated' where id = $1`, [globex.admin.id])
    const statuses = [await call(published, { token: site.secret }), await call(published, { token: tool.secret })]
    await owner.query(`update members set status = 'active' where id = $1`, [globex.admin.id])
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 401])
  })
})

describe('a key in memory', () => {
  test('is one that came through the door, and says what it is limited to', async () => {
    const { rows } = await owner.query(
      `insert into content_models (workspace_id, key, plural_key, name, kind, step)
       values ($1, 'post', 'posts', 'Post', 'collection', 1) returning id`,
      [acme.id],
    )
    const { secret: token } = await newContentKey(acme, 'delivery', { models: [rows[0].id] })
    expect(await inMemory(token)).toBe(401)
    await keep(token, 'delivery')
    expect((await call(kept, { token })).json()).toEqual({ kind: 'delivery', models: [rows[0].id], role: 'none' })
    const elsewhere = await call(kept, { token, host: `${globex.domain}.${settings.rootDomain}` })
    expect(elsewhere.json().code).toBe('wrong-workspace')
  })

  test.each([
    ['delivery', ofReaders],
    ['preview', ofServer],
  ] as const)('lets an endpoint read that is no single transaction: %s', async (kind, role) => {
    const { id, secret: token } = await newContentKey(acme, kind)
    expect((await call(apart, { token })).json()).toMatchObject({ kind: 'key', role })
    await keep(token, kind)
    // This change sends no event, so the key is in the cache until its time limit.
    await owner.query('update api_keys set revoked_at = now() where id = $1', [id])
    expect((await call(apart, { token })).json()).toMatchObject({ kind: 'key', role })
    expect((await call(published, { token })).statusCode).toBe(401)
    vi.setSystemTime(Date.now() + 10_001)
    expect((await call(apart, { token })).statusCode).toBe(401)
  })

  test('is none for management, whose maker is looked at each time', async () => {
    const { secret: token } = await newContentKey(acme, 'management')
    await call(published, { token })
    expect(await inMemory(token)).toBe(401)
  })

  test('is believed for ten seconds while the process hears of all there is, and for one while it does not', async () => {
    const { hub, ask } = await otherNode(addEndpoints)
    const heard = new Promise<void>((resolve) => hub.onChange((_, types) => types.has('api-keys.changed') && resolve()))
    const { secret: token } = await newContentKey(acme, 'preview')
    await heard
    await ask(published, { token })
    vi.setSystemTime(Date.now() + 4_000)
    expect(await inMemory(token, ask)).toBe('preview')
    vi.setSystemTime(Date.now() + 6001)
    expect(await inMemory(token, ask)).toBe(401)
    await ask(published, { token })
    expect(await inMemory(token, ask)).toBe('preview')

    const lock = await owner.connect()
    await lock.query('begin; lock table live_events in access exclusive mode')
    await expect.poll(() => inMemory(token, ask), { timeout: 4000 }).toBe(401)
    await lock.query('rollback')
    lock.release()
    await expect.poll(() => hub.isUpToDate(), { timeout: 20_000 }).toBe(true)
  })

  test.each(['delivery', 'preview'] as const)(
    'is looked up again while it is believed, and then believed for as long again: %s',
    async (kind) => {
      const { id, secret: token } = await newContentKey(acme, kind)
      await keep(token, kind)
      const began = Date.now()
      vi.setSystemTime(began + 6_000)
      expect(await inMemory(token)).toBe(kind)
      // The call above starts a refresh in the background. Until the refresh is finished, the cached key counts as too
      // old.
      vi.setSystemTime(began + 10_001)
      await expect.poll(() => inMemory(token)).toBe(kind)

      // This change sends no event, so only the next refresh finds it.
      await owner.query('update api_keys set revoked_at = now() where id = $1', [id])
      expect(await inMemory(token)).toBe(kind)
      vi.setSystemTime(began + 12_000)
      await expect.poll(() => inMemory(token)).toBe(401)
    },
  )

  test('ends with its time', async () => {
    const expiresAt = Date.now() + 3600_000
    const { secret: token } = await newContentKey(acme, 'delivery', { expiresAt: new Date(expiresAt).toISOString() })
    vi.setSystemTime(expiresAt - 300)
    await keep(token, 'delivery')
    vi.setSystemTime(expiresAt + 300)
    expect(await inMemory(token)).toBe(401)
  })

  test('opens nothing from the answer on that revoked it', async () => {
    const { id, secret: token } = await newContentKey(acme, 'delivery')
    await keep(token, 'delivery')
    await as(acme.admin)(revokeApiKey, { params: { id } })
    expect([await inMemory(token), (await call(published, { token })).statusCode]).toEqual([401, 401])
  })

  test('opens nothing in another process that heard of it, nor where that was just being asked', async () => {
    const { ask } = await otherNode(addEndpoints)
    const { id, secret: token } = await newContentKey(acme, 'delivery')
    await keep(token, 'delivery', ask)
    await as(acme.admin)(revokeApiKey, { params: { id } })
    await expect.poll(() => inMemory(token, ask)).toBe(401)
    expect((await ask(published, { token })).statusCode).toBe(401)
  })

  test('is not kept where a key changed while it was looked up', async () => {
    const { id, secret: token } = await newContentKey(acme, 'delivery')
    const reading = platform.keyCache.beginReading()
    await as(acme.admin)(changeApiKey, { params: { id }, body: { name: 'Changed' } })
    const text = readApiKey(token)!
    const name = keyName(token)!
    const entered: EnteredKey = {
      id,
      kind: 'delivery',
      workspaceId: acme.id,
      domain: acme.domain,
      scopes: [],
      models: null,
      networks: null,
      entry: null,
      maker: null,
      dailyCalls: null,
      callsToday: 0,
      expiresAt: null,
      plan: 'free',
      serviceStartedAt: null,
      isStale: false,
    }
    platform.keyCache.add(text, entered, reading)
    expect(platform.keyCache.find(name)).toBeUndefined()
    platform.keyCache.add(text, entered, platform.keyCache.beginReading())
    expect(platform.keyCache.find(name)).toBe(entered)
  })

  test('counts for nothing while nobody hears', async () => {
    const { hub, ask } = await otherNode(addEndpoints)
    const { secret: token } = await newContentKey(acme, 'delivery')
    await keep(token, 'delivery', ask)
    await hub.stop()
    await expect.poll(() => hub.listeningConnection()).toBeNull()
    expect([await inMemory(token, ask), (await ask(published, { token })).statusCode]).toEqual([401, 200])
  })
})

describe('the calls of a key', () => {
  test('have a limit a minute, higher for sites', async () => {
    platform.limiter = createLimiter(1)
    const { secret: token } = await newContentKey(acme, 'delivery')
    const answers = [
      await call(published, { token }),
      await call(kept, { token }),
      await call(published, { token: await newKey(acme, ['content:read']) }),
    ]
    expect(answers.map(({ headers }) => headers.ratelimit)).toEqual([
      expect.stringMatching(/^"delivery-key";r=2999;/),
      expect.stringMatching(/^"delivery-key";r=2998;/),
      expect.stringMatching(/^"key";r=599;/),
    ])
  })

  test('have a limit a day where it was given one, at the door as in memory', async () => {
    const { secret: token } = await newContentKey(acme, 'delivery', { dailyCalls: 3 })
    const answers = [
      await call(published, { token }),
      await call(kept, { token }),
      await call(published, { token }),
      await call(kept, { token }),
      await call(published, { token }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 429])
    expect(answers[4]!.json()).toMatchObject({ code: 'daily-calls-used-up' })
    expect(Number(answers[4]!.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('are counted together by several processes, and a new day begins anew', async () => {
    const [one, two] = [await otherNode(addEndpoints), await otherNode(addEndpoints)]
    const { id, secret: token } = await newContentKey(acme, 'delivery', { dailyCalls: 4 })
    await Promise.all([1, 2, 3].map(() => one.ask(published, { token })))
    await one.keyCalls.stop()
    const answers = [await two.ask(published, { token }), await two.ask(published, { token })]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 429])
    await two.keyCalls.stop()
    const { rows } = await owner.query('select calls from api_key_days where key_id = $1', [id])
    expect(rows).toEqual([{ calls: 4 }])
    await owner.query('update api_key_days set day = day - 1 where key_id = $1', [id])
    expect((await (await otherNode(addEndpoints)).ask(published, { token })).statusCode).toBe(200)
  })
})
