import { afterEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { listSuspendedMails, recoverMail, showMailOfMessage } from '#contract/tickets/messages.ts'
import { mailKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { as } from '#test/ask.ts'
import { decisionsOn, mailIn, sendMail, supportOf } from '#test/mail-in.ts'
import { messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { storedKeys } from '#test/stored-keys.ts'
import { acme, globex, owner, platform, runJobs, type World } from '#test/world.ts'

const { agent } = acme

/** Queues a job as the timetable does, and runs it. */
async function runNamed(name: 'mail.forget-old' | 'mail.retry-forgotten') {
  await inWorkspace(platform.app, acme.id, (tx) => enqueue(tx, { name, payload: z.object({}) }, {}))
  await runJobs()
}

/** Creates a mail that was decided and is `age` old. */
async function oldMail(age: string, world: World = acme, headers: Record<string, string> = {}) {
  const messageId = newMessageId()
  await mailIn({ from: newSender(), to: supportOf(world), subject: 'Old', text: 'Old', messageId, headers })
  return { ...(await makeOld(messageId, age)), mailId: messageId }
}

/** Creates a mail that is `age` old and has no decision, because its job was lost. */
async function lostMail(age: string) {
  const messageId = newMessageId()
  await sendMail({ from: newSender(), to: supportOf(acme), subject: 'Lost', text: 'Lost', messageId })
  await owner.query(`delete from graphile_worker._private_jobs where key like 'mail.decide %'`)
  await runJobs()
  await makeOld(messageId, age)
  return messageId
}

async function makeOld(messageId: string, age: string) {
  const [decided] = await decisionsOn(messageId)
  await owner.query('update inbound_mails set received_at = received_at - $2::interval where id = $1', [
    ...[decided!.id, age],
  ])
  return decided!
}

const isKept = async ({ id }: { id: string }, world: World = acme) =>
  (await storedKeys(world.id, 'mails')).includes(mailKey(world.id, id))

const ownMark = { 'X-Startup-Tools-Loop': acme.id }

test('the source of a mail goes after 30 days, and what it said stays on its ticket', async () => {
  const old = await oldMail('31 days')
  await runNamed('mail.forget-old')
  const [message] = await messagesOf(acme, old.ticketId!)
  expect(message).toMatchObject({ bodyText: 'Old' })
  expect(await as(agent)(showMailOfMessage, { params: { id: old.ticketId!, messageId: message!.id } })).toMatchObject({
    ...{ sourceUrl: null, originalUrl: null, decision: { code: 'opened-ticket' } },
  })
  expect(await isKept(old)).toBe(false)
})

test('a suspended mail goes altogether, and can then be recovered by nobody', async () => {
  const old = await oldMail('31 days', acme, ownMark)
  await runNamed('mail.forget-old')
  expect(await decisionsOn(old.mailId)).toEqual([])
  expect(await isKept(old)).toBe(false)
  expect(await as(agent)(recoverMail, { params: { id: old.id } })).toMatchObject({ code: 'mail-not-found' })
})

test('younger mails stay as they are', async () => {
  const [filed, suspended] = [await oldMail('29 days'), await oldMail('29 days', acme, ownMark)]
  await runNamed('mail.forget-old')
  expect([await isKept(filed), await isKept(suspended)]).toEqual([true, true])
  const { items } = await as(agent)(listSuspendedMails, { query: {} })
  expect(items.map(({ id }) => id)).toContain(suspended.id)
})

const fail = `create function fail_here() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
  create constraint trigger fails after update or delete on inbound_mails deferrable initially deferred
  for each row when (old.workspace_id = '${acme.id}') execute function fail_here()`
const mend = 'drop trigger if exists fails on inbound_mails; drop function if exists fail_here'

afterEach(() => owner.query(mend))

test('when forgetting fails in one workspace its bytes stay with their rows, and the others go on', async () => {
  const here = [await oldMail('31 days'), await oldMail('31 days', acme, ownMark)] as const
  const there = await oldMail('31 days', globex)
  await owner.query(fail)
  await runNamed('mail.forget-old')
  expect([await isKept(here[0]), await isKept(here[1]), await isKept(there, globex)]).toEqual([true, true, false])
  expect(await decisionsOn(here[1].mailId)).toHaveLength(1)

  await owner.query(mend)
  await runNamed('mail.forget-old')
  expect([await isKept(here[0]), await isKept(here[1])]).toEqual([false, false])
})

test('a mail whose job was lost is decided within the hour that follows', async () => {
  const lost = await lostMail('61 minutes')
  expect(await decisionsOn(lost)).toMatchObject([{ state: 'received' }])
  await runNamed('mail.retry-forgotten')
  expect(await decisionsOn(lost)).toMatchObject([{ state: 'done', decision: { code: 'opened-ticket' } }])
})

test('a mail that may still be on its way is left alone', async () => {
  const fresh = await lostMail('50 minutes')
  await runNamed('mail.retry-forgotten')
  expect(await decisionsOn(fresh)).toMatchObject([{ state: 'received' }])
})

test('a mail that nobody could decide for a day waits for a person, who can', async () => {
  const lost = await lostMail('25 hours')
  await runNamed('mail.retry-forgotten')
  const [decided] = await decisionsOn(lost)
  expect(decided).toMatchObject({ state: 'suspended', decision: { code: 'failed-for-a-day' }, evidence: [] })
  const { ticketId } = await as(agent)(recoverMail, { params: { id: decided!.id } })
  expect(await messagesOf(acme, ticketId)).toMatchObject([{ bodyText: 'Lost' }])
})

test('what is decided is no longer looked for', async () => {
  const old = await oldMail('2 days')
  await runNamed('mail.retry-forgotten')
  expect(await decisionsOn(old.mailId)).toMatchObject([{ state: 'done', decision: { code: 'opened-ticket' } }])
  expect(await messagesOf(acme, old.ticketId!)).toHaveLength(1)
})

test('the files of a mail that could not be filed are not kept, and recovering it brings them back', async () => {
  const before = await storedKeys(acme.id, 'files')
  const messageId = newMessageId()
  await owner.query(`alter table messages add constraint refuses_poison check (body_text <> 'Poison')`)
  onTestFinished(async () => {
    await owner.query('alter table messages drop constraint if exists refuses_poison')
  })
  const attachments = [{ filename: 'bill.txt', content: 'A bill' }]
  await mailIn({ from: newSender(), to: supportOf(acme), subject: 'P', text: 'Poison', attachments, messageId })
  for (const laterSeconds of [20, 40, 60]) await runJobs({ laterSeconds })
  const [mail] = await decisionsOn(messageId)
  expect(mail).toMatchObject({ state: 'suspended', decision: { code: 'not-filed' } })
  expect(await storedKeys(acme.id, 'files')).toEqual(before)
  await owner.query('alter table messages drop constraint refuses_poison')
  const { ticketId } = await as(agent)(recoverMail, { params: { id: mail!.id } })
  expect(await messagesOf(acme, ticketId)).toMatchObject([{ attachments: [{ name: 'bill.txt' }] }])
})
