import { sql } from 'kysely'
import { aboutWorkspace, noOne } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { recordAudit } from '#server/workspace/audit/record-audit.ts'

/** For whoever comes before the doors of a workspace are open to them: who asks for a code, or brings one. */
export async function refuseOfSuspended(tx: WorkspaceTx) {
  const { suspendedAt } = await tx.selectFrom('workspaces').select('suspendedAt').executeTakeFirstOrThrow()
  if (suspendedAt) throw new Refusal('workspace-suspended')
}

/** Lets nobody into a workspace until it is resumed; false where it is suspended already. */
export async function suspendWorkspace(tx: WorkspaceTx, reason: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('workspaces')
    .set({ suspendedAt: sql`now()` })
    .where('suspendedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tell(tx, { type: 'workspace.suspended' }, reason ? { reason } : {})
  return true
}

/** False where it was not suspended. */
export async function resumeWorkspace(tx: WorkspaceTx): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('workspaces')
    .set({ suspendedAt: null })
    .where('suspendedAt', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tell(tx, { type: 'workspace.resumed' }, {})
  return true
}

type Turn = Pick<NewEvent<'workspace.suspended' | 'workspace.resumed'>, 'type'>

/** What this and other processes keep of the workspace is looked at anew once they hear of it. */
async function tell(tx: WorkspaceTx, turn: Turn, detail: object) {
  await recordAudit(tx, { action: turn.type, by: { actor: noOne }, detail: { ...detail, by: 'operator' } })
  await record(tx, { ...turn, subject: aboutWorkspace(tx.workspaceId), by: { actor: noOne }, audience: 'team' })
}
