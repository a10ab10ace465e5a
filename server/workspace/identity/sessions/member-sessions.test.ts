import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/workspace/audit.ts'
import { refreshToken } from '#contract/workspace/identity.ts'
import {
  endMemberSession,
  endMemberSessions,
  listMemberSessions,
  listSessions,
  showViewer,
} from '#contract/workspace/session.ts'
import { invite } from '#contract/workspace/team.ts'
import { inIdentity } from '#server/platform/database.ts'
import { as, ask } from '#test/ask.ts'
import { acme, globex, newAccount, newMember, type Person, platform } from '#test/world.ts'
import { openSession } from './open-session.ts'

async function secondDevice(person: Person): Promise<Person> {
  const subject = { accountId: person.id }
  const pair = await inIdentity(platform.identity, (tx) =>
    openSession(platform, tx, { subject, userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0', network: '203.0.113.5' }),
  )
  return { ...person, token: pair.accessToken, refreshToken: pair.refreshToken }
}

describe('an admin', () => {
  test('sees where a member is signed in, and signs them out of one device', async () => {
    const member = await newMember(acme, 'Mia')
    const other = await secondDevice(member)
    const params = { id: member.id }
    const { items } = await as(acme.admin)(listMemberSessions, { params })
    expect(items).toMatchObject([
      { device: 'Firefox on Linux', network: '203.0.113.x', isCurrent: false },
      { device: 'vitest', isCurrent: false },
    ])
    await as(acme.admin)(endMemberSession, { params: { ...params, sessionId: items[0]!.id } })
    expect(await as(other)(showViewer, {})).toMatchObject({ status: 401 })
    expect(await as(null)(refreshToken, { body: { refreshToken: other.refreshToken } })).toMatchObject({ status: 401 })
    expect(await as(member)(showViewer, {})).toMatchObject({ id: member.id })
  })

  test('signs a member out of all devices, which the audit log tells', async () => {
    const member = await newMember(acme, 'Moe')
    const other = await secondDevice(member)
    expect(await as(acme.admin)(endMemberSessions, { params: { id: member.id } })).toEqual({})
    expect(await as(member)(showViewer, {})).toMatchObject({ status: 401 })
    expect(await as(other)(showViewer, {})).toMatchObject({ status: 401 })
    const { items } = await as(acme.admin)(listAudit, { query: { action: 'session.ended', actor: acme.admin.id } })
    expect(items[0]).toMatchObject({
      subject: { id: member.id },
      detail: { sessions: [expect.any(String), expect.any(String)] },
    })
  })

  test('who ends their own stays signed in here', async () => {
    const admin = await newMember(acme, 'Mary', 'AdminUser')
    const other = await secondDevice(admin)
    await as(admin)(endMemberSessions, { params: { id: admin.id } })
    expect(await as(other)(showViewer, {})).toMatchObject({ status: 401 })
    expect(await as(admin)(showViewer, {})).toMatchObject({ id: admin.id })
  })

  test('reaches no session of somebody who was invited and has not joined', async () => {
    const founder = await newAccount()
    const invited = await as(acme.admin)(invite, { body: { email: founder.email, role: 'TeamUser' } })
    const params = { id: invited.id }
    expect(await as(acme.admin)(listMemberSessions, { params })).toMatchObject({ code: 'member-not-found' })
    expect(await as(acme.admin)(endMemberSessions, { params })).toMatchObject({ code: 'member-not-found' })
    expect(await as(founder as Person)(showViewer, {})).toMatchObject({ id: founder.id })
  })
})

test('nobody else sees or ends them, and no session of another person is ended by this address', async () => {
  const member = await newMember(acme, 'May')
  const params = { id: member.id }
  const own = (await as(member)(listSessions, {})).items[0]!.id
  const foreign = (await as(globex.agent)(listSessions, {})).items[0]!.id
  const statuses = async (person: Person) => [
    (await ask(person, listMemberSessions, { params })).statusCode,
    (await ask(person, endMemberSession, { params: { ...params, sessionId: own } })).statusCode,
    (await ask(person, endMemberSessions, { params })).statusCode,
  ]
  expect(await statuses(acme.agent)).toEqual([403, 403, 403])
  expect(await statuses(acme.customer)).toEqual([403, 403, 403])
  expect(await statuses(globex.admin)).toEqual([404, 404, 404])
  const end = (sessionId: string) => as(acme.admin)(endMemberSession, { params: { ...params, sessionId } })
  expect(await end(foreign)).toMatchObject({ status: 404 })
  expect(await end(randomUUID())).toMatchObject({ status: 404 })
  expect(await as(member)(showViewer, {})).toMatchObject({ id: member.id })
  expect(await as(globex.agent)(showViewer, {})).toMatchObject({ id: globex.agent.id })
})
