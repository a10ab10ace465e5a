import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

type Move = { from: string; into: string }

/**
 * Gives the feedback of a customer to another one, except on articles that both rated. `only`: feedback with these ids;
 * null: all.
 */
export async function moveFeedback(tx: WorkspaceTx, { from, into }: Move, only: string[] | null): Promise<string[]> {
  const id = tx.workspaceId
  const { rows } = await sql<{ id: string }>`
    update article_feedback f set customer_id = ${into}
    where f.workspace_id = ${id} and f.customer_id = ${from} and (${only}::uuid[] is null or f.id in (select unnest(${only}::uuid[])))
      and not exists (select from article_feedback o
        where o.workspace_id = ${id} and o.article_id = f.article_id and o.customer_id = ${into})
    returning f.id`.execute(tx)
  return rows.map((row) => row.id)
}
