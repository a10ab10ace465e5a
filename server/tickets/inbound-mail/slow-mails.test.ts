import { expect, onTestFinished, test, vi } from 'vitest'
import { jobs } from '#server/jobs.ts'
import { startWorker } from '#server/platform/jobs.ts'
import { hostileMail } from '#test/hostile-mail.ts'
import { decisionsOn, sendMail, supportOf } from '#test/mail-in.ts'
import { newMessageId, newSender } from '#test/mailed-ticket.ts'
import { acme, databaseUrl, globex, owner, platform, runJobs, type World } from '#test/world.ts'

const soon = { timeout: 60_000, interval: 50 }
const stateOf = async (messageId: string) => (await decisionsOn(messageId))[0]!.state
const mail = (world: World) => ({ from: newSender(), to: supportOf(world), subject: 'Lamp', text: 'It is dark.' })

async function send(world: World, count: number, more: object = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, newMessageId)
  for (const messageId of ids) await sendMail({ ...mail(world), messageId, ...more })
  return ids
}

test.each([
  ['short', {}],
  ['large', { attachments: [{ filename: 'log.txt', content: 'x'.repeat(200_000) }] }],
])('of many mails that are %s a workspace has its turn, and the next one has its', async (_, more) => {
  const ofAcme = await send(acme, 3, more)
  const [ofGlobex] = await send(globex, 1, more)
  await runJobs()
  const { rows } = await owner.query<{ id: string }>(
    `select i.dedup_key as id from inbound_mails i join messages m on m.id = i.message_id
     where i.dedup_key = any($1) order by m.created_at`,
    [[...ofAcme, ofGlobex]],
  )
  expect(rows.map(({ id }) => id)).toEqual([ofAcme[0], ofGlobex, ofAcme[1], ofAcme[2]])
})

test('an ordinary mail is stored and decided before eight hostile ones end that came earlier', {
  timeout: 120_000,
}, async () => {
  const support = supportOf(acme)
  const hostile = Array.from({ length: 8 }, newMessageId)
  for (const messageId of hostile)
    await sendMail({ envelope: { from: newSender(), to: support }, raw: hostileMail({ messageId, to: support }) })
  const worker = await startWorker({ workerUrl: databaseUrl.worker, jobs, timetable: [], platform })
  onTestFinished(() => worker.stop())
  await vi.waitFor(async () => {
    const { rows } = await owner.query(
      `select from graphile_worker.jobs where locked_at is not null and task_identifier like 'mail.decide%'`,
    )
    expect(rows.length).toBeGreaterThan(0)
  }, soon)

  const [here] = await send(acme, 1)
  const [elsewhere] = await send(globex, 1)
  await vi.waitFor(
    async () => expect([await stateOf(here!), await stateOf(elsewhere!)]).toEqual(['done', 'done']),
    soon,
  )

  const states = await Promise.all(hostile.map(stateOf))
  expect(states.filter((state) => state === 'received').length).toBeGreaterThan(5)
})
