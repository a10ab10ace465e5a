import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

type Move = { from: string; into: string }

/**
 * Makes another customer the author of the messages of a customer. `only`: messages with these ids; null: all. The
 * order of changed messages does not note them, because this can be tens of thousands. It notes both customers.
 */
export async function moveMessages(tx: WorkspaceTx, { from, into }: Move, only: string[] | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update messages set customer_id = ${into} where workspace_id = ${tx.workspaceId} and customer_id = ${from}
      and (${only}::uuid[] is null or id in (select unnest(${only}::uuid[])))
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
