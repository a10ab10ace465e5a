import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { onOwnerDatabase, withClient } from '#bin/admin/owner-database.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { listChangedOrders } from '#server/platform/database/collations/renew-text-orders.ts'
import { listApplied, readMigrations } from '#server/platform/database/migrations.ts'
import { explainOutage } from '#server/platform/database/outages/outage.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { broken, codeOf, doubtful, type Finding, well } from './finding.ts'

export async function examineDatabase(settings: Settings): Promise<Finding[]> {
  if (!settings.databaseOwnerUrl && !existsSync(join(settings.dataDir, 'postgres'))) {
    return [well('The first start creates the embedded database.')]
  }
  try {
    const { version, applied, changed, aheadMs } = await onOwnerDatabase(settings, readState)
    const isSupported = Number.parseInt(version, 10) >= 15
    const text = `The database runs PostgreSQL ${version}. Version 15 or newer is required.`
    return [
      isSupported ? well(text) : broken(`${text} Update it.`),
      await examineSchema(applied),
      compareClocks('the database', aheadMs),
      ...(changed.length > 0 ? [waiting(changed)] : []),
    ]
  } catch (error) {
    const text = error instanceof CannotStart ? error.message : explainOutage(error)
    return [
      broken(text ?? `The database can't be used (${codeOf(error)}). Check DATABASE_URL and the server it names.`),
    ]
  }
}

const readState = (url: string) =>
  withClient(url, async (client) => {
    const beganAt = Date.now()
    const { rows } = await client.query<{ version: string; now: number }>(
      `select current_setting('server_version') as version, (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
    )
    const { version, now } = rows[0]!
    const aheadMs = now - (beganAt + Date.now()) / 2
    const applied = (await listApplied(client)).map(({ name }) => name)
    return { version, aheadMs, applied, changed: await listChangedOrders(client) }
  })

async function examineSchema(applied: string[]): Promise<Finding> {
  const names = (await readMigrations()).map(({ name }) => name)
  const missing = names.filter((name) => !applied.includes(name)).length
  if (applied.length === 0) return well('The database is empty. The first start migrates it.')
  if (missing === 0) return well(`The database has all migrations of this version, up to ${applied.at(-1)}.`)
  return doubtful(
    `The database is migrated up to ${applied.at(-1)}. The next start applies ${missing} more, up to ${names.at(-1)}. Make a backup first.`,
  )
}

const muchMs = 60_000
const littleMs = 5_000

/** Reports clocks that differ. The database checks when codes expire. This machine checks when tokens expire. */
export function compareClocks(name: string, aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const text = `The clock of ${name} is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of this machine`
  if (Math.abs(aheadMs) > muchMs)
    return broken(`${text}, so codes and sessions expire too early or too late. Synchronize both with NTP:`, [
      'timedatectl set-ntp true',
    ])
  if (Math.abs(aheadMs) > littleMs) return doubtful(`${text}. Synchronize both with NTP:`, ['timedatectl set-ntp true'])
  return well(`The clocks of this machine and of ${name} agree.`)
}

const waiting = (changed: string[]) =>
  doubtful(
    `The database uses another version of ICU than its indexes. The next start rebuilds the indexes of these collations: ${changed.join(', ')}.`,
  )
