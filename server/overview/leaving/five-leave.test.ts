import { expect, test } from 'vitest'
import { showMemberWork } from '#contract/overview/leaving.ts'
import { exportAudit, listAudit } from '#contract/workspace/audit.ts'
import * as identity from '#contract/workspace/identity.ts'
import { changeMember } from '#contract/workspace/team.ts'
import { as, ask } from '#test/ask.ts'
import { codeOf } from '#test/sign-in.ts'
import { app, makeWorkspace, newMember, owner, type Person, runJobs, settings } from '#test/world.ts'

const team = await makeWorkspace('thirty', 'Thirty', ['Tara', 'Theo', 'Tess', 'Tim'])
const { admin } = team
const people: Person[] = []
for (let number = 1; number <= 30; number += 1) people.push(await newMember(team, `Person${number}`))
const work = ({ id }: Person) => as(admin)(showMemberWork, { params: { id } })

/** Sends a POST request. All requests come from the same IP address, as in an office. */
const post = async (path: string, payload: object) =>
  (
    await app.inject({
      ...{ method: 'POST', url: path, headers: { host: settings.apiHost }, payload },
      remoteAddress: '203.0.113.90',
    })
  ).json()

test('thirty members sign in from one address', async () => {
  const { limitFactor } = settings
  Object.assign(settings, { limitFactor: 1 })
  for (const { email } of people)
    expect(await post(identity.login.path, { email })).toMatchObject({ status: 'emailsent' })
  for (const { id, email } of people)
    expect(await post(identity.validateLogin.path, { userGuidId: id, code: await codeOf(email) })).toMatchObject({
      message: 'LoginSuccess',
    })
  Object.assign(settings, { limitFactor })
})

test('five leave at the same time with two hundred tickets between them, and the audit log tells it', async () => {
  const [leavers, heirs] = [people.slice(0, 5), people.slice(5, 9)]
  const customer = team.customer.id
  for (const [index, { id }] of leavers.entries())
    await owner.query(
      `insert into tickets (workspace_id, id, number, subject, requester_id, assignee_id, channel, status)
       select $1, gen_random_uuid(), $4::int + n, 'Of a leaver', $2, $3, 'email', 'open' from generate_series(1, 40) n`,
      [team.id, customer, id, 100_000 + index * 100],
    )
  const left = await Promise.all(
    leavers.map(({ id }, index) =>
      as(admin)(changeMember, { params: { id }, body: { isActive: false, ticketsTo: heirs[index]?.id ?? null } }),
    ),
  )
  expect(left.map(({ status }) => status)).toEqual(Array(5).fill('deactivated'))
  await runJobs()
  await runJobs()
  const open = async (whose: Person[]) => (await Promise.all(whose.map(work))).map(({ openTickets }) => openTickets)
  expect([await open(leavers), await open(heirs)]).toEqual([
    [0, 0, 0, 0, 0],
    [40, 40, 40, 40],
  ])
  const { items } = await as(admin)(listAudit, { query: { action: 'member.changed', limit: 100 } })
  expect(items.filter(({ detail }) => 'handedOver' in detail)).toHaveLength(4)
  const { body } = await ask(admin, exportAudit, { query: { action: 'member.changed' } })
  const lines = body.trim().split('\r\n').slice(1)
  expect(lines).toHaveLength(5)
  expect(lines.filter((line) => line.includes('Person6 Test'))).toHaveLength(1)
  const signIns = await as(admin)(listAudit, {
    query: { action: 'sign-in.succeeded', network: '203.0.113.90', limit: 100 },
  })
  expect(signIns.items).toHaveLength(30)
})
