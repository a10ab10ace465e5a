import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { productVersion } from '#server/platform/database/migrations.ts'
import { inIdentity } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { sendingJobs } from '#server/tickets/outgoing-mail/deliveries/send-outgoing.ts'
import { type Disk, measureDisks } from './disk.ts'
import { findOutage } from './relay-outages.ts'
import type { ForwardingWatch } from './watch-forwarding.ts'

// Jobs whose mails the metrics count. The first three send one mail per job. The others send the mails of
// `outgoing_mails`.
const outgoing = ['identity.mail-code', 'identity.mail-security-notice', 'team.mail-invitation', ...sendingJobs]
const incoming = ['mail.decide', 'mail.decide-slowly']

export function makeMetrics(platform: Platform, forwarding: ForwardingWatch) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  // Removes metrics that break the naming rules of Prometheus: gauges whose names end with `_total`. Other metrics
  // contain the same numbers by type.
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
  gauge(registry, 'sending_off', '1 in a process that sends nothing, because SENDING is off; else 0', () =>
    platform.settings.isSending ? 0 : 1,
  )
  measureJobs(platform, registry)
  measureMails(platform, registry)
  measureDisk(platform, registry)
  const untrusted = 'Requests to this process with a forwarding header from an address that is not in TRUSTED_PROXIES'
  counter(registry, 'untrusted_forwarded_requests_total', untrusted, () => forwarding.requests)
  return { registry, requests }
}

type Values = number | Record<string, number>

const gauge = (registry: Registry, name: string, help: string, read: () => Values | Promise<Values>, label?: string) =>
  new Gauge({
    name,
    help,
    labelNames: label ? [label] : [],
    registers: [registry],
    async collect() {
      const values = await read()
      if (typeof values === 'number') return this.set(values)
      for (const [of, value] of Object.entries(values)) this.set({ [label!]: of }, value)
    },
  })

const counter = (registry: Registry, name: string, help: string, read: () => Values, label?: string) =>
  new Counter({
    name,
    help,
    labelNames: label ? [label] : [],
    registers: [registry],
    collect() {
      this.reset()
      const values = read()
      if (typeof values === 'number') return this.inc(values)
      for (const [of, value] of Object.entries(values)) this.inc({ [label!]: of }, value)
    },
  })

type Measured = Record<
  'ready' | 'failed' | 'retrying' | 'waiting_mails' | 'failing_mails' | 'incoming_mails',
  string
> & { oldest_retry: number; oldest_mail: number; oldest_incoming: number }

function measureJobs({ app }: Platform, registry: Registry) {
  let measuring: Promise<Measured> | undefined
  // All gauges that are read at the same time share one query.
  const measure = () => {
    measuring ??= read().finally(() => {
      measuring = undefined
    })
    return measuring
  }
  const read = async () => {
    const text = 'select * from jobs.count_jobs(), jobs.measure_jobs($1, $2)'
    return (await app.pool.query<Measured>(text, [outgoing, incoming])).rows[0]!
  }
  const add = (name: string, help: string, valuesOf: (found: Measured) => Values) =>
    gauge(registry, name, help, async () => valuesOf(await measure()), 'state')
  add('jobs', 'Jobs that are due, that will be retried, and that gave up', ({ ready, failed, retrying }) => ({
    ready: Number(ready),
    failed: Number(failed),
    retrying: Number(retrying),
  }))
  add('jobs_oldest_retry_seconds', 'Age of the oldest job that will be retried', (of) => of.oldest_retry)
  add('mails_waiting', 'Mails that wait for their first try, or for another try', (of) => ({
    'first-try': Number(of.waiting_mails),
    failing: Number(of.failing_mails),
  }))
  add('mails_oldest_waiting_seconds', 'Age of the oldest such mail', (of) => of.oldest_mail)
  add('incoming_mails_waiting', 'Received mails that are not processed yet', (of) => Number(of.incoming_mails))
  add('incoming_mails_oldest_waiting_seconds', 'Age of the oldest such mail', (of) => of.oldest_incoming)
}

function measureMails({ app, identity, mailBounds, mailsIn }: Platform, registry: Registry) {
  const unsolicited =
    'Mails since midnight UTC to people who never wrote to the workspace that mails them, of the whole installation'
  gauge(registry, 'unsolicited_mails_today', unsolicited, async () => {
    const { rows } = await app.pool.query('select count_unsolicited_mails() as sent')
    return Number(rows[0].sent)
  })
  const refused = 'Such mails that a limit refused, in this process'
  counter(registry, 'unsolicited_mails_refused_total', refused, () => mailBounds.refused)
  const offered = 'Mails offered to this process, by its answer'
  counter(registry, 'incoming_mails_total', offered, () => mailsIn, 'answer')
  const down = 'Seconds since the relay accepts no mail; 0 while it accepts mail'
  gauge(registry, 'mail_relay_down_seconds', down, async () => (await inIdentity(identity, findOutage))?.seconds ?? 0)
}

function measureDisk({ settings }: Platform, registry: Registry) {
  const add = (name: string, help: string, bytesOf: (disk: Disk) => number) => {
    const read = async () =>
      Object.fromEntries((await measureDisks(settings)).map((disk) => [disk.folder, bytesOf(disk)]))
    gauge(registry, name, help, read, 'folder')
  }
  add('disk_size_bytes', 'Size of the disk of a folder', ({ sizeBytes }) => sizeBytes)
  add('disk_free_bytes', 'Free space on the disk of a folder', ({ freeBytes }) => freeBytes)
}
