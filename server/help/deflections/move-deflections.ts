import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

type Move = { from: string; into: string }

/** Gives the deflections of a customer to another one. `only`: deflections with these ids; null: all. */
export async function moveDeflections(tx: WorkspaceTx, { from, into }: Move, only: string[] | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update deflections set customer_id = ${into} where workspace_id = ${tx.workspaceId} and customer_id = ${from}
      and (${only}::uuid[] is null or id in (select unnest(${only}::uuid[])))
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
