import { expect, test } from 'vitest'
import { listSuspendedMails, recoverMail } from '#contract/tickets/messages.ts'
import { listTicketViews } from '#contract/tickets/views.ts'
import { as, ask } from '#test/ask.ts'
import { decisionsOn, mailIn, rawMailIn, supportOf } from '#test/mail-in.ts'
import { newMessageId } from '#test/mailed-ticket.ts'
import { acme, globex, makeWorkspace, owner, type World } from '#test/world.ts'

let count = 0
const newWorld = () => makeWorkspace(`suspended-${++count}`, 'Suspended', ['Sue', 'Sam', 'Sid', 'Sol'])
const listOf = ({ agent }: World, query: { limit?: string; cursor?: string } = {}) =>
  as(agent)(listSuspendedMails, { query })

const insertSuspended = async ({ id }: World, subject: string, receivedAt: string) => {
  const { rows } = await owner.query(
    `insert into inbound_mails (workspace_id, address, dedup_key, bytes, state, subject, decision, received_at)
     values ($1, 'support@x', $2, 1, 'suspended', $2, '{"code": "no-sender"}', $3) returning id`,
    [id, subject, receivedAt],
  )
  return rows[0].id
}

test('a suspended mail is listed with what one needs to judge it', async () => {
  const world = await newWorld()
  const messageId = newMessageId()
  await rawMailIn(
    `From: Loop <${supportOf(world)}>\r\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\nMessage-ID: ${messageId}\r\n\r\nHi`,
    supportOf(world),
  )
  const [{ id } = { id: '' }] = await decisionsOn(messageId)
  expect(await listOf(world)).toEqual({
    items: [
      {
        ...{ id, address: supportOf(world), from: supportOf(world), subject: 'Grüße', cause: { code: 'own-mail' } },
        ...{ bytes: expect.any(Number), receivedAt: expect.any(String) },
        authentication: { from: supportOf(world), sender: 'silent', by: 'nobody', checks: [] },
        sourceUrl: expect.stringContaining('/source/'),
      },
    ],
    next: null,
  })
})

test('one without a From or a return path is listed, although it names no sender', async () => {
  const world = await newWorld()
  const head = `Subject: Out of office\r\nMessage-ID: ${newMessageId()}\r\nAuto-Submitted: auto-replied`
  await rawMailIn(`${head}\r\n\r\nAway`, supportOf(world), '')
  expect((await listOf(world)).items).toMatchObject([{ from: '', cause: { code: 'no-sender' } }])
})

test('the list goes page by page to its end, also where mails came at the same moment', async () => {
  const world = await newWorld()
  const at = '2030-01-01 10:00:00.123456+00'
  const same = [await insertSuspended(world, 'B', at), await insertSuspended(world, 'C', at)].sort().reverse()
  const newest = await insertSuspended(world, 'A', '2030-01-01 10:00:00.123457+00')
  const oldest = await insertSuspended(world, 'D', '2030-01-01 09:00:00+00')
  const first = await listOf(world, { limit: '2' })
  const second = await listOf(world, { limit: '2', cursor: first.next! })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([newest, ...same, oldest])
  expect(second.next).toBeNull()
  const last = await listOf(world, { limit: '3' })
  expect((await listOf(world, { limit: '3', cursor: last.next! })).items.map(({ id }) => id)).toEqual([oldest])
})

test('a cursor leads nobody to another workspace’s mails', async () => {
  const [world, other] = [await newWorld(), await newWorld()]
  await insertSuspended(world, 'Mine', '2030-01-02 10:00:00+00')
  await insertSuspended(world, 'Mine too', '2030-01-01 10:00:00+00')
  const { next } = await listOf(world, { limit: '1' })
  await insertSuspended(other, 'Theirs', '2029-01-01 10:00:00+00')
  expect((await listOf(other, { cursor: next! })).items).toMatchObject([{ subject: 'Theirs' }])
})

const id = '01890000-0000-7000-8000-000000000000'

test.each([
  ['no base64 of ours', 'x'],
  ['no time', `yesterday|${id}`],
  ['no id', '2030-01-01 10:00:00+00|1'],
  ['an id of dashes', `2030-01-01 10:00:00+00|${'-'.repeat(36)}`],
  ['a day that no calendar has', `2030-02-31 10:00:00+00|${id}`],
  ['a time that no clock has', `9999-99-99 99:99:99+00|${id}`],
])('a cursor with %s is not taken', async (_, written) => {
  const cursor = Buffer.from(written).toString('base64url')
  expect(await listOf(acme, { cursor })).toMatchObject({ status: 400, code: 'invalid' })
})

test('all of the team read the list, customers and visitors do not', async () => {
  const world = await newWorld()
  await insertSuspended(world, 'Secret', '2030-01-01 10:00:00+00')
  const asked = [world.admin, world.agent, world.customer, null].map((person) =>
    ask(person, listSuspendedMails, { query: {} }),
  )
  const answers = await Promise.all(asked)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 403, 401])
  expect(answers.map(({ body }) => body.includes('Secret'))).toEqual([true, true, false, false])
})

test('open pages of the team hear of a suspended mail, and the view counts it until it is recovered', async () => {
  const world = await newWorld()
  const messageId = newMessageId()
  const countOf = async () => {
    const { items } = await as(world.agent)(listTicketViews, {})
    return items.find((view) => view.id === 'suspended')!.count
  }
  await mailIn({ from: supportOf(world), to: supportOf(world), subject: 'Loop', text: 'Loop', messageId })
  const [decided] = await decisionsOn(messageId)
  const { rows } = await owner.query(
    `select type, subject_type, subject_id, customer_ids, member_id from live_events where workspace_id = $1`,
    [world.id],
  )
  expect(rows).toEqual([
    {
      ...{ type: 'mail.suspended', subject_type: 'inbound-mail', subject_id: decided!.id },
      ...{ customer_ids: [], member_id: null },
    },
  ])
  expect(await countOf()).toBe(1)
  await as(world.agent)(recoverMail, { params: { id: decided!.id } })
  expect([await countOf(), (await listOf(world)).items]).toEqual([0, []])
})

test('a mail that was accepted is in no such list', async () => {
  const world = await newWorld()
  await mailIn({ from: 'a@example.org', to: supportOf(world), subject: 'Fine', text: 'Fine' })
  expect((await listOf(world)).items).toEqual([])
  expect((await listOf(globex)).items.map(({ subject }) => subject)).not.toContain('Fine')
})
