import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

type Move = { from: string; into: string }

/** Gives the uploads of a person that no message uses yet to another person. `only`: these uploads; null: all. */
export async function moveUploads(tx: WorkspaceTx, { from, into }: Move, only: string[] | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update files set uploader_id = ${into}
    where workspace_id = ${tx.workspaceId} and not is_kept and uploader_id = ${from}
      and (${only}::uuid[] is null or id in (select unnest(${only}::uuid[])))
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
