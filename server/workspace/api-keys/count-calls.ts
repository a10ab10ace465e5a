import { sql } from 'kysely'
import type { NewCalls } from '#server/platform/api-keys/key-calls.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Adds calls to the counts of keys, in a fixed order against deadlocks. Drops calls of deleted keys. */
export async function addCalls(tx: WorkspaceTx, calls: NewCalls[]): Promise<number[]> {
  const totals: number[] = Array(calls.length).fill(0)
  const inOrder = [...calls.entries()].toSorted(([, one], [, other]) => (nameOf(one) < nameOf(other) ? -1 : 1))
  for (const [at, added] of inOrder) totals[at] = await addToDay(tx, added)
  return totals
}

const nameOf = ({ keyId, day }: NewCalls) => `${keyId} ${day}`

async function addToDay(tx: WorkspaceTx, { keyId, day, calls }: NewCalls): Promise<number> {
  const key = await tx.selectFrom('apiKeys').select('id').where('id', '=', keyId).forKeyShare().executeTakeFirst()
  if (!key) return 0
  const { rows } = await sql<{ calls: number }>`
    insert into api_key_days (workspace_id, key_id, day, calls) values (${tx.workspaceId}, ${keyId}, ${day}, ${calls})
    on conflict (workspace_id, key_id, day) do update set calls = api_key_days.calls + excluded.calls
    returning calls`.execute(tx)
  return rows[0]!.calls
}
