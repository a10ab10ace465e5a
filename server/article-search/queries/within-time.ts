import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Of each statement of a search: nobody waits longer for what is typed. */
export const searchTimeoutMs = 2000

/** Gives each statement of `work` less time than others have; one that takes longer ends it. */
export async function withinTime<Result>(tx: WorkspaceTx, eachMs: number, work: () => Promise<Result>) {
  await sql`select set_config('statement_timeout', ${String(eachMs)}, true)`.execute(tx)
  const result = await work()
  await sql`set local statement_timeout to default`.execute(tx)
  return result
}
