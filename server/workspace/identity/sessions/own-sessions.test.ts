import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { refreshToken, refreshTokenCustomer } from '#contract/workspace/identity.ts'
import {
  endCurrentSession,
  endOtherSessions,
  endSession,
  listSessions,
  showViewer,
} from '#contract/workspace/session.ts'
import { inIdentity } from '#server/platform/database.ts'
import { as, ask } from '#test/ask.ts'
import { newFounder } from '#test/sign-in.ts'
import { acme, globex, newCustomer, newMember, owner, type Person, platform } from '#test/world.ts'
import { openSession } from './open-session.ts'
import { describeDevice } from './own-sessions.ts'

const nobody = as(null)
const view = (person: Person) => as(person)(showViewer, {})

/** Signs in the same person at another browser. */
async function elsewhere(person: Person, { userAgent = 'vitest', network = '127.0.0.1' } = {}): Promise<Person> {
  const isTeam = person.email.endsWith(`${person.domain}.test`)
  const subject = isTeam ? { accountId: person.id } : { workspaceId: person.workspaceId, customerId: person.id }
  const pair = await inIdentity(platform.identity, (tx) => openSession(platform, tx, { subject, userAgent, network }))
  return { ...person, token: pair.accessToken, refreshToken: pair.refreshToken }
}

async function signInTimes(count: number, person: Person) {
  for (let turn = 0; turn < count; turn += 1) await elsewhere(person)
}

/** Ends one of the lifetimes of a session now, because a test cannot wait for it. */
const moveLife = (person: Person, column: 'idle_expires_at' | 'absolute_expires_at') =>
  owner.query(`update sessions set ${column} = now() where id = $1`, [sessionIdOf(person)])

const sessionIdOf = ({ token }: Person): string =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid

const renew = (person: Person) => nobody(refreshToken, { body: { refreshToken: person.refreshToken } })

describe('the own sessions', () => {
  test('are listed newest first, with the device and roughly where, and nobody else’s', async () => {
    const member = await newMember(acme, 'Sid')
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
    const other = await elsewhere(member, { userAgent, network: '203.0.113.77' })
    const { items, next } = await as(other)(listSessions, {})
    expect(items).toMatchObject([
      { device: 'Chrome on Windows', network: '203.0.113.x', isCurrent: true },
      { device: 'vitest', network: '127.0.0.x', isCurrent: false },
    ])
    expect([items.length, next]).toEqual([2, null])
    expect(JSON.stringify(items)).not.toContain('203.0.113.77')
  })

  test('end one by one, from the next call on, with their refresh tokens', async () => {
    const member = await newMember(acme, 'Sal')
    const other = await elsewhere(member)
    const { items } = await as(member)(listSessions, {})
    const id = items.find(({ isCurrent }) => !isCurrent)!.id
    expect(await as(member)(endSession, { params: { id } })).toEqual({})
    expect(await view(other)).toMatchObject({ status: 401 })
    expect(await renew(other)).toMatchObject({ status: 401 })
    expect(await view(member)).toMatchObject({ id: member.id })
    expect(await as(member)(endSession, { params: { id } })).toMatchObject({ status: 404 })
  })

  test('end all at once but for this one, and those of others go on', async () => {
    const [member, bystander] = [await newMember(acme, 'Sue'), await newMember(acme, 'Sam')]
    const others = [await elsewhere(member), await elsewhere(member)]
    expect(await as(member)(endOtherSessions, {})).toEqual({})
    const [first, second] = [await view(others[0]!), await view(others[1]!)]
    expect([first.status, second.status]).toEqual([401, 401])
    expect(await view(member)).toMatchObject({ id: member.id })
    expect(await view(bystander)).toMatchObject({ id: bystander.id })
  })

  test('are twenty at most, and the oldest goes first', async () => {
    const member = await newMember(acme, 'Sia')
    const second = await elsewhere(member)
    await signInTimes(19, member)
    expect(await view(member)).toMatchObject({ status: 401 })
    expect((await as(second)(listSessions, {})).items).toHaveLength(20)
  })

  test.each([
    ['a customer', () => newCustomer(acme, 'Cas')],
    ['a founder without a workspace', () => newFounder()],
  ])('are those of %s, too', async (_, make) => {
    const person = await make()
    const { items } = await as(person)(listSessions, {})
    expect(items).toMatchObject([{ isCurrent: true }])
    expect(await as(person)(endCurrentSession, {})).toEqual({})
    expect(await view(person)).toMatchObject({ status: 401, code: 'not-signed-in' })
  })

  test('end by nobody else’s hand', async () => {
    const customer = await newCustomer(acme, 'Cia')
    const { items } = await as(customer)(listSessions, {})
    const params = { id: items[0]!.id }
    const strangers = [acme.admin, acme.otherCustomer, globex.admin, globex.customer]
    const answers = await Promise.all(strangers.map((person) => ask(person, endSession, { params })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
    expect(await view(customer)).toMatchObject({ id: customer.id })
  })

  test('are named by an id, and one that nobody has is not found', async () => {
    expect(await as(acme.agent)(endSession, { params: { id: 'mine' } })).toMatchObject({ code: 'invalid' })
    expect(await as(acme.agent)(endSession, { params: { id: randomUUID() } })).toMatchObject({ code: 'not-found' })
  })

  test('leave a line of their end in the history of the workspace', async () => {
    const member = await newMember(acme, 'Sky')
    const id = sessionIdOf(member)
    await as(member)(endCurrentSession, {})
    const { rows } = await owner.query('select workspace_id, action, detail from audit_log where actor_id = $1', [
      member.id,
    ])
    expect(rows).toEqual([{ workspace_id: acme.id, action: 'session.ended', detail: { sessions: [id] } }])
  })
})

describe('a session ends by itself', () => {
  test.each(['idle_expires_at', 'absolute_expires_at'] as const)(
    'at its %s, the refresh token with it',
    async (column) => {
      const member = await newMember(acme, 'Ivy')
      await moveLife(member, column)
      expect(await view(member)).toMatchObject({ status: 401, code: 'not-signed-in' })
      expect(await renew(member)).toMatchObject({ status: 401, code: 'not-signed-in' })
    },
  )

  test('and is not prolonged beyond its whole life by refreshing', async () => {
    const member = await newMember(acme, 'Ike')
    const endOf = async () =>
      (await owner.query('select absolute_expires_at from sessions where id = $1', [sessionIdOf(member)])).rows
    const before = await endOf()
    await renew(member)
    expect(await endOf()).toEqual(before)
  })
})

describe('a refresh token', () => {
  test('of a customer is none of the team’s, nor the other way round', async () => {
    const [customer, member] = [await newCustomer(acme, 'Ron'), await newMember(acme, 'Roy')]
    expect(await nobody(refreshToken, { body: { refreshToken: customer.refreshToken } })).toMatchObject({ status: 401 })
    expect(await nobody(refreshTokenCustomer, { body: { refreshToken: member.refreshToken } })).toMatchObject({
      status: 401,
    })
  })

  test.each(['', 'made-up', randomUUID(), 'x'.repeat(200)])('that is %j opens nothing', async (token) => {
    expect(await nobody(refreshToken, { body: { refreshToken: token } })).toMatchObject({ status: 401 })
    expect(await nobody(refreshTokenCustomer, { body: { refreshToken: token } })).toMatchObject({ status: 401 })
  })

  test('is no access token, nor the other way round', async () => {
    const member = await newMember(acme, 'Rue')
    expect(await view({ ...member, token: member.refreshToken })).toMatchObject({ status: 401 })
    expect(await nobody(refreshToken, { body: { refreshToken: member.token.slice(0, 200) } })).toMatchObject({
      status: 401,
    })
  })

  test('is kept as a hash that nobody can use', async () => {
    const member = await newMember(acme, 'Rex')
    const { rows } = await owner.query('select * from refresh_tokens where session_id = $1', [sessionIdOf(member)])
    expect(JSON.stringify(rows)).not.toContain(member.refreshToken)
    expect(rows[0].hash).toEqual(createHash('sha256').update(member.refreshToken).digest())
  })
})

test.each([
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605 Version/18 Safari/605', 'Safari on macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iOS'],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown program'],
  [`${'a'.repeat(300)}`, 'a'.repeat(40)],
])('the program %j is called %s', (userAgent, name) => {
  expect(describeDevice(userAgent)).toBe(name)
})
