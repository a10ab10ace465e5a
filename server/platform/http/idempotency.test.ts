import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { endpoint, Nothing } from '#contract/endpoint.ts'
import { changeTickets } from '#contract/tickets/changes.ts'
import { register } from '#contract/workspace/identity.ts'
import { invite } from '#contract/workspace/team.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ask } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { callOf, impatientApp, ownApp } from '#test/own-app.ts'
import { freshEmail } from '#test/sign-in.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { acme, app, globex, mailsTo, newMember, owner, type Person, runJobs, settings } from '#test/world.ts'
import { serve, serveWithoutTransaction } from './serve.ts'

const { admin, agent } = acme
const impatient = await impatientApp()
const once = (key: string = randomUUID()) => ({ 'idempotency-key': key })
const inviteWith = (headers: Record<string, string>, email: string, by: Person = admin) =>
  ask(by, invite, { body: { email, role: 'TeamUser' } }, headers)

async function countMails(address: string) {
  await runJobs()
  return (await mailsTo(address)).length
}

describe('a write that carries an Idempotency-Key', () => {
  test('happens once and answers the same twice', async () => {
    const [headers, email] = [once(), freshEmail()]
    const [first, second] = [await inviteWith(headers, email), await inviteWith(headers, email)]
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true'])
    expect(await countMails(email)).toBe(1)
  })

  test('happens once where both come at the same time', async () => {
    const [headers, email] = [once(), freshEmail()]
    const answers = await Promise.all([inviteWith(headers, email), inviteWith(headers, email)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(answers[1]!.json()).toEqual(answers[0]!.json())
    expect(await countMails(email)).toBe(1)
  })

  test('is refused where the key was used for something else', async () => {
    const [headers, email] = [once(), freshEmail()]
    await inviteWith(headers, email)
    const other = await inviteWith(headers, freshEmail())
    expect(other.json()).toMatchObject({ status: 422, code: 'key-reused' })
    const elsewhere = await ask(
      admin,
      changeTickets,
      { body: { ids: [randomUUID()], changes: { spam: true } } },
      headers,
    )
    expect(elsewhere.json()).toMatchObject({ status: 422, code: 'key-reused' })
  })

  test('is another one than that of somebody else under the same key', async () => {
    const headers = once()
    const [colleague, emails] = [await newMember(acme, 'Cal', 'AdminUser'), [freshEmail(), freshEmail(), freshEmail()]]
    const answers = [
      await inviteWith(headers, emails[0]!),
      await inviteWith(headers, emails[1]!, colleague),
      await inviteWith(headers, emails[2]!, globex.admin),
    ]
    expect(answers.map((answer) => answer.json().email)).toEqual(emails)
  })

  test('may be tried again after it was refused', async () => {
    const [headers, email] = [once(), freshEmail()]
    expect((await inviteWith(headers, agent.email)).json()).toMatchObject({ status: 409, code: 'already-member' })
    expect((await inviteWith(headers, email)).statusCode).toBe(201)
  })

  test('has a key of 255 characters at most', async () => {
    expect((await inviteWith(once('k'.repeat(255)), freshEmail())).statusCode).toBe(201)
    expect((await inviteWith(once('k'.repeat(256)), freshEmail())).json()).toMatchObject({
      status: 400,
      code: 'invalid',
    })
  })
})

describe('a change of many tickets that carries one', () => {
  const change = (ids: string[], headers: Record<string, string>) =>
    ask(agent, changeTickets, { body: { ids, changes: { addTags: ['once'] } } }, headers)
  const revisionOf = async (id: string) =>
    (await owner.query('select revision from tickets where id = $1', [id])).rows[0].revision

  /** Runs `work` while another transaction locks the ticket. */
  async function holding<T>(id: string, work: () => Promise<T>): Promise<T> {
    const holder = await owner.connect()
    await holder.query('begin')
    await holder.query('select from tickets where id = $1 for update', [id])
    return work().finally(() => holder.query('rollback').finally(() => holder.release()))
  }

  test('is still at work when it comes again, and then answers the same', async () => {
    const [{ id }, headers] = [await newTicket(acme), once()]
    const first = await holding(id, async () => {
      const asked = change([id], headers)
      await untilWaiting(1)
      const again = await change([id], headers)
      expect([again.json().code, again.headers['retry-after']]).toEqual(['still-at-work', '1'])
      return { asked }
    })
    const [done, repeated] = [await first.asked, await change([id], headers)]
    expect([done.statusCode, repeated.statusCode, repeated.headers['idempotent-replayed']]).toEqual([201, 201, 'true'])
    expect(repeated.json()).toEqual(done.json())
  })

  test('may be tried again once it failed', async () => {
    const [{ id }, headers] = [await newTicket(acme), once()]
    const before = await revisionOf(id)
    const body = { ids: [id], changes: { addTags: ['once'] } }
    const failed = await holding(id, () => callOf(impatient)(changeTickets, { token: agent.token, body, headers }))
    expect(failed.json()).toMatchObject({ status: 503, code: 'unavailable' })
    expect((await change([id], headers)).statusCode).toBe(201)
    await change([id], headers)
    expect(await revisionOf(id)).toBe(before + 1)
  })
})

describe('a refusal that keeps what was written', () => {
  const writing = { method: 'POST', for: ['key'], scope: 'tickets:write', counts: 'write', needs: [] } as const
  const whole = endpoint({ ...writing, path: '/api/v1/own-whole', summary: 'Refuses', answer: Nothing })
  const apart = endpoint({ ...writing, path: '/api/v1/own-apart', summary: 'Refuses', answer: Nothing })

  test.each([
    ['in one transaction', whole],
    ['apart', apart],
  ])('is refused again when the call is repeated: %s', async (_, refusing) => {
    const own = await ownApp((server) => {
      serve(server, whole, async () => new Refusal('ticket-closed'))
      serveWithoutTransaction(server, apart, async () => new Refusal('ticket-closed'))
    })
    const [token, headers] = [await newKey(acme, ['tickets:write']), once()]
    const asked = [await callOf(own)(refusing, { token, headers }), await callOf(own)(refusing, { token, headers })]
    expect(asked.map((answer) => answer.json().code)).toEqual(['ticket-closed', 'ticket-closed'])
  })
})

test('who signs in has no key to repeat by', async () => {
  const headers = once()
  const [one, other] = [freshEmail(), freshEmail()]
  const answers = [
    await ask(null, register, { body: { email: one } }, headers),
    await ask(null, register, { body: { email: other } }, headers),
  ]
  expect(answers.map((answer) => answer.json().status)).toEqual(['emailsent', 'emailsent'])
  expect([await countMails(one), await countMails(other)]).toEqual([1, 1])
})

test('uploads are new each time', async () => {
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="log.txt"\r\n\r\na line\r\n--x--\r\n'
  const form = { authorization: `Bearer ${agent.token}`, 'content-type': 'multipart/form-data; boundary=x' }
  const headers = { host: settings.apiHost, ...form, ...once() }
  const upload = () => app.inject({ method: 'POST', url: '/api/v1/files', headers, payload: part })
  const ids = [await upload(), await upload()].map((answer) => answer.json().items[0].id)
  expect(ids[0]).not.toBe(ids[1])
})
