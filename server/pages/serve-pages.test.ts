import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { ServerBuild } from 'react-router'
import { afterAll, describe, expect, test } from 'vitest'
import { changeProfile } from '#contract/workspace/team.ts'
import { createApp } from '#server/app.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { as } from '#test/ask.ts'
import { impatientApp } from '#test/own-app.ts'
import { codeOf, newFounder } from '#test/sign-in.ts'
import { acme, globex, mailsTo, newMember, owner, type Person, platform, settings } from '#test/world.ts'

const build: ServerBuild = await import(new URL('server/index.js', buildFolder).href)
const app = await createApp(platform, { load: async () => build })
afterAll(() => app.close())
const impatient = await impatientApp({ load: async () => build })

const root = settings.rootDomain
const appHost = `${settings.appHost}:3000`
const hostOf = ({ domain }: { domain: string }) => `${domain}.${root}:3000`
const cookiesOf = ({ token, domain }: Pick<Person, 'token' | 'domain'>) =>
  `access_token=${token}; workspace_domain=${domain}; timezone=UTC`
const visit = (host: string, url: string, headers: Record<string, string> = {}, server = app) =>
  server.inject({ url, headers: { host, ...headers } })
const post = (host: string, url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
const cookiesSet = (answer: { cookies: { name: string; value: string }[] }) =>
  Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))

describe('a page, while the database does not answer in time,', () => {
  const visitDuring = async (table: string, url: string) => {
    const holder = await owner.connect()
    await holder.query(`begin; lock table ${table} in access exclusive mode`)
    const headers = { cookie: cookiesOf(acme.agent), accept: 'text/html' }
    return visit(hostOf(acme), url, headers, impatient).finally(() =>
      holder.query('rollback').finally(() => holder.release()),
    )
  }

  test.each([
    ['what it shows is away', 'tickets'],
    ['not even its person is known', 'sessions'],
  ])('says so as a page and when to come again, where %s', async (_, table) => {
    const page = await visitDuring(table, '/service/tickets?view=all')
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '2'])
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('The database does not answer right now. Try again in a moment.')
  })

  test('leads to itself and nowhere else', async () => {
    const page = await visitDuring('sessions', '//evil.test/"><script>x')
    expect(page.body).toContain('href="/evil.test/')
    expect(page.body).not.toContain('<script>x')
  })
})

describe('a page', () => {
  test('is made for whoever is signed in, and says nothing of another workspace', async () => {
    const page = await visit(hostOf(acme), '/admin/profile', { cookie: cookiesOf(acme.agent) })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).toContain(acme.agent.email)
    expect(page.body).not.toContain(globex.domain)
  })

  test('never holds a token', async () => {
    const member = await newMember(acme, 'Tok')
    const cookie = `${cookiesOf(member)}; refresh_token=${member.refreshToken}`
    const [page, data] = [
      await visit(hostOf(acme), '/admin/profile', { cookie }),
      await visit(hostOf(acme), '/admin/profile.data', { cookie }),
    ]
    expect([page.statusCode, data.statusCode]).toEqual([200, 200])
    expect(page.body + data.body).not.toContain(member.token)
    expect(page.body + data.body).not.toContain(member.refreshToken)
  })

  test('leads a stranger to the door, its data as little as its HTML', async () => {
    const [page, data] = [await visit(hostOf(acme), '/team?q=1'), await visit(hostOf(acme), '/team.data?q=1')]
    const door = `http://${appHost}/auth/login?next=${encodeURIComponent('/team?q=1')}&workspace=${acme.domain}`
    expect([page.statusCode, page.headers.location]).toEqual([302, door])
    expect(data.body).toContain('/auth/login?next=')
    expect(page.body + data.body).not.toContain(acme.admin.email)
  })

  test('of admins gives a plain member no data either', async () => {
    const data = await visit(hostOf(acme), '/team.data', { cookie: cookiesOf(acme.agent) })
    expect(data.body).not.toContain(acme.admin.email)
    const own = await visit(hostOf(acme), '/team.data', { cookie: cookiesOf(acme.admin) })
    expect(own.body).toContain(acme.agent.email)
  })

  test('of another workspace leads a member to their own', async () => {
    const page = await visit(hostOf(globex), '/service/tickets?view=mine', { cookie: cookiesOf(acme.agent) })
    expect([page.statusCode, page.headers.location]).toEqual([302, `http://${hostOf(acme)}/service/tickets?view=mine`])
  })

  test('that does not exist is not found', async () => {
    const answers = [
      await visit(appHost, '/no/such/page'),
      await visit(hostOf(acme), '/no/such/page', { cookie: cookiesOf(acme.agent) }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  })

  test('is asked for by GET, HEAD and POST alone', async () => {
    const ask = (method: 'HEAD' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS') =>
      app.inject({ method, url: '/auth/login', headers: { host: appHost } })
    const head = await ask('HEAD')
    const others = await Promise.all([ask('PUT'), ask('DELETE'), ask('PATCH'), ask('OPTIONS')])
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
  })
})

describe('a form', () => {
  test.each([
    { 'sec-fetch-site': 'same-site', origin: `http://${globex.domain}.${root}:3000` },
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': '', origin: 'null' },
  ])('is refused when it comes with %j, and does nothing', async (headers) => {
    const member = await newMember(acme, 'Form')
    const answer = await post(appHost, '/auth/login', { email: member.email }, headers as Record<string, string>)
    expect(answer.json()).toMatchObject({ status: 403, code: 'cross-site' })
    expect(await mailsTo(member.email)).toEqual([])
  })

  test.each([
    ['application/json', '{}', 415],
    ['multipart/form-data; boundary=b', '--b--', 415],
    ['text/plain', 'email=a@b.cd', 415],
    ['application/x-www-form-urlencoded', `email=${'a'.repeat(3 * 1024 * 1024)}`, 413],
  ])('is no %s', async (type, payload, status) => {
    const headers = { host: appHost, 'content-type': type, 'sec-fetch-site': 'same-origin' }
    const answer = await app.inject({ method: 'POST', url: '/auth/login', headers, payload })
    expect(answer.statusCode).toBe(status)
  })
})

describe('a form that comes again with the mark of its press, since nobody knows whether it arrived,', () => {
  const countOf = async (subject: string) =>
    (await owner.query('select from tickets where subject = $1', [subject])).rowCount
  const send = (person: Person, path: string, fields: Record<string, string>) =>
    post(hostOf(acme), path, fields, { cookie: cookiesOf(person) })

  test.each(['customer', 'agent'])('makes one ticket from %s', async (from) => {
    const sendAt = new Date(Date.now() + 60_000).toISOString()
    const written = { from, email: 'once@customer.test', subject: `Once from ${from}`, text: 'Where is it?', sendAt }
    const sendMarked = (once: string) => send(acme.agent, '/service/tickets/create', { ...written, once })
    const [press, next] = [randomUUID(), randomUUID()]
    const [first, again, another] = [await sendMarked(press), await sendMarked(press), await sendMarked(next)]
    expect([first, again, another].map(({ statusCode }) => statusCode)).toEqual([302, 302, 302])
    expect(again.headers.location).toBe(first.headers.location)
    expect(another.headers.location).not.toBe(first.headers.location)
    expect(await countOf(written.subject)).toBe(2)
  })

  test('opens one request of a customer, and one of another with the same mark', async () => {
    const fields = { subject: 'Once by myself', text: 'Where is it?', once: randomUUID() }
    const sendAs = (person: Person) => send(person, '/customer/tickets/create', fields)
    const [first, again] = [await sendAs(acme.customer), await sendAs(acme.customer)]
    expect(again.headers.location).toBe(first.headers.location)
    expect(await countOf(fields.subject)).toBe(1)
    await sendAs(acme.otherCustomer)
    expect(await countOf(fields.subject)).toBe(2)
  })
})

describe('the cookies of a visit', () => {
  test('twice of one name are refused', async () => {
    const cookie = `${cookiesOf(acme.agent)}; access_token=planted`
    expect((await visit(hostOf(acme), '/', { cookie })).json()).toMatchObject({ code: 'duplicate-cookie' })
  })

  test('are completed by workspace and time zone where those are missing', async () => {
    const page = await visit(hostOf(acme), '/coming-soon', { cookie: `access_token=${acme.agent.token}` })
    expect(cookiesSet(page)).toEqual({ workspace_domain: acme.domain, timezone: 'Europe/Berlin' })
  })

  test('name the workspace of the session, whatever they said', async () => {
    const cookie = cookiesOf({ token: acme.agent.token, domain: globex.domain })
    const page = await visit(hostOf(globex), '/', { cookie })
    expect(page.headers.location).toBe(`http://${hostOf(acme)}/`)
    expect(cookiesSet(page)).toEqual({ workspace_domain: acme.domain })
  })

  test('forget a workspace that nobody is signed in to', async () => {
    const page = await visit(hostOf(acme), '/team', { cookie: `workspace_domain=${acme.domain}` })
    expect([page.statusCode, cookiesSet(page)]).toEqual([302, { workspace_domain: '' }])
  })

  test.each(['evil.example', '../x', 'a', 'x'.repeat(41), 'evil.example%2F', 'Acme'])(
    'lead nowhere by the workspace %j',
    async (domain) => {
      const page = await visit(hostOf(acme), '/knowledgebase-x', { cookie: `workspace_domain=${domain}` })
      expect(page.headers.location).toBeUndefined()
    },
  )

  test('follow the time zone of a member’s profile, and without one that of the workspace', async () => {
    const member = await newMember(acme, 'Zeit')
    const timeZones = async () => cookiesSet(await visit(hostOf(acme), '/admin/profile', { cookie: cookiesOf(member) }))
    expect(await timeZones()).toMatchObject({ timezone: 'Europe/Berlin' })
    await as(member)(changeProfile, { body: { timeZone: 'Asia/Tokyo' } })
    expect(await timeZones()).toMatchObject({ timezone: 'Asia/Tokyo' })
    await as(member)(changeProfile, { body: { timeZone: 'UTC' } })
    expect(await timeZones()).toEqual({})
  })

  test('with a spoilt token and a live refresh token are a session, and are renewed', async () => {
    const member = await newMember(acme, 'Neu')
    const cookie = `access_token=spoilt; refresh_token=${member.refreshToken}; workspace_domain=${acme.domain}; timezone=Europe/Berlin`
    const page = await visit(hostOf(acme), '/admin/profile', { cookie })
    expect(page.statusCode).toBe(200)
    expect(Object.keys(cookiesSet(page))).toEqual(['access_token', 'refresh_token'])
    expect(page.cookies).toMatchObject([{ httpOnly: true }, { httpOnly: true }])
  })
})

test('a member signs in and out by forms alone', async () => {
  const member = await newMember(acme, 'Foe')
  const asked = await post(appHost, '/auth/login?next=%2Fteam', { email: member.email })
  expect([asked.statusCode, asked.headers.location]).toEqual([302, '/auth/login-verify'])
  const waiting = `pending_code=${encodeURIComponent(cookiesSet(asked).pending_code!)}`
  const code = await codeOf(member.email)
  const entered = await post(appHost, '/auth/login-verify', { code }, { cookie: waiting })
  expect([entered.statusCode, entered.headers.location]).toEqual([302, `http://${hostOf(acme)}/team`])
  const session = cookiesOf({ token: cookiesSet(entered).access_token!, domain: acme.domain })
  expect((await visit(hostOf(acme), '/coming-soon', { cookie: session })).statusCode).toBe(200)

  const left = await post(hostOf(acme), '/sign-out', {}, { cookie: session })
  expect(cookiesSet(left)).toMatchObject({ access_token: '', refresh_token: '', workspace_domain: '' })
  expect((await visit(hostOf(acme), '/coming-soon', { cookie: session })).statusCode).toBe(302)
})

test('a founder without a workspace is led to make one, from everywhere', async () => {
  const { token } = await newFounder()
  const answers = await Promise.all(
    [appHost, hostOf(acme)].map((host) => visit(host, '/service/tickets', { cookie: `access_token=${token}` })),
  )
  const door = `http://${appHost}/auth/create-workspace`
  expect(answers.map(({ headers }) => headers.location)).toEqual([door, door])
})

test('what browsers keep is named by its content, and nothing beside it is served', async () => {
  const [asset] = readdirSync(new URL('client/assets', buildFolder))
  const answer = await visit(appHost, `/assets/${asset}`)
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'max-age=31536000, immutable'])
  const beside = ['/assets/../../server/index.js', '/assets/%2e%2e/%2e%2e/server/index.js', '/assets/none.js', '/.env']
  const others = await Promise.all(beside.map((url) => visit(appHost, url)))
  expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
})

test('a page that asks for a code makes its browser known by it, and the next one is asked for by the same', async () => {
  const { email } = await newMember(acme, 'Dev')
  const asked = await post(appHost, '/auth/login', { email })
  const device = cookiesSet(asked).device!
  await owner.query(`update challenges set created_at = created_at - interval '31 seconds' where address = $1`, [email])
  const again = await post(appHost, '/auth/login', { email }, { cookie: `device=${device}` })
  const { rows } = await owner.query('select asker from challenges where address = $1', [email])
  expect([rows.map(({ asker }) => asker), cookiesSet(again).device]).toEqual([
    Array(2).fill(`device ${device.split('.')[0]}`),
    undefined,
  ])
})
