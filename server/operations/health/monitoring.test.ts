import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { writeMessage } from '#contract/tickets/messages.ts'
import { productVersion } from '#server/platform/database/migrations.ts'
import { createMailer } from '#server/platform/mail/send-mail.ts'
import { as } from '#test/ask.ts'
import { mailIn, sendMail, supportOf } from '#test/mail-in.ts'
import { mailedTicket, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { readMetrics } from '#test/metrics.ts'
import { loseRelay, openRelayOn } from '#test/relay.ts'
import { acme, app, owner, platform, runJobs, settings } from '#test/world.ts'
import { watchRelay } from './relay-outages.ts'

const get = (url: string, remoteAddress = '127.0.0.1') =>
  app.inject({ url, remoteAddress, headers: { host: settings.apiHost } })
const metrics = async () => readMetrics((await get('/metrics')).body)

afterEach(() => owner.query('delete from relay_outages; delete from graphile_worker._private_jobs'))

describe('what a monitor reads', () => {
  test('is as Prometheus and its linter want it, and says the version and what is free', async () => {
    const { problems, valueIn } = await metrics()
    expect(problems).toEqual([])
    expect(valueIn(`startup_tools_info{version="${productVersion}"}`)).toBe(1)
    expect(valueIn('disk_free_bytes{folder="data"}')).toBeGreaterThan(0)
    expect(valueIn('disk_size_bytes{folder="files"}')).toBeGreaterThan(0)
  })

  test('tells mails that wait, those that fail, and since when, until they went', async () => {
    const { id } = await mailedTicket(acme)
    loseRelay()
    await as(acme.agent)(writeMessage, { params: { id }, body: { text: 'Again' } })
    await owner.query(`update graphile_worker._private_jobs set created_at = now() - interval '1 hour'`)
    const waiting = await metrics()
    expect(waiting.valueIn('mails_waiting{state="first-try"}')).toBe(1)
    expect(waiting.valueIn('mails_oldest_waiting_seconds')).toBeGreaterThan(3500)
    await runJobs({ laterSeconds: 60 })
    const failing = await metrics()
    expect(failing.valueIn('mails_waiting{state="failing"}')).toBe(1)
    await owner.query(
      `update graphile_worker._private_jobs set payload = jsonb_set(payload::jsonb, '{payload,failingSince}', to_jsonb(now() - interval '2 hours'))
       where payload->'payload'->>'failingSince' is not null`,
    )
    await owner.query(`update outgoing_mails set next_try_at = now() where state = 'retrying'`)
    await runJobs({ laterSeconds: 120 })
    const still = await metrics()
    expect(still.valueIn('mails_waiting{state="failing"}')).toBe(1)
    expect(still.valueIn('mails_oldest_waiting_seconds')).toBeGreaterThan(7000)
  })

  test('tells jobs that wait for another try, since when, and mails that came in', async () => {
    await sendMail({ from: newSender(), to: supportOf(acme), text: 'Hello', messageId: newMessageId() })
    await expect(
      mailIn({ from: newSender(), to: `nobody@nowhere.${settings.inboundDomain}`, text: 'Hello' }),
    ).rejects.toThrow(/no mailbox/)
    const { valueIn } = await metrics()
    expect(valueIn('incoming_mails_waiting')).toBe(1)
    expect(valueIn('incoming_mails_total{answer="taken"}')).toBeGreaterThan(0)
    expect(valueIn('incoming_mails_total{answer="refused"}')).toBeGreaterThan(0)
    await owner.query(
      `update graphile_worker._private_jobs set attempts = 2, run_at = now() + interval '1 hour', created_at = now() - interval '3 hours'`,
    )
    const later = await metrics()
    expect(later.valueIn('jobs{state="retrying"}')).toBeGreaterThan(0)
    expect(later.valueIn('jobs_oldest_retry_seconds')).toBeGreaterThan(10_000)
  })
})

describe('readiness', () => {
  /** Polls until the answer is as expected, because the server checks its readiness only once a second. */
  const becomes = (answer: [number, object], url = '/readyz', from?: string) =>
    expect
      .poll(
        async () => {
          const { statusCode, body } = await get(url, from)
          // Other test files may have sent forwarding headers to this server, which adds `untrustedProxies`.
          const { untrustedProxies: _, ...readiness } = JSON.parse(body)
          return [statusCode, readiness]
        },
        { timeout: 5000 },
      )
      .toEqual(answer)

  test('is degraded while a disk is full, which a strict monitor takes for a failure', async () => {
    await becomes([200, { ok: true }], '/readyz?strict')
    const { leastFreeBytes } = settings
    Object.assign(settings, { leastFreeBytes: Number.POSITIVE_INFINITY })
    onTestFinished(() => void Object.assign(settings, { leastFreeBytes }))
    await becomes([200, { ok: true, degraded: ['disk-full'] }])
    await becomes([503, { ok: false, degraded: ['disk-full'] }], '/readyz?strict')
    await becomes([503, { ok: false }], '/readyz?strict', '203.0.113.9')
  })

  test('is degraded in a copy that sends nothing, so that nobody takes it for what serves customers', async () => {
    expect((await metrics()).valueIn('sending_off')).toBe(0)
    Object.assign(settings, { isSending: false })
    onTestFinished(() => void Object.assign(settings, { isSending: true }))
    await becomes([200, { ok: true, degraded: ['sending-off'] }])
    await becomes([503, { ok: false, degraded: ['sending-off'] }], '/readyz?strict')
    expect((await metrics()).valueIn('sending_off')).toBe(1)
  })

  test('is degraded once the relay has taken nothing for ten minutes, until it takes a mail', async () => {
    const raw = Buffer.from('Subject: x\r\n\r\nx')
    const mail = { envelope: { from: 'a@example.com', to: 'b@example.com' }, messageId: '<x@example.com>', raw }
    const by = (port: number) =>
      watchRelay(
        createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, deliverToDevelopmentMailbox: async () => {} }),
        platform.identity,
      )
    await by(1).send(mail)
    await becomes([200, { ok: true }], '/readyz?strict')
    await owner.query(`update relay_outages set since = since - interval '11 minutes'`)
    await by(1).send(mail)
    await becomes([200, { ok: true, degraded: ['relay-down'] }])
    await becomes([503, { ok: false, degraded: ['relay-down'] }], '/readyz?strict')
    expect((await metrics()).valueIn('mail_relay_down_seconds')).toBeGreaterThan(600)

    // The relay refuses one recipient. This does not count as an outage of the relay.
    const { port } = await openRelayOn(() => ({ code: 550, text: '5.1.1 Nobody here' }))
    await by(port).send(mail)
    await becomes([200, { ok: true }], '/readyz?strict')
    expect((await metrics()).valueIn('mail_relay_down_seconds')).toBe(0)
  })
})
