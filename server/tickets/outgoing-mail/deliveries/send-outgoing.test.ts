import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { writeMessage } from '#contract/tickets/messages.ts'
import { createTicket, listTicketEvents, showTicket } from '#contract/tickets/tickets.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { watchRelay } from '#server/operations/health/relay-outages.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { createLimiter } from '#server/platform/http/limits.ts'
import { as } from '#test/ask.ts'
import { messagesOf, newSender } from '#test/mailed-ticket.ts'
import { loseRelay, makeTriesDue, openRelay } from '#test/relay.ts'
import { acme, globex, mailsTo, makeWorkspace, owner, platform, runJobs, type World } from '#test/world.ts'
import { queueOutgoing } from './send-outgoing.ts'

const { agent } = acme
const later = { code: 451, text: '4.3.0 Later' }
const never = { code: 550, text: '5.1.1 Nobody here' }
const relaxed = platform.limiter

/** Opens a ticket as the team. The first message is mailed to `email`. */
async function writeTo(
  email: string,
  { world = acme, ...more }: { world?: World; cc?: string[]; attachments?: string[] } = {},
) {
  const body = { subject: 'Your invoice', text: 'Hello', requester: { email }, from: 'agent' as const, ...more }
  const { id } = await as(world.agent)(createTicket, { body })
  return { id, messageId: (await messagesOf(world, id))[0]!.id }
}

const findDeliveries = async (id: string, world: World = acme) => (await messagesOf(world, id)).at(-1)!.delivery
const eventsOf = async (id: string) => (await as(agent)(listTicketEvents, { params: { id }, query: {} })).items
const eventTypesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type)

const hintsOn = async (id: string) =>
  (
    await owner.query(
      `select type, subject_type, customer_ids, member_id from live_events where subject_id = $1 and type like 'mail.%' order by id`,
      [id],
    )
  ).rows

async function tryAgain(id: string) {
  await makeTriesDue(id)
  await runJobs()
}

/** Starts a relay that refuses every mail with `refusal`. Returns the list of refused recipients. */
async function openRefusing(refusal: typeof later) {
  const tries: string[] = []
  await openRelay((recipient) => {
    tries.push(recipient)
    return refusal
  })
  return tries
}

test('a mail that is not taken is tried fifteen times more, then given up with the last reason', async () => {
  const to = newSender()
  const tries = await openRefusing(later)
  const { id, messageId } = await writeTo(to)
  await runJobs()
  expect(await findDeliveries(id)).toMatchObject({ state: 'retrying', nextTryAt: expect.any(String) })
  await owner.query('update outgoing_mails set attempts = 14 where message_id = $1', [messageId])
  await tryAgain(id)
  expect(await findDeliveries(id)).toMatchObject({ state: 'retrying', reason: { code: 'refused', answer: 'Later' } })
  expect(await eventTypesOf(id)).not.toContain('mail.failed')
  await tryAgain(id)
  expect(await findDeliveries(id)).toEqual({
    state: 'failed',
    reason: { code: 'refused', answer: 'Later' },
    nextTryAt: null,
  })
  expect((await eventTypesOf(id)).filter((type) => type === 'mail.failed')).toHaveLength(1)
  await tryAgain(id)
  expect(tries).toEqual([to, to, to])
})

test('before its time a mail is not tried again', async () => {
  const to = newSender()
  const tries = await openRefusing(later)
  const { messageId } = await writeTo(to)
  await runJobs()
  const { rows } = await owner.query('select id from outgoing_mails where message_id = $1', [messageId])
  await inWorkspace(platform.app, acme.id, (tx) => queueOutgoing(tx, rows[0].id))
  await runJobs()
  expect(tries).toEqual([to])
})

test('a mail that is refused for good is never tried again', async () => {
  const to = newSender()
  const tries = await openRefusing(never)
  const { id, messageId } = await writeTo(to)
  await runJobs()
  await tryAgain(id)
  expect(tries).toEqual([to])
  expect(await findDeliveries(id)).toEqual({ state: 'failed', reason: { code: 'unknown-address' }, nextTryAt: null })
  expect((await eventsOf(id)).filter(({ type }) => type === 'mail.failed')).toMatchObject([
    {
      ...{ actor: { type: 'system' }, old: null, cause: null },
      new: { messageId, recipient: to, reason: { code: 'unknown-address' } },
    },
  ])
})

test('a relay that is away loses no mail', async () => {
  const to = newSender()
  loseRelay()
  const { id } = await writeTo(to)
  await runJobs()
  expect(await findDeliveries(id)).toMatchObject({ state: 'retrying', reason: { code: 'server-unreachable' } })
  const taken = await openRelay()
  await tryAgain(id)
  expect(taken).toMatchObject([{ recipient: to }])
})

test('once the relay takes a mail again, all others that waited for it go at once, and those refused by a server wait on', async () => {
  const watch = () => Object.assign(platform, { mailer: watchRelay(platform.mailer, platform.identity) })
  const [first, second, other, refused] = [newSender(), newSender(), newSender(), newSender()]
  await openRefusing(later)
  const waiting = await writeTo(refused)
  await runJobs()
  loseRelay()
  watch()
  const { id } = await writeTo(first)
  await writeTo(second)
  await writeTo(other, { world: globex })
  await runJobs()
  const taken = await openRelay()
  watch()
  await tryAgain(id)
  await runJobs()
  expect(taken.map(({ recipient }) => recipient).toSorted()).toEqual([first, second, other].toSorted())
  expect(await findDeliveries(waiting.id)).toMatchObject({ state: 'retrying' })
})

test('a mail whose file the storage cannot give waits until it can', async () => {
  const [to, fileId] = [newSender(), randomUUID()]
  await owner.query(
    `insert into files (workspace_id, id, name, mime, bytes, uploader_id) values ($1, $2, 'a.txt', 'text/plain', 1, $3)`,
    [acme.id, fileId, agent.id],
  )
  const { id } = await writeTo(to, { attachments: [fileId] })
  await runJobs()
  expect(await findDeliveries(id)).toMatchObject({ state: 'retrying', reason: { code: 'not-composed' } })
  expect(await mailsTo(to)).toEqual([])
  await platform.storage.put(fileKey(acme.id, fileId), Buffer.from('x'))
  await tryAgain(id)
  expect(await findDeliveries(id)).toMatchObject({ state: 'sent' })
  expect(await mailsTo(to)).toHaveLength(1)
})

test('of several recipients the worst counts, and the others have their mail', async () => {
  const [gone, slow, fine] = [newSender(), newSender(), newSender()]
  const answers: Record<string, typeof later> = { [gone]: never, [slow]: later }
  const taken = await openRelay((recipient) => answers[recipient] ?? null)
  const { id } = await writeTo(fine, { cc: [slow] })
  await runJobs()
  expect(await findDeliveries(id)).toMatchObject({ state: 'retrying' })
  await as(agent)(writeMessage, { params: { id }, body: { text: 'All three', cc: [slow, gone] } })
  await runJobs()
  expect(await findDeliveries(id)).toMatchObject({ state: 'failed', reason: { code: 'unknown-address' } })
  expect(taken.map(({ recipient }) => recipient)).toEqual([fine, fine])
})

test('open pages of the team hear how an answer fares, customers do not', async () => {
  const answers = [later, null]
  await openRelay(() => answers.shift() ?? null)
  const { id } = await writeTo(newSender())
  await runJobs()
  await tryAgain(id)
  expect(await hintsOn(id)).toEqual(
    Array(2).fill({ type: 'mail.delivery', subject_type: 'ticket', customer_ids: [], member_id: null }),
  )
  expect((await eventTypesOf(id)).filter((type) => type.startsWith('mail.'))).toEqual([])
})

test('the history of mails is the team’s own', async () => {
  await openRelay(() => never)
  const { id } = await writeTo(acme.customer.email)
  await runJobs()
  expect(await as(acme.customer)(showTicket, { params: { id } })).toMatchObject({ id })
  expect(await as(acme.customer)(listTicketEvents, { params: { id }, query: {} })).toMatchObject({ status: 403 })
  expect(await as(globex.agent)(listTicketEvents, { params: { id }, query: {} })).toMatchObject({ status: 404 })
  expect((await hintsOn(id)).map(({ type, customer_ids: told }) => [type, told])).toEqual([
    ['mail.delivery', []],
    ['mail.failed', []],
  ])
})

test('a mail that goes through at the next try keeps no trace of the trouble', async () => {
  const answers = [later]
  await openRelay(() => answers.shift() ?? null)
  const { id, messageId } = await writeTo(newSender())
  await runJobs()
  await tryAgain(id)
  const { rows } = await owner.query(
    'select state, reason, next_try_at, attempts, sent_at is not null as is_sent from outgoing_mails where message_id = $1',
    [messageId],
  )
  expect(rows).toEqual([{ state: 'sent', reason: null, next_try_at: null, attempts: 2, is_sent: true }])
  expect(await findDeliveries(id)).toEqual({ state: 'sent', reason: null, nextTryAt: null })
})

test('what a workspace sends beyond its hour waits, and others are not held up', async () => {
  const busy = await makeWorkspace('busy-senders', 'Busy', ['Bea', 'Bob', 'Bill', 'Bo'])
  const [first, second, third, elsewhere] = [newSender(), newSender(), newSender(), newSender()]
  const strict = createLimiter(0.002)
  await writeTo(first, { world: busy })
  await writeTo(second, { world: busy })
  await runJobsWith(strict)
  const { id } = await writeTo(third, { world: busy })
  await writeTo(elsewhere)
  await runJobsWith(strict)
  const mails = await Promise.all([first, second, third, elsewhere].map(mailsTo))
  expect(mails.map(({ length }) => length)).toEqual([1, 1, 0, 1])
  expect(await findDeliveries(id, busy)).toEqual({ state: 'queued', reason: null, nextTryAt: null })

  await runJobs()
  expect(await mailsTo(third)).toEqual([])
  await runJobs({ laterSeconds: 3600 })
  expect(await mailsTo(third)).toHaveLength(1)
})

/** Uses the limiter only for the jobs, because it would also count API calls. */
async function runJobsWith(limiter: typeof relaxed) {
  platform.limiter = limiter
  onTestFinished(() => {
    platform.limiter = relaxed
  })
  await runJobs()
  platform.limiter = relaxed
}
