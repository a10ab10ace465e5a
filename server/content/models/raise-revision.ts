import { sql } from 'kysely'
import { aboutContent } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'

/**
 * Raises the revision of the published content, which invalidates caches. Every change of delivered content must call
 * this. Concurrent publications of a workspace wait for each other here.
 */
export async function raiseContentRevision(tx: WorkspaceTx) {
  if (tx.afterwards.workspaces.get(tx.workspaceId)?.has('content.changed')) return
  await tx
    .insertInto('contentSpaces')
    .values({ revision: 1 })
    .onConflict((conflict) =>
      conflict.column('workspaceId').doUpdateSet({ revision: sql`content_spaces.revision + 1` }),
    )
    .execute()
  const subject = aboutContent(tx.workspaceId)
  await record(tx, { type: 'content.changed', subject, by: { actor: { type: 'system' } }, audience: 'team' })
}

/** Takes the same lock as `raiseContentRevision`, but does not raise an existing revision. */
export async function holdContent(tx: WorkspaceTx) {
  const row = await tx.selectFrom('contentSpaces').select('revision').forNoKeyUpdate().executeTakeFirst()
  if (!row) await raiseContentRevision(tx)
}

export async function keepFallbacks(tx: WorkspaceTx, chosen: Record<string, string[]>) {
  await raiseContentRevision(tx)
  await tx
    .updateTable('contentSpaces')
    .set({ fallbacks: sql`fallbacks || ${JSON.stringify(chosen)}::jsonb` })
    .where('workspaceId', '=', tx.workspaceId)
    .execute()
}
