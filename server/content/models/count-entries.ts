import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Number of entries per model, without the trash. */
export async function countEntries(tx: WorkspaceTx): Promise<Map<string, number>> {
  const { rows } = await sql<{ modelId: string; number: number }>`
    select model_id as "modelId", count(*)::int as number from content_entries
    where workspace_id = ${tx.workspaceId} and trashed_at is null group by model_id`.execute(tx)
  return new Map(rows.map(({ modelId, number }) => [modelId, number]))
}
