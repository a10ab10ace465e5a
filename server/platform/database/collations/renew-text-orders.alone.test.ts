import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { admin } from '#test/copy-world.ts'
import { databaseUrl, owner } from '#test/world.ts'
import { keepTextOrders, listChangedOrders, renewTextOrders } from './renew-text-orders.ts'

const client = new pg.Client({ connectionString: databaseUrl.owner, options: '-c search_path=app' })
beforeAll(async () => void (await client.connect()))
afterAll(() => client.end())

/** Simulates indexes that an older version of the collation library created. */
const makeOlder = () =>
  owner.query("update pg_collation set collversion = '0.1' where collname in ('order_hr', 'order_sv')")

/** Returns the file of each index with a collation. The file changes when PostgreSQL rebuilds the index. */
async function places(): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ name: string; place: string }>(
    `select i.indexrelid::regclass::text as name, pg_relation_filenode(i.indexrelid)::text as place from pg_index i
     join pg_collation c on c.oid = any(i.indcollation::oid[]) where c.collnamespace = 'app'::regnamespace`,
  )
  return new Map(rows.map(({ name, place }) => [name, place]))
}
const madeAnew = async (before: Map<string, string>) =>
  [...(await places())].flatMap(([name, place]) => (before.get(name) === place ? [] : [name])).toSorted()

const ofBoth = ['article_texts_title', 'content_ranks_down', 'content_ranks_up'].flatMap((index) => [
  `${index}_hr`,
  `${index}_sv`,
])

describe('when the library that sorts texts has another version', () => {
  test('the indexes of the orders that changed are made anew, once', async () => {
    await makeOlder()
    expect(await listChangedOrders(client)).toEqual(['order_hr', 'order_sv'])
    const before = await places()
    expect(await renewTextOrders(client)).toEqual(['order_hr', 'order_sv'])
    expect(await madeAnew(before)).toEqual(ofBoth)
    const after = await places()
    expect(await renewTextOrders(client)).toEqual([])
    expect(await madeAnew(after)).toEqual([])
  })

  test('a server does so from its start on, and what a renewal left half made goes', async () => {
    await makeOlder()
    await owner.query('create index content_ranks_up_hr_ccnew on content_ranks (workspace_id)')
    await owner.query("update pg_index set indisvalid = false where indexrelid = 'content_ranks_up_hr_ccnew'::regclass")
    const before = await places()
    const renewal = keepTextOrders({ ownerUrl: databaseUrl.owner, log: createLog('silent') })
    await expect.poll(() => listChangedOrders(client)).toEqual([])
    await renewal.stop()
    expect(await madeAnew(before)).toEqual(ofBoth)
    const { rows } = await owner.query("select from pg_class where relname like '%ccnew%'")
    expect(rows).toEqual([])
  })

  test('the doctor says that they wait, and one process at a time makes them', async () => {
    await makeOlder()
    expect(await admin('doctor')).toMatch(
      /^! The database uses another version of ICU than its indexes.*order_hr, order_sv/m,
    )
    const other = new pg.Client({ connectionString: databaseUrl.owner })
    await other.connect()
    await other.query('select pg_advisory_lock(7310443)')
    expect(await renewTextOrders(client)).toEqual([])
    await other.end()
    await expect.poll(() => renewTextOrders(client)).toEqual(['order_hr', 'order_sv'])
    expect(await admin('doctor')).not.toMatch(/ICU/)
    process.exitCode = 0
  })
})
