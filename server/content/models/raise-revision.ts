import { sql } from 'kysely'
import { aboutContent } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'

/**
 * What readers have of the content is another from now on, so answers that were kept are known to be old. Whatever shows in
 * an answer raises it; publications of a workspace wait for each other here.
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

/** Holds the content as `raiseContentRevision` does, for what may turn out to be no change. */
export async function holdContent(tx: WorkspaceTx) {
  const row = await tx.selectFrom('contentSpaces').select('revision').forNoKeyUpdate().executeTakeFirst()
  if (!row) await raiseContentRevision(tx)
}

/** Keeps which languages stand in for some, beside what is kept of the others. */
export async function keepFallbacks(tx: WorkspaceTx, chosen: Record<string, string[]>) {
  await raiseContentRevision(tx)
  await tx
    .updateTable('contentSpaces')
    .set({ fallbacks: sql`fallbacks || ${JSON.stringify(chosen)}::jsonb` })
    .where('workspaceId', '=', tx.workspaceId)
    .execute()
}
