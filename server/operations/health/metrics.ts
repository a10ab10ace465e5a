import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { productVersion } from '#server/platform/database/migrations.ts'
import { inIdentity } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { sendingJobs } from '#server/tickets/outgoing-mail/deliveries/send-outgoing.ts'
import { type Disk, measureDisks } from './disk.ts'
import { findOutage } from './relay-outages.ts'
import type { ForwardingWatch } from './watch-forwarding.ts'

/** Codes, notices and notifications are single mails; all others are rows of `outgoing_mails`. */
const outgoing = ['identity.mail-code', 'identity.mail-security-notice', 'team.mail-invitation', ...sendingJobs]
const incoming = ['mail.decide', 'mail.decide-slowly']

export function makeMetrics(platform: Platform, forwarding: ForwardingWatch) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  // Sums by kind, with names that the Prometheus linter accepts for counters.
  for (const what of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${what}_total`)
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  })
  new Gauge({
    name: 'startup_tools_info',
    help: 'The version that runs; always 1',
    labelNames: ['version'],
    registers,
  }).set({ version: productVersion }, 1)
  new Gauge({
    name: 'sending_off',
    help: '1 in a process that sends nothing, since SENDING is off; else 0',
    registers,
    collect() {
      this.set(platform.settings.isSending ? 0 : 1)
    },
  })
  measureJobs(platform, registry)
  measureMails(platform, registry)
  measureDisk(platform, registry)
  new Counter({
    name: 'untrusted_forwarded_requests_total',
    help: 'Requests to this process with a forwarding header from an address that is not in TRUSTED_PROXIES',
    registers,
    collect() {
      this.reset()
      this.inc(forwarding.requests)
    },
  })
  return { registry, requests }
}

type Measured = Record<
  'ready' | 'failed' | 'retrying' | 'waiting_mails' | 'failing_mails' | 'incoming_mails',
  string
> & { oldest_retry: number; oldest_mail: number; oldest_incoming: number }

function measureJobs({ app }: Platform, registry: Registry) {
  const registers = [registry]
  let measuring: Promise<Measured> | undefined
  // All figures of jobs are read at once.
  const measure = () => {
    measuring ??= ask().finally(() => {
      measuring = undefined
    })
    return measuring
  }
  const ask = async () => {
    const text = 'select * from jobs.count_jobs(), jobs.measure_jobs($1, $2)'
    return (await app.pool.query<Measured>(text, [outgoing, incoming])).rows[0]!
  }
  const gauge = (name: string, help: string, read: (found: Measured) => number | Record<string, string>) =>
    new Gauge({
      name,
      help,
      registers,
      labelNames: ['state'],
      async collect() {
        const value = read(await measure())
        if (typeof value === 'number') return this.set(value)
        for (const [state, number] of Object.entries(value)) this.set({ state }, Number(number))
      },
    })
  gauge('jobs', 'Jobs that are due, that wait for another try, and that gave up', ({ ready, failed, retrying }) => ({
    ready,
    failed,
    retrying,
  }))
  gauge('jobs_oldest_retry_seconds', 'Age of the oldest job that waits for another try', (of) => of.oldest_retry)
  gauge('mails_waiting', 'Mails that wait to go out: for their first try, or after failing', (of) => ({
    'first-try': of.waiting_mails,
    failing: of.failing_mails,
  }))
  gauge('mails_oldest_waiting_seconds', 'Age of the oldest such mail', (of) => of.oldest_mail)
  gauge('incoming_mails_waiting', 'Mails that came in and are not decided on yet', (of) => Number(of.incoming_mails))
  gauge('incoming_mails_oldest_waiting_seconds', 'Age of the oldest such mail', (of) => of.oldest_incoming)
}

function measureMails({ app, identity, mailBounds, mailsIn }: Platform, registry: Registry) {
  const registers = [registry]
  new Gauge({
    name: 'unsolicited_mails_today',
    help: 'Mails since midnight UTC to people who never wrote to the workspace that mails them, of the whole installation',
    registers,
    async collect() {
      const { rows } = await app.pool.query('select count_unsolicited_mails() as sent')
      this.set(rows[0].sent)
    },
  })
  new Counter({
    name: 'unsolicited_mails_refused_total',
    help: 'Such mails that a bound refused, in this process',
    registers,
    collect() {
      this.reset()
      this.inc(mailBounds.refused)
    },
  })
  new Counter({
    name: 'incoming_mails_total',
    help: 'Mails that were offered to this process, by what it answered',
    labelNames: ['answer'],
    registers,
    collect() {
      this.reset()
      for (const [answer, number] of Object.entries(mailsIn)) this.inc({ answer }, number)
    },
  })
  new Gauge({
    name: 'mail_relay_down_seconds',
    help: 'Since when the relay takes no mail; 0 while it does',
    registers,
    async collect() {
      this.set((await inIdentity(identity, findOutage))?.seconds ?? 0)
    },
  })
}

function measureDisk({ settings }: Platform, registry: Registry) {
  const gauge = (name: string, help: string, bytesOf: (disk: Disk) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers: [registry],
      async collect() {
        for (const disk of await measureDisks(settings)) this.set({ folder: disk.folder }, bytesOf(disk))
      },
    })
  gauge('disk_size_bytes', 'Size of the disk on which a folder lies', ({ sizeBytes }) => sizeBytes)
  gauge('disk_free_bytes', 'What is free on the disk on which a folder lies', ({ freeBytes }) => freeBytes)
}
