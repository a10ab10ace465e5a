import pg from 'pg'
import { CannotStart } from '#server/platform/cannot-start.ts'

const name = 'startup_tools'

/** Creates the product's database on the first start, and checks that the password opens it. */
export async function ensureDatabase(port: number, password: string): Promise<string> {
  const rows = await query(port, password, `select from pg_database where datname = '${name}'`)
  if (rows.length === 0) await query(port, password, `create database ${name}`)
  return urlOf(port, password, name)
}

export async function versionOf(port: number, password: string): Promise<string> {
  const [row] = await query(port, password, "select current_setting('server_version') as version")
  return row?.version ?? ''
}

const urlOf = (port: number, password: string, database: string) =>
  `postgres://startup_tools:${password}@127.0.0.1:${port}/${database}`

async function query(port: number, password: string, text: string): Promise<{ version?: string }[]> {
  const client = new pg.Client({ connectionString: urlOf(port, password, 'postgres'), connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    return (await client.query<{ version?: string }>(text)).rows
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error
    throw new CannotStart(
      'The password in secrets.json does not open the database beside it: restore the two together.',
    )
  } finally {
    await client.end()
  }
}
