import pg from 'pg'
import type { Log } from '#server/platform/log.ts'

const renewalLock = 7_310_443
const everyMs = 60 * 60_000

export async function listChangedOrders(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.collname as name from pg_collation c join pg_namespace n on n.oid = c.collnamespace
     where n.nspname = 'app' and c.collversion is distinct from pg_collation_actual_version(c.oid) order by 1`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Rebuilds the indexes of collations whose version has changed, without blocking the use of the indexes. Returns the
 * names of the renewed collations. Does nothing if another process renews them.
 */
export async function renewTextOrders(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as "isOurs"', [renewalLock])
  if (!rows[0].isOurs) return []
  try {
    const changed = await listChangedOrders(client)
    if (changed.length > 0) await dropUnfinished(client)
    for (const name of changed) await renewOrder(client, name)
    return changed
  } finally {
    await client.query('select pg_advisory_unlock($1)', [renewalLock])
  }
}

async function renewOrder(client: pg.Client, name: string) {
  const { rows } = await client.query<{ index: string }>(
    `select i.indexrelid::regclass::text as index from pg_index i join pg_collation c on c.oid = any(i.indcollation::oid[])
     where c.collnamespace = 'app'::regnamespace and c.collname = $1 order by 1`,
    [name],
  )
  for (const { index } of rows) await client.query(`reindex index concurrently ${index}`)
  // Runs after the indexes are rebuilt, so that an interrupted renewal repeats this collation.
  await client.query(`alter collation app.${pg.escapeIdentifier(name)} refresh version`)
}

/** Drops the invalid indexes that an interrupted renewal left, because PostgreSQL would keep updating them. */
async function dropUnfinished(client: pg.Client) {
  const { rows } = await client.query<{ index: string }>(
    `select i.indexrelid::regclass::text as index from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'app'::regnamespace and not i.indisvalid and c.relname ~ '_cc(new|old)[0-9]*$'`,
  )
  for (const { index } of rows) await client.query(`drop index concurrently ${index}`)
}

type Renewal = { ownerUrl: string; log: Log }

/**
 * Checks the collations now and every hour, because an update of the database can change them while the server runs.
 */
export function keepTextOrders({ ownerUrl, log }: Renewal): { stop(): Promise<void> } {
  let client: pg.Client | undefined
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const renew = async () => {
    client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000, options: '-c search_path=app' })
    client.on('error', () => {})
    try {
      await client.connect()
      const changed = await renewTextOrders(client)
      if (changed.length > 0) log.info({ orders: changed }, 'indexes of texts were made anew')
    } catch (error) {
      if (!isStopped) log.error({ err: error }, 'indexes of texts could not be made anew')
    } finally {
      await client.end().catch(() => {})
    }
  }
  let renewing = Promise.resolve()
  const look = () => {
    renewing = renew()
    void renewing.then(() => {
      if (!isStopped) timer = setTimeout(look, everyMs).unref()
    })
  }
  look()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      // Closing the connection stops a running renewal. The next renewal drops the unfinished index.
      await client?.end().catch(() => {})
      await renewing
    },
  }
}
