import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Count, type Endpoint, endpoint, Nothing } from '#contract/endpoint.ts'
import { newKey } from '#test/new-key.ts'
import { callOf, ownApp } from '#test/own-app.ts'
import { acme, globex, makeWorkspace, newMember, owner, type Person, platform } from '#test/world.ts'
import { countedLimits, createLimiter, type Limit, limits } from './limits.ts'
import { serve, serveWithoutTransaction } from './serve.ts'

const said = { summary: 'Of this test', answer: Nothing } as const
const forKeys = endpoint({
  ...said,
  method: 'POST',
  path: '/api/v1/own-writes',
  for: ['key'],
  scope: 'tickets:write',
  counts: 'write',
  needs: ['service'],
})
const prepared = endpoint({
  ...said,
  method: 'POST',
  path: '/api/v1/own-prepared',
  for: ['team', 'key'],
  scope: 'tickets:write',
  counts: 'write',
  needs: [],
})
const apart = endpoint({
  ...said,
  method: 'POST',
  path: '/api/v1/own-apart',
  for: ['team', 'key'],
  scope: 'tickets:write',
  counts: 'write',
  needs: [],
})
const kinds = Object.keys(countedLimits) as Count[]
const counted = Object.fromEntries(
  kinds.map((counts) => [
    counts,
    endpoint({ ...said, method: 'PUT', path: `/api/v1/own-${counts}`, for: ['team'], counts, needs: [] }),
  ]),
) as unknown as Record<(typeof kinds)[number], Endpoint>

const app = await ownApp((own) => {
  serve(own, forKeys, async () => ({}))
  serve(
    own,
    prepared,
    async () => ({}),
    async () => null,
  )
  serveWithoutTransaction(own, apart, async ({ inTransaction }) => {
    await inTransaction(async () => {})
    await inTransaction(async () => {})
    return {}
  })
  for (const each of Object.values(counted)) serve(own, each, async () => ({}))
})
const call = callOf(app)

const relaxed = platform.limiter
afterEach(() => {
  platform.limiter = relaxed
})

describe('the boot stops where an endpoint does not say', () => {
  const whole = { ...said, method: 'POST', path: '/api/v1/unsaid', for: ['team'], counts: 'write', needs: [] }

  test.each([
    ['whom it is for', { for: undefined }],
    ['whom it is for', { for: [] }],
    ['what it counts', { counts: undefined }],
    ['what it counts', { counts: 'nothing-more' }],
    ['that it counts as a search', { method: 'GET', counts: undefined, query: z.object({ q: z.string() }) }],
    ['what it demands', { needs: undefined }],
    ['which scope a key needs', { for: ['key'] }],
    ['which scope a key needs', { for: ['team', 'key'], method: 'GET' }],
  ])('%s: %j', async (what, missing) => {
    const broken = { ...whole, ...missing } as unknown as typeof forKeys
    const booting = ownApp((own) => serve(own, broken, async () => ({})))
    await expect(booting).rejects.toThrow(`/api/v1/unsaid does not say ${what}`)
  })

  test('anything, being no endpoint at all', async () => {
    const booting = ownApp((own) => own.get('/api/v1/unsaid', async () => ({})))
    await expect(booting).rejects.toThrow('/api/v1/unsaid does not say whom it is for')
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('what it counts, being no endpoint and %s', async (method) => {
    const booting = ownApp((own) => own.route({ method, url: '/unsaid', handler: async () => ({}) }))
    await expect(booting).rejects.toThrow(`${method} /unsaid does not say what it counts`)
  })
})

const idle = await makeWorkspace('idle', 'Idle', ['Ida', 'Ian', 'Ivo', 'Ira'])
const ended = await makeWorkspace('ended', 'Ended', ['Eva', 'Eli', 'Eno', 'Els'])
const paying = await makeWorkspace('paying', 'Paying', ['Pam', 'Pat', 'Pip', 'Poe'])
await owner.query('update service_settings set started_at = null where workspace_id = $1', [idle.id])
await owner.query(
  `update service_settings set started_at = now() - interval '15 days' where workspace_id in ($1, $2)`,
  [ended.id, paying.id],
)
await owner.query(`update workspaces set plan = 'active' where id = $1`, [paying.id])

describe('what needs a running Service', () => {
  const needing = app.endpoints
    .filter(({ needs, path }) => needs?.includes('service') && !path.startsWith('/api/v1/own-'))
    .map((each) => [`${each.method} ${each.path}`, each] as const)
  const ofTeam = needing.filter(([, { for: whom }]) => whom.some((audience) => /team|admin/.test(audience)))
  const ofCustomers = needing.filter(([, { for: whom }]) => whom.includes('customer'))
  const id = '01890000-0000-7000-8000-000000000000'
  /** Bodies for endpoints that refuse an empty body. */
  const bodies: Record<string, object> = {
    'POST /api/v1/tickets': { subject: 'S', text: 'B' },
    'POST /api/v1/ticket-forms': { key: 'k', name: 'K' },
    'POST /api/v1/ticket-fields': { key: 'k', label: 'K', kind: 'text' },
    'POST /api/v1/customer-fields': { key: 'k', label: 'K', kind: 'text' },
    'POST /api/v1/company-fields': { key: 'k', label: 'K', kind: 'text' },
    'POST /api/v1/fetched-pictures': { address: 'https://pictures.elsewhere.org/1.png' },
    'PUT /api/v1/tickets/:id/merge': { into: id },
    'POST /api/v1/tickets/:id/merged-tickets': { tickets: [{ id }] },
    'POST /api/v1/tickets/:id/incident-replies': { kind: 'solve', text: 'B', tickets: [{ id, version: 'x' }] },
    'POST /api/v1/tickets/:id/side-conversations': { to: ['a@b.cd'], subject: 'S', text: 'B' },
    'POST /api/v1/side-conversations/:id/messages': { text: 'B' },
    'POST /api/v1/tickets/:id/links': { kind: 'related', ticketId: id },
    'PUT /api/v1/tickets/:id/snooze': { until: '2030-01-01T00:00:00.000Z' },
    'PUT /api/v1/tickets/:id/requester': { email: 'a@b.cd' },
    'POST /api/v1/ticket-changes': { ids: [id], changes: { status: 'open' } },
    'POST /api/v1/ticket-batches': { ids: [id], change: { status: 'open' } },
    'POST /api/v1/tickets/:id/messages': { text: 'B' },
    'POST /api/v1/knowledge-base/categories': { name: 'N' },
    'PUT /api/v1/knowledge-base/categories/:id/position': { parent: null },
    'PUT /api/v1/knowledge-base/articles/:id/position': { category: null },
    'PUT /api/v1/knowledge-base/articles/:id/restoration': { number: 1 },
    'POST /api/v1/knowledge-base/articles/:id/comments': { text: 'T' },
    'POST /api/v1/knowledge-base/articles/:id/comments/:comment/answers': { text: 'T' },
    'PATCH /api/v1/knowledge-base/articles/:id/comments/:comment': { text: 'T' },
    'POST /api/v1/knowledge-base/articles/:id/remarks': { text: 'T' },
    'POST /api/v1/tickets/:id/copies': { address: 'a@b.cd' },
    'PUT /api/v1/knowledge-base/synonyms': { items: [] },
    'POST /api/v1/knowledge-base/redirects': { path: '/hc', article: null },
    'PUT /api/v1/knowledge-base/gaps/:id/decision': { is: 'dismissed' },
    'POST /api/v1/companies': { name: 'N' },
    'PUT /api/v1/companies/:id/people/:customerId': { sharesTickets: true },
    'POST /api/v1/customers': { emails: ['a@b.cd'] },
    'PUT /api/v1/customers/:id/merge': { into: id },
    'PUT /api/v1/customers/by-external-id': { externalId: 'x' },
    'POST /api/v1/knowledge-base/article-changes': { change: { act: 'publish' }, ids: [id] },
    'POST /api/v1/imports': { kind: 'articles', file: id },
  }
  const queries: Record<string, string> = { 'DELETE /api/v1/suppression': '?address=a@b.cd' }
  const callOne = ([name, { path, ...rest }]: (typeof needing)[number], { token }: Person) =>
    call({ ...rest, path: path.replace(':language', 'en').replace(/:\w+/g, id) + (queries[name] ?? '') } as Endpoint, {
      token,
      ...(rest.body && { body: bodies[name] ?? {} }),
    })

  test('is the work on tickets, mails and customers', () => {
    expect(ofTeam.length).toBeGreaterThan(15)
    expect(ofTeam.map(([name]) => name)).toEqual(
      expect.arrayContaining(['PUT /api/v1/suspended-mails/:id/recovery', 'PATCH /api/v1/customers/:id']),
    )
  })

  test.each(ofTeam)(
    '%s is refused to the team before the trial and after its end, and not under a plan',
    async (...one) => {
      const answers = [
        await callOne(one, idle.admin),
        await callOne(one, ended.admin),
        await callOne(one, paying.admin),
      ]
      expect(answers.slice(0, 2).map((answer) => answer.json())).toMatchObject([
        { status: 409, code: 'trial-not-started' },
        { status: 409, code: 'trial-ended' },
      ])
      expect(answers[2]!.body).not.toContain('trial-')
    },
  )

  test.each(ofCustomers)('%s is open to customers all the same', async (...one) => {
    const answers = [await callOne(one, idle.customer), await callOne(one, ended.customer)]
    expect(answers.map(({ body }) => body).join()).not.toMatch(/trial-|"invalid"|not-allowed/)
  })

  test('is refused to keys as it is to the team', async () => {
    const [before, after, during] = [
      await call(forKeys, { token: await newKey(idle, ['tickets:write']) }),
      await call(forKeys, { token: await newKey(ended, ['tickets:write']) }),
      await call(forKeys, { token: await newKey(acme, ['tickets:write']) }),
    ]
    expect([before.json().code, after.json().code]).toEqual(['trial-not-started', 'trial-ended'])
    expect(during.statusCode).toBe(200)
  })
})

const sessionIdOf = ({ token }: Person): string =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid

/** Simulates earlier calls. Uses a new limiter with the normal limits. */
function countBefore(calls: number, limit: Limit, key: string) {
  platform.limiter = createLimiter(1)
  Array.from({ length: calls }, () => platform.limiter.count(limit, key))
}

describe('a call counts', () => {
  test.each(kinds.filter((kind) => countedLimits[kind].of === 'caller'))(
    'as %s, each session by itself',
    async (kind) => {
      const [one, other] = [await newMember(acme, 'One'), await newMember(acme, 'Two')]
      countBefore(countedLimits[kind].most - 1, countedLimits[kind], sessionIdOf(one))
      const answers = [
        await call(counted[kind], { token: one.token }),
        await call(counted[kind], { token: one.token }),
        await call(counted[kind], { token: other.token }),
      ]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 429, 200])
      expect(answers[1]!.json()).toMatchObject({ code: 'too-many-requests' })
      expect(Number(answers[1]!.headers['retry-after'])).toBeGreaterThan(0)
    },
  )

  test.each(kinds.filter((kind) => countedLimits[kind].of === 'workspace'))(
    'as %s, the workspace as a whole',
    async (kind) => {
      countBefore(countedLimits[kind].most - 1, countedLimits[kind], acme.id)
      const answers = [
        await call(counted[kind], { token: acme.admin.token }),
        await call(counted[kind], { token: acme.agent.token }),
        await call(counted[kind], { token: globex.agent.token }),
      ]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 429, 200])
    },
  )

  test.each(kinds.filter((kind) => countedLimits[kind].of === 'network'))(
    'as %s, whoever calls from a network',
    async (kind) => {
      countBefore(countedLimits[kind].most - 1, countedLimits[kind], '198.51.100.60')
      const from = (remoteAddress: string, { token }: Person) => call(counted[kind], { token, remoteAddress })
      const answers = [
        await from('198.51.100.60', acme.agent),
        await from('198.51.100.60', globex.agent),
        await from('198.51.100.61', acme.agent),
      ]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 429, 200])
    },
  )

  test('as nothing where it is refused, because it is not for the caller', async () => {
    countBefore(countedLimits.write.most - 1, countedLimits.write, sessionIdOf(acme.agent))
    const refused = await call(forKeys, { token: acme.agent.token })
    const taken = await call(counted.write, { token: acme.agent.token })
    expect([refused.statusCode, taken.statusCode]).toEqual([403, 200])
  })

  test.each([
    ['prepared', prepared],
    ['made of several transactions', apart],
  ])('once, also where it is %s', async (_, several) => {
    countBefore(limits.workspace.most - 2, limits.workspace, acme.id)
    const answers = [
      await call(several, { token: acme.agent.token }),
      await call(several, { token: acme.agent.token }),
      await call(several, { token: acme.agent.token }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
  })

  test.each([
    ['prepared', prepared],
    ['made of several transactions', apart],
  ])('of a key once, also where it is %s', async (_, several) => {
    platform.limiter = createLimiter(1)
    const { headers } = await call(several, { token: await newKey(acme, ['tickets:write']) })
    expect(headers.ratelimit).toMatch(/^"write";r=119;/)
  })
})
