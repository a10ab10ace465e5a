import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { listAudit } from '#contract/workspace/audit.ts'
import type { AuditAction } from '#contract/workspace/audit-actions.ts'
import * as identity from '#contract/workspace/identity.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { as } from '#test/ask.ts'
import { admin, adminWhere } from '#test/copy-world.ts'
import { openRelayOn } from '#test/relay.ts'
import { letTimePass, otherThan } from '#test/sign-in.ts'
import { acme, app, globex, mailsTo, newMember, owner, platform, runJobs, settings } from '#test/world.ts'

const unknown = job('test.of-the-operator', z.object({}), async () => {})

/** Creates a job of Acme that has failed `attempts` times. */
async function failedJob(attempts: number, error = 'Error: no \u001b[31mrelay\nat line 1') {
  const { rows } = await owner.query('select coalesce(max(id), 0) as last from graphile_worker._private_jobs')
  await inWorkspace(platform.app, acme.id, (tx) =>
    enqueue(tx, unknown, {}, { runAt: new Date(Date.now() + 3_600_000) }),
  )
  const set = await owner.query(
    'update graphile_worker._private_jobs set attempts = $1, last_error = $2 where id > $3 returning id::text',
    [attempts, error, rows[0].last],
  )
  onTestFinished(async () => void (await owner.query('delete from graphile_worker._private_jobs')))
  return set.rows[0].id
}

const auditOf = async (world: typeof acme, action: AuditAction) =>
  (await as(world.admin)(listAudit, { query: { action } })).items

test('jobs that failed are listed with their workspace and error, and run again when they are told to', async () => {
  expect(await admin('jobs', 'list')).toMatch(/^No job failed\. 0 jobs at work/)
  const [waiting, over] = [await failedJob(3), await failedJob(10)]
  const listed = (await admin('jobs', 'list')).split('\n')
  expect(listed[0]).toMatch(new RegExp(`^ +${over}  test\\.of-the-operator +${acme.domain} +10 of 10 tries, gave up$`))
  expect(listed[1]!.trim()).toBe('Error: no [31mrelay at line 1')
  expect(listed[2]).toMatch(new RegExp(`^ +${waiting} .* 3 of 10 tries, tries again at \\d{4}-`))

  expect(await admin('jobs', 'retry', over)).toMatch(/^1 job will run again now/)
  const { rows } = await owner.query(
    'select id::text, attempts::int, run_at <= now() as is_due from graphile_worker._private_jobs where id = any($1) order by id',
    [[waiting, over]],
  )
  expect(rows).toEqual([
    { id: waiting, attempts: 3, is_due: false },
    { id: over, attempts: 0, is_due: true },
  ])
  expect(await auditOf(acme, 'job.retried')).toMatchObject([
    { detail: { jobs: { 'test.of-the-operator': 1 }, by: 'operator' } },
  ])
  expect(await auditOf(globex, 'job.retried')).toEqual([])
  await expect(admin('jobs', 'retry', over)).rejects.toThrow(`No job ${over} failed`)
  expect(await admin('jobs', 'retry', 'all')).toMatch(/^1 job will run again now/)
  await expect(admin('jobs', 'retry', 'all')).rejects.toThrow('No job failed.')
})

const strict = () => {
  const { limitFactor } = settings
  Object.assign(settings, { limitFactor: 1 })
  onTestFinished(() => void Object.assign(settings, { limitFactor }))
}

test('an address that had all its codes gets another one, and the code that is waited for stays', async () => {
  const { email } = await newMember(acme, 'Spent')
  for (const _ of Array(6)) {
    await as(null)(identity.login, { body: { email } })
    await letTimePass(email)
  }
  await runJobs()
  expect(await mailsTo(email)).toHaveLength(5)
  expect(await admin('limits', 'reset', email)).toMatch(/ are reset, .* 4 codes without a sign-in no longer count/)
  await as(null)(identity.login, { body: { email } })
  await runJobs()
  expect(await mailsTo(email)).toHaveLength(6)
  expect(await auditOf(acme, 'limits.reset')).toMatchObject([{ detail: { by: 'operator' } }])
})

test('a network that entered too many wrong codes may try again', async () => {
  strict()
  const network = '198.51.100.77'
  const { email, id } = await newMember(acme, 'Locked')
  await owner.query('insert into failed_tries (network) select $1 from generate_series(1, 30)', [network])
  const enter = () =>
    app.inject({
      method: 'POST',
      url: identity.validateLogin.path,
      remoteAddress: network,
      headers: { host: settings.apiHost },
      payload: { userGuidId: id, code: otherThan('') },
    })
  expect((await enter()).json()).toMatchObject({ code: 'too-many-tries' })
  expect(await admin('limits', 'reset', network)).toMatch(/^The limits of 198\.51\.100\.77 are reset, .* 30 codes/)
  expect((await enter()).json()).toMatchObject({ message: 'InvalidCode' })
  expect(email).toBeTruthy()
})

test('what running servers counted of a workspace is forgotten, and of no other', async () => {
  const daily = { name: 'a day', most: 1, perMs: 24 * 3_600_000 }
  const counts = (id: string) => platform.limiter.allows({ ...daily, most: 1 / settings.limitFactor }, id)
  expect([acme, globex].flatMap(({ id }) => [counts(id), counts(id)])).toEqual([true, false, true, false])
  const today = "(now() at time zone 'UTC')::date"
  await owner.query(
    `insert into unsolicited_mails (day, workspace_id, sent) values (${today}, $1, 40), (${today}, $2, 40)
     on conflict (day, workspace_id) do update set sent = 40`,
    [acme.id, globex.id],
  )
  expect(await admin('limits', 'reset', acme.domain)).toContain(`The limits of ${acme.domain} are reset`)
  await expect.poll(() => counts(acme.id)).toBe(true)
  expect(counts(globex.id)).toBe(false)
  const { rows } = await owner.query('select sent from unsolicited_mails where workspace_id = any($1) order by sent', [
    [acme.id, globex.id],
  ])
  expect(rows).toEqual([{ sent: 0 }, { sent: 40 }])
})

test('a mail is sent to try the relay, and what the relay says is told', async () => {
  await expect(admin('mail', 'test', 'ada@example.com')).rejects.toThrow(
    'There is no relay, because SMTP_URL is not set',
  )
  const answers = [null, { code: 550, text: '5.7.1 Not from here' }]
  const { taken, port } = await openRelayOn(() => answers.shift() ?? null)
  const url = `smtp://127.0.0.1:${port}`
  expect(await adminWhere({ SMTP_URL: url }, 'mail', 'test', 'Ada@example.com')).toContain(
    'accepted a mail from no-reply@',
  )
  expect(taken).toMatchObject([{ recipient: 'ada@example.com', from: `no-reply@${settings.rootDomain}` }])
  await expect(adminWhere({ SMTP_URL: url }, 'mail', 'test', 'ada@example.com')).rejects.toThrow(
    /did not accept a mail to ada@example\.com \(5\.7\.1\): The rules of the mail server do not allow this mail\./,
  )
})

test('the version is told, whatever the settings are', async () => {
  expect(await adminWhere({ ROOT_DOMAIN: 'nonsense' }, 'version')).toMatch(
    /^Startup Tools \d+\.\d+\.\d+, migrations up to \d{4}_.*\.sql, Node\.js v\d+/,
  )
})
