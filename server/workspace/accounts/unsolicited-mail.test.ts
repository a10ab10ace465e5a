import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { listMessages, showDraft, writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, createTicket, listTicketEvents } from '#contract/tickets/tickets.ts'
import { invite } from '#contract/workspace/team.ts'
import type { MailBounds } from '#server/platform/database/connect.ts'
import { as, ask } from '#test/ask.ts'
import { mailIn, supportOf, ticketOf, vouchedFor } from '#test/mail-in.ts'
import { newMessageId } from '#test/mailed-ticket.ts'
import { app, globex, mailsTo, makeWorkspace, owner, platform, runJobs, type World } from '#test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorkspace(`new-${randomUUID().slice(0, 8)}`, 'New', ['Nora', 'Ned', 'Nils', 'Nina'])
})

const stranger = () => `${randomUUID()}@never-wrote.test`

/** Sets limits for unsolicited mails until the test ends. */
function bound(bounds: Partial<MailBounds>) {
  const before = { ...platform.mailBounds }
  Object.assign(platform.mailBounds, bounds)
  onTestFinished(() => void Object.assign(platform.mailBounds, before))
}

type Writing = { to?: string; by?: World; key?: string; cc?: string[]; sendAt?: string }

const writeTo = ({ to = stranger(), by = world, key, ...more }: Writing = {}) =>
  ask(
    by.agent,
    createTicket,
    { body: { subject: 'An offer', text: 'Hello', requester: { email: to }, from: 'agent', ...more } },
    key ? { 'idempotency-key': key } : {},
  )

const codeOf = (answer: Awaited<ReturnType<typeof writeTo>>): string => answer.json().code ?? 'sent'

async function countedOf({ id }: World): Promise<number> {
  const { rows } = await owner.query('select sent from unsolicited_mails where workspace_id = $1', [id])
  return rows[0]?.sent ?? 0
}

const reply = (id: string, body: object = {}) =>
  as(world.agent)(writeMessage, { params: { id }, body: { text: 'An answer', ...body } })

/** Sends a mail with these headers to the workspace, and returns the ticket that the mail opened. */
async function ticketBy(from: string, headers: Record<string, string>) {
  const messageId = newMessageId()
  await mailIn({ from, to: supportOf(world), subject: 'Help', text: 'It broke.', messageId, headers })
  return ticketOf(messageId)
}

describe('mail to people who never wrote', () => {
  test('goes to as many as a workspace may mail in its first week, however many ask at once', async () => {
    bound({ newWorkspace: 5, workspace: 1000 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => writeTo()))
    expect(answers.map(codeOf).filter((code) => code === 'sent')).toHaveLength(5)
    expect(answers.map(codeOf).filter((code) => code === 'too-many-unsolicited')).toHaveLength(7)
    expect(await countedOf(world)).toBe(5)
    const { rows } = await owner.query('select count(*)::int as mails from outgoing_mails where workspace_id = $1', [
      world.id,
    ])
    expect(rows).toEqual([{ mails: 5 }])
  })

  test('is refused in a sentence, with the time to wait, and opens no ticket', async () => {
    bound({ newWorkspace: 0 })
    const answer = await writeTo()
    expect(answer.statusCode).toBe(429)
    expect(answer.json().detail).toMatch(/reached its daily limit of mails to new people/)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    const { rows } = await owner.query('select from tickets where workspace_id = $1', [world.id])
    expect(rows).toEqual([])
  })

  test('is bounded by another number after the first week', async () => {
    bound({ newWorkspace: 0, workspace: 1 })
    await owner.query(`update workspaces set created_at = now() - interval '8 days' where id = $1`, [world.id])
    expect([codeOf(await writeTo()), codeOf(await writeTo())]).toEqual(['sent', 'too-many-unsolicited'])
  })

  test('is bounded for all workspaces together', async () => {
    const { rows } = await owner.query('select count_unsolicited_mails()::int as sent')
    bound({ installation: rows[0].sent + 3 })
    const answers = await Promise.all([world, globex, world, globex, world, globex].map((by) => writeTo({ by })))
    expect(answers.map(codeOf).sort()).toEqual([
      ...['sent', 'sent', 'sent'],
      ...['too-many-unsolicited-of-all', 'too-many-unsolicited-of-all', 'too-many-unsolicited-of-all'],
    ])
    const { rows: after } = await owner.query('select count_unsolicited_mails()::int as sent')
    expect(after[0].sent).toBe(rows[0].sent + 3)
    expect(await countedOf(world)).toBeLessThanOrEqual(3)
  })

  test('counts everybody in copy, and each reply again', async () => {
    bound({ newWorkspace: 4 })
    const { id } = (await writeTo({ cc: [stranger()] })).json()
    expect(await countedOf(world)).toBe(2)
    await reply(id)
    expect(await countedOf(world)).toBe(4)
    expect(await reply(id)).toMatchObject({ status: 429, code: 'too-many-unsolicited' })
    expect(await countedOf(world)).toBe(4)
  })

  test('counts once under one Idempotency-Key, and one that was refused may go later', async () => {
    bound({ newWorkspace: 1 })
    const [key, other] = [randomUUID(), randomUUID()]
    const to = stranger()
    expect([codeOf(await writeTo({ to, key })), codeOf(await writeTo({ to, key }))]).toEqual(['sent', 'sent'])
    expect(codeOf(await writeTo({ key: other, to }))).toBe('too-many-unsolicited')
    bound({ newWorkspace: 2 })
    expect(codeOf(await writeTo({ key: other, to }))).toBe('sent')
    expect(await countedOf(world)).toBe(2)
  })

  test('counts an answer to what the team wrote down for somebody', async () => {
    bound({ newWorkspace: 0 })
    const body = { subject: 'On the phone', text: 'They asked', requester: { email: stranger() } }
    const { id } = await as(world.agent)(createTicket, { body })
    expect(await reply(id)).toMatchObject({ code: 'too-many-unsolicited' })
    await as(world.agent)(changeTicket, { params: { id }, body: { priority: 'high' } })
    expect(
      await as(world.agent)(writeMessage, { params: { id }, body: { text: 'A note', kind: 'note' } }),
    ).toMatchObject({ kind: 'note' })
  })

  test('counts invitations', async () => {
    bound({ newWorkspace: 1 })
    const inviteOne = () => as(world.admin)(invite, { body: { email: stranger(), role: 'TeamUser' } })
    expect(await inviteOne()).toMatchObject({ status: 'invited' })
    expect(await inviteOne()).toMatchObject({ status: 429, code: 'too-many-unsolicited' })
    const { rows } = await owner.query(`select from members where workspace_id = $1 and status = 'invited'`, [world.id])
    expect(rows).toHaveLength(1)
  })

  test('waits among its like, so that it keeps no other mail waiting', async () => {
    const [to, wrote] = [stranger(), `${randomUUID()}@wrote.test`]
    const id = await ticketBy(wrote, vouchedFor(wrote))
    await writeTo({ to })
    await reply(id)
    const { rows } = await owner.query(
      `select o.recipient, j.task_identifier as task from outgoing_mails o
       join graphile_worker.jobs j on j.key = 'mail.send ' || o.id where o.workspace_id = $1 order by o.created_at`,
      [world.id],
    )
    expect(rows).toEqual([
      { recipient: to, task: 'mail.send-unsolicited' },
      { recipient: wrote, task: 'mail.send' },
    ])
    await runJobs()
    expect(await mailsTo(to)).toHaveLength(1)
    expect((await mailsTo(wrote)).length).toBeGreaterThan(0)
  })
})

describe('a reply that is held', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

  test('is refused where it could not go now', async () => {
    bound({ newWorkspace: 0 })
    expect(codeOf(await writeTo({ sendAt: inAnHour() }))).toBe('too-many-unsolicited')
  })

  test('counts when it goes, and returns to its draft where it may not', async () => {
    bound({ newWorkspace: 1 })
    const { id } = (await writeTo({ sendAt: inAnHour() })).json()
    expect(await countedOf(world)).toBe(0)
    await writeTo()
    await owner.query(`update messages set send_at = now() where ticket_id = $1`, [id])
    await runJobs({ laterSeconds: 3600 })

    expect(await countedOf(world)).toBe(1)
    expect((await as(world.agent)(listMessages, { params: { id }, query: {} })).items).toEqual([])
    expect(await as(world.agent)(showDraft, { params: { id } })).toMatchObject({
      draft: { html: expect.stringContaining('Hello') },
    })
    const { items } = await as(world.agent)(listTicketEvents, { params: { id }, query: {} })
    expect(items).toContainEqual(expect.objectContaining({ type: 'message.taken-back', cause: 'too-many-unsolicited' }))
  })
})

describe('an answer to somebody who wrote', () => {
  beforeEach(() => bound({ newWorkspace: 0 }))

  test('is not counted where their domain vouches for the mail', async () => {
    const from = `${randomUUID()}@wrote.test`
    expect(await reply(await ticketBy(from, vouchedFor(from)))).toMatchObject({ kind: 'reply' })
    expect(codeOf(await writeTo({ to: from }))).toBe('sent')
    expect(await countedOf(world)).toBe(0)
  })

  test('is not counted where they proved their address to this workspace', async () => {
    expect(codeOf(await writeTo({ to: world.customer.email }))).toBe('sent')
    expect(codeOf(await writeTo({ to: globex.customer.email }))).toBe('too-many-unsolicited')
  })

  test.each([
    ['nobody vouches for', () => ({})],
    ['its domain disowns', (from: string) => failedFor(from)],
    ['a machine wrote', (from: string) => ({ ...vouchedFor(from), 'Auto-Submitted': 'auto-replied' })],
    ['names another to be answered', (from: string) => ({ ...vouchedFor('x@forger.test'), 'Reply-To': from })],
  ])('is counted where all there is of them is a mail that %s', async (_, headersOf) => {
    const victim = `${randomUUID()}@victim.test`
    const headers = headersOf(victim)
    const isForAnother = 'Reply-To' in headers
    const id = await ticketBy(isForAnother ? 'x@forger.test' : victim, headers)
    expect(await reply(id)).toMatchObject({ status: 429, code: 'too-many-unsolicited' })
  })

  test('is not counted once they bring back what only they were given', async () => {
    const from = `${randomUUID()}@silent.test`
    const id = await ticketBy(from, {})
    bound({ newWorkspace: 1 })
    await reply(id)
    await runJobs()
    const [answer] = await mailsTo(from)
    await mailIn({
      ...{ from, to: answer!.replyTo, subject: `Re: ${answer!.subject}`, text: 'Thank you, it is dark still.' },
      ...{ messageId: newMessageId(), inReplyTo: answer!.messageId, references: answer!.messageId },
    })
    await reply(id)
    await reply(id)
    expect(await countedOf(world)).toBe(1)
  })
})

const failedFor = (from: string) => ({
  'Authentication-Results': `relay.test; dmarc=fail header.from=${from.slice(from.indexOf('@') + 1)}`,
})

test('the operator reads how many went today and how many were refused, of no workspace by itself', async () => {
  bound({ newWorkspace: 1 })
  const read = async (name: string) => {
    const { body } = await app.inject({ url: '/metrics' })
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)![1])
  }
  const [sent, refused] = [await read('unsolicited_mails_today'), await read('unsolicited_mails_refused_total')]
  await writeTo()
  await writeTo()
  expect(await read('unsolicited_mails_today')).toBe(sent + 1)
  expect(await read('unsolicited_mails_refused_total')).toBe(refused + 1)
})
