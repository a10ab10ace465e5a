import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Pool } from 'pg'
import { afterAll, inject } from 'vitest'
import { createApp } from '#server/app.ts'
import { jobs } from '#server/jobs.ts'
import { runDueJobs } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createPlatform } from '#server/start/create-platform.ts'
import { listenForMail } from '#server/tickets/inbound-mail/receive-mail.ts'
import { dropDatabase, onServer, openJobPool, urlsFor } from '#test/postgres.ts'
import { reading } from '#test/reading-view.ts'

/**
 * Restores a saved installation of an earlier version and updates it to the current version. The folder name contains
 * the last migration of the earlier version. `facts.json` contains its API responses.
 */
export async function updateFrom(folder: string) {
  const read = (name: string) => readFileSync(new URL(`./installations/${folder}/${name}`, import.meta.url))
  const secrets: Secrets = { ...JSON.parse(read('secrets.json').toString()), former: {} }
  const postgresUrl = inject('postgresUrl')
  const name = `startup_tools_before_${randomBytes(6).toString('hex')}`
  // Uses the roles of this test run. If two runs on one server shared roles, one run could drop the roles of the other.
  const urls = urlsFor(postgresUrl, name, inject('template'))
  const dataDir = mkdtempSync(join(tmpdir(), 'startup-tools-before-'))
  cpSync(new URL(`./installations/${folder}/files`, import.meta.url), join(dataDir, 'files'), { recursive: true })
  await onServer(postgresUrl, (client) => client.query(`create database ${name}`))
  const owner = new Pool({ connectionString: urls.owner, max: 1, options: '-c search_path=app,identity' })
  const worker = openJobPool(urls.worker)
  owner.on('error', () => {})
  afterAll(async () => {
    await Promise.all([owner.end(), worker.end()])
    await dropDatabase(postgresUrl, name)
    rmSync(dataDir, { recursive: true, force: true })
  })
  await onServer(urls.owner, async (client) => {
    await client.query(gunzipSync(read('database.sql.gz')).toString())
    // Extends the saved sessions. Otherwise they would be expired.
    await client.query(
      `update identity.sessions set idle_expires_at = now() + interval '1 day', absolute_expires_at = now() + interval '1 day'`,
    )
  })
  const { rows: before } = await owner.query('select name, checksum from migrations order by name')

  await migrate({ ownerUrl: urls.owner, roles: urls.roles, rolePassword: urls.rolePassword, workerUrl: urls.worker })

  const settings = readSettings({
    PORT: '3000',
    DATA_DIR: dataDir,
    AVATAR_URL: 'off',
    OUTSIDE_LINKS: 'off',
    LOG_LEVEL: 'fatal',
    RATE_LIMITS: 'relaxed',
  })
  const render = (name: string) => ({ subject: name, html: `<p>${name}</p>`, text: name })
  const made = createPlatform({ settings, secrets, urls, log: createLog(settings.logLevel), render, reading })
  const app = await createApp(made.platform)
  const listener = await listenForMail({ ...made.platform, settings: { ...settings, inboundSmtpPort: 0 } })
  afterAll(async () => {
    await listener.close()
    await app.close()
    await made.close()
  })
  return {
    app,
    owner,
    settings,
    facts: JSON.parse(read('facts.json').toString()),
    migrationsBefore: before,
    mailPort: listener.port,
    runJobs: () => runDueJobs({ pool: worker, jobs, platform: made.platform }),
  }
}
