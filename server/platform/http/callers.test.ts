import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { archiveArticle } from '#contract/knowledge-base/articles.ts'
import { createCategory } from '#contract/knowledge-base/categories.ts'
import { asVisitor, type WorkspaceTx } from '#server/platform/database.ts'
import { encodeBase32 } from '#server/platform/mail/base32.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { callOf, ownApp } from '#test/own-app.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { acme, databaseUrl, globex, newMember, owner, platform, settings } from '#test/world.ts'
import { createLimiter, limits } from './limits.ts'
import { serve } from './serve.ts'

const Who = z.object({ kind: z.string(), id: z.string().nullable(), domain: z.string().nullable() })
const Seen = z.object({ who: Who, own: z.array(z.string()), foreign: z.array(z.string()) })
const reading = { method: 'GET', answer: Seen, summary: 'What a caller reads' } as const

const forKeys = endpoint({ ...reading, path: '/api/v1/own-keys', for: ['key'], scope: 'tickets:read' })
const forBoth = endpoint({ ...reading, path: '/api/v1/own-both', for: ['team', 'key'], scope: 'tickets:write' })
const forVisitors = endpoint({
  method: 'GET',
  path: '/api/v1/own-visitors',
  for: ['visitor'],
  summary: 'Where a visitor is',
  query: z.strictObject({ domain: z.string().optional() }),
  answer: Who.extend({ workspaceId: z.string(), role: z.string() }),
})

/** Reads tickets with the query builder. Then tries to read tickets of Globex and of all workspaces with raw SQL. */
async function readSubjects(tx: WorkspaceTx) {
  const own = await tx.selectFrom('tickets').select('subject').execute()
  const { rows } = await sql<{ subject: string }>`select subject from tickets where workspace_id = ${globex.id}
    union select subject from tickets where workspace_id = ${globex.id} or true`.execute(tx)
  const subjects = own.map(({ subject }) => subject)
  return { own: subjects, foreign: rows.map(({ subject }) => subject).filter((subject) => !subjects.includes(subject)) }
}

const app = await ownApp((own) => {
  serve(own, forKeys, async ({ tx, caller }) => ({ who: caller, ...(await readSubjects(tx)) }))
  serve(own, forBoth, async ({ tx, caller }) => ({ who: caller, ...(await readSubjects(tx)) }))
  serve(own, forVisitors, async ({ tx, caller }) => {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(tx)
    return { ...caller, role: rows[0]!.role }
  })
})
const call = callOf(app)
await newTicket(acme, { subject: 'Of Acme' })
await newTicket(globex, { subject: 'Of Globex' })

const relaxed = platform.limiter
afterEach(() => {
  platform.limiter = relaxed
})

const change = (assignments: string, key: string) =>
  owner.query(`update api_keys set ${assignments} where hash = sha256($1::text::bytea)`, [key])
const lastUsed = async (key: string) =>
  (await owner.query('select last_used_at from api_keys where hash = sha256($1::text::bytea)', [key])).rows[0]
    .last_used_at
const madeUp = (workspaceId: string) =>
  `stk_${encodeBase32(Buffer.from(workspaceId.replaceAll('-', ''), 'hex'))}_${randomBytes(32).toString('base64url')}`

describe('a key', () => {
  test('with the scope is let in, and reads of its own workspace alone', async () => {
    const answer = await call(forKeys, { token: await newKey(acme, ['tickets:read']) })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { who: { kind: 'member', id: acme.admin.id, domain: acme.domain }, own: ['Of Acme'], foreign: [] },
    ])
  })

  test('without the scope is refused, and so is a person where keys alone are meant', async () => {
    const key = await newKey(acme, ['tickets:write'])
    const answers = [await call(forKeys, { token: key }), await call(forKeys, { token: acme.admin.token })]
    expect(answers.map((answer) => answer.json())).toMatchObject([
      { status: 403, code: 'scope-missing', needed: ['tickets:read'], scopes: ['tickets:write'] },
      { status: 403, code: 'not-allowed' },
    ])
    expect(answers.map(({ headers }) => headers['www-authenticate'])).toEqual([
      'Bearer error="insufficient_scope", scope="tickets:read"',
      undefined,
    ])
  })

  test('shares an endpoint with the team, and customers have no part in it', async () => {
    const key = await newKey(globex, ['tickets:write'])
    const answers = [
      await call(forBoth, { token: key }),
      await call(forBoth, { token: globex.agent.token }),
      await call(forBoth, { token: globex.customer.token }),
    ]
    expect(answers.map((answer) => answer.json().who?.kind ?? answer.json().status)).toEqual(['member', 'member', 403])
  })

  test('is of no use on the host of another workspace', async () => {
    const token = await newKey(acme, ['tickets:read'])
    const own = await call(forKeys, { token, host: `${acme.domain}.${settings.rootDomain}` })
    const foreign = await call(forKeys, { token, host: `${globex.domain}.${settings.rootDomain}` })
    expect([own.statusCode, foreign.json().code]).toEqual([200, 'wrong-workspace'])
  })

  test.each([
    ['was revoked', (key: string) => change('revoked_at = now()', key)],
    ['has expired', (key: string) => change('expires_at = now()', key)],
  ])('that %s opens nothing', async (_, spoil) => {
    const key = await newKey(acme, ['tickets:read'])
    expect((await call(forKeys, { token: key })).statusCode).toBe(200)
    await spoil(key)
    expect((await call(forKeys, { token: key })).json()).toMatchObject({ status: 401, code: 'key-unknown' })
  })

  test('opens nothing once its maker was deactivated', async () => {
    const maker = await newMember(acme, 'Mo', 'AdminUser')
    const token = await newKey(acme, ['tickets:read'], { createdBy: maker.id })
    expect((await call(forKeys, { token })).statusCode).toBe(200)
    await owner.query(`update members set status = 'deactivated' where id = $1`, [maker.id])
    expect((await call(forKeys, { token })).json()).toMatchObject({ status: 401, code: 'key-unknown' })
  })

  test('that is made up, or names another workspace than its own, opens nothing', async () => {
    const key = await newKey(acme, ['tickets:read'])
    const secret = key.split('_').slice(2).join('_')
    const elsewhere = `${madeUp(globex.id).split('_').slice(0, 2).join('_')}_${secret}`
    const tokens = [madeUp(acme.id), elsewhere, key.toUpperCase(), key.slice(0, -1), `${key}x`, 'stk_']
    const answers = await Promise.all(tokens.map((token) => call(forKeys, { token })))
    expect(answers.map((answer) => answer.json().code)).toEqual(tokens.map(() => 'key-unknown'))
    expect(answers[0]!.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  })

  test('is no cookie', async () => {
    const key = await newKey(acme, ['tickets:read'])
    const headers = { cookie: `access_token=${key}`, 'sec-fetch-site': 'same-origin' }
    const answer = await call(forKeys, { host: `${acme.domain}.${settings.rootDomain}`, headers })
    expect(answer.json()).toMatchObject({ status: 401, code: 'not-signed-in' })
  })

  test('is noted to have been used, after the call', async () => {
    const key = await newKey(acme, ['tickets:read'])
    expect(await lastUsed(key)).toBeNull()
    await call(forKeys, { token: key })
    await expect.poll(() => lastUsed(key)).toBeInstanceOf(Date)
  })

  test('is counted by itself, and one that nobody knows by its network', async () => {
    platform.limiter = createLimiter(1)
    const [token, remoteAddress] = [await newKey(acme, ['tickets:read']), '203.0.113.9']
    const guess = () => call(forKeys, { token: madeUp(acme.id), remoteAddress })
    const guesses = await Promise.all(Array.from({ length: limits.unknownKey.most }, guess))
    expect(new Set(guesses.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
    const next = await guess()
    expect([next.statusCode, next.headers['retry-after']]).toEqual([429, expect.any(String)])
    expect((await call(forKeys, { token, remoteAddress })).statusCode).toBe(429)
    const elsewhere = await call(forKeys, { token, remoteAddress: '203.0.113.10' })
    expect(elsewhere.headers).toMatchObject({ ratelimit: expect.stringMatching(/^"key";r=599;/) })
  })
})

describe('a visitor', () => {
  test.each([
    ['the host', { host: `${globex.domain}.${settings.rootDomain}` }],
    ['the host in capitals', { host: `${globex.domain.toUpperCase()}.${settings.rootDomain}` }],
    ['the query', { query: `domain=${globex.domain}` }],
    [
      'the query in capitals, whatever the host is',
      { query: `domain=${globex.domain.toUpperCase()}`, host: `${acme.domain}.${settings.rootDomain}` },
    ],
  ])('is in the workspace of %s, and comes under the role of readers', async (_, asking) => {
    expect((await call(forVisitors, asking)).json()).toEqual({
      kind: 'visitor',
      id: null,
      domain: globex.domain,
      workspaceId: globex.id,
      role: databaseUrl.roles.reader,
    })
  })

  test('is one, whoever is signed in', async () => {
    const answer = await call(forVisitors, { token: acme.admin.token, query: `domain=${globex.domain}` })
    expect(answer.json()).toMatchObject({ kind: 'visitor', domain: globex.domain })
  })

  test.each([
    'domain=nobody-here',
    'domain=',
    'domain=%27',
    `domain=${encodeURIComponent(`${acme.domain}'); drop table app.tickets; --`)}`,
    `domain=${encodeURIComponent(`${acme.domain}' or '1'='1`)}`,
    'domain=acme%2Dcorp%5C',
    'domain=%EF%BD%81cme-corp',
    'domain=%C4%B0',
    `domain=${'a'.repeat(64)}`,
  ])('finds no workspace by %s', async (query) => {
    expect((await call(forVisitors, { query })).json()).toMatchObject({ status: 404, code: 'workspace-not-found' })
  })

  test.each([
    'no-such-one',
    "acme'corp",
    'acme"corp',
    'acme corp',
    '-acme',
    'acme_corp',
    `%61${acme.domain.slice(1)}`,
    `x.${acme.domain}`,
  ])('finds nothing at the host %s', async (label) => {
    const answer = await call(forVisitors, { host: `${label}.${settings.rootDomain}` })
    expect([answer.statusCode, answer.body]).toEqual([404, expect.not.stringContaining(acme.domain)])
  })

  test('left every table where it was', async () => {
    const { rows } = await owner.query('select count(*)::int as tickets from tickets where workspace_id in ($1, $2)', [
      acme.id,
      globex.id,
    ])
    expect(rows).toEqual([{ tickets: 2 }])
  })
})

const { rows: tables } = await owner.query<{ name: string }>(
  `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('app', 'identity') and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
)

const readAsVisitor = (text: string) =>
  asVisitor(platform.reader, acme.domain, async (tx) => (await tx.client.query(text)).rows)
// Tables that the role of readers can read: published and archived content, with its URLs, search words and languages.
const ofAudiences = ['categories', 'published_texts', 'archived_texts', 'article_sections', 'published_files']
const published = [
  ...ofAudiences,
  ...['popular_articles', 'related_articles', 'article_counts'],
  'knowledge_bases',
  'article_slugs',
  'former_category_slugs',
  'article_synonyms',
  'redirects',
  'workspaces',
  ...['content_spaces', 'content_models', 'content_categories', 'content_published', 'content_keys', 'content_ranks'],
  'content_slugs',
  ...['media', 'media_contents', 'media_presets'],
]
const hidden = tables.filter(({ name }) => !published.some((table) => name === `app.${table}`))

test.each(hidden)('the role of readers reads nothing of $name', async ({ name }) => {
  await expect(readAsVisitor(`select from ${name}`)).rejects.toThrow(/permission denied/)
})

test('of what is published the role of readers sees what everybody may read, in their own workspace', async () => {
  for (const visibility of ['public', 'customers', 'team'] as const) {
    const category = await as(acme.admin)(createCategory, { body: { name: `For ${visibility}`, visibility } })
    const { id: socialImage } = await uploaded(acme.admin, textFile(`${visibility}.txt`, visibility))
    await newLiveArticle({ title: `For ${visibility}`, category: category.id, socialImage })
    const { id } = await newLiveArticle({ title: `Was for ${visibility}`, category: category.id })
    await as(acme.admin)(archiveArticle, { params: { id }, body: {} })
  }
  await newLiveArticle({ title: 'Of Globex' }, globex.admin)
  for (const table of ofAudiences) {
    const rows = await readAsVisitor(`select workspace_id, audience from ${table}`)
    expect(rows).toEqual([{ workspace_id: acme.id, audience: 'public' }])
  }
  await expect(readAsVisitor('select name from workspaces')).rejects.toThrow(/permission denied/)
})
