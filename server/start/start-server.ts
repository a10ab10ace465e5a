import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createApp } from '#server/app.ts'
import { loadReadingPages } from '#server/knowledge-base/reading/load-pages.ts'
import type { Pages } from '#server/pages/serve-pages.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { keepTextOrders } from '#server/platform/database/collations/renew-text-orders.ts'
import { type Migration, readMigrations, watchForNewer } from '#server/platform/database/migrations.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { startWorker } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { closeSignatureWorkers } from '#server/platform/mail-authentication/verify-signatures.ts'
import { closeMailWorkers } from '#server/platform/mail-parsing/parse-mail.ts'
import { migrate } from '#server/platform/migrate.ts'
import { closePictureProcesses } from '#server/platform/pictures/picture-work.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { loadMailTemplates } from '#server/tickets/outgoing-mail/compose-system-mail.ts'
import { createPlatform, type DatabaseUrls } from './create-platform.ts'

export type Step = <T>(name: string | ((made: T) => string), work: () => Promise<T>) => Promise<T>
export type StartOptions = {
  settings: Settings
  secrets: Secrets
  urls: DatabaseUrls
  pages?: Pages
  logFile: string | null
  step: Step
  onNewer(sentence: string): void
}
export type RunningServer = {
  platform: Platform
  app: FastifyInstance
  port: number
  smtpPort: number | null
  stop(): Promise<void>
}

export async function startServer(options: StartOptions): Promise<RunningServer> {
  // The migrations are read first, because an update can replace the files while this process runs.
  const known = await readMigrations()
  const { owner: ownerUrl, worker: workerUrl, roles, rolePassword } = options.urls
  await options.step(sayMigrated, () => migrate({ ownerUrl, roles, rolePassword, workerUrl }))
  return options.step('Starting the server', () => startParts(options, known))
}

const sayMigrated = (applied: number) =>
  `Migrating the database (${applied === 0 ? 'up to date' : `${applied} ${applied === 1 ? 'migration' : 'migrations'}`})`

async function startParts({ settings, secrets, urls, pages, logFile, onNewer }: StartOptions, known: Migration[]) {
  const { roles } = settings
  const log = createLog(settings.logLevel, logFile)
  const views = { render: await loadMailTemplates(), reading: await loadReadingPages() }
  const { platform, close } = createPlatform({ settings, secrets, urls, log, ...views })
  const takers: (() => Promise<unknown>)[] = []
  const end = (part: () => Promise<unknown>) =>
    part().catch((error: unknown) => log.error({ err: error }, 'stopping failed'))
  const stop = async () => {
    await Promise.all(takers.map(end))
    for (const part of [closePictureProcesses, closeSignatureWorkers, closeMailWorkers, close]) await end(part)
  }
  try {
    await platform.hub.start()
    const app = await createApp(platform, roles.has('web') ? pages : undefined)
    if (roles.has('worker')) {
      takers.push(await workFor(platform, urls))
      takers.push(keepTextOrders({ ownerUrl: urls.owner, log }).stop)
    }
    const smtp = roles.has('mail') && settings.isSending ? await takeMail(platform) : null
    if (smtp) takers.push(smtp.close)
    takers.push(() => app.close())
    await app.listen({ port: settings.port, host: settings.host }).catch(sayTaken('PORT', settings.port))
    const { port } = app.server.address() as AddressInfo
    const watch = watchForNewer({ pool: platform.app.pool, known, onNewer })
    takers.push(async () => watch.stop())
    return { platform, app, port, smtpPort: smtp?.port ?? null, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

// The modules of a role are imported only if the process has this role. For example, a process without the role `mail`
// loads no mail libraries.

async function workFor(platform: Platform, { worker: workerUrl }: DatabaseUrls) {
  const { jobs, timetable } = await import('#server/jobs.ts')
  return (await startWorker({ workerUrl, jobs, timetable, platform })).stop
}

async function takeMail(platform: Platform) {
  const { listenForMail } = await import('#server/tickets/inbound-mail/receive-mail.ts')
  return listenForMail(platform).catch(sayTaken('INBOUND_SMTP_PORT', platform.settings.inboundSmtpPort))
}

const sayTaken = (name: string, port: number) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE')
    throw new CannotStart(`Port ${port} is taken by another program: stop it, or set ${name} to a free port.`)
  if (error.code === 'EACCES')
    throw new CannotStart(`Port ${port} may not be opened by this user: set ${name} to one above 1023.`)
  throw error
}
