import { sql } from 'kysely'
import { aboutWorkspace, systemActor } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { recordAudit } from '#server/workspace/audit/record-audit.ts'

/** Refuses if the workspace is suspended. Sign-in needs this check, because it uses no session or API key. */
export async function refuseOfSuspended(tx: WorkspaceTx) {
  const { suspendedAt } = await tx.selectFrom('workspaces').select('suspendedAt').executeTakeFirstOrThrow()
  if (suspendedAt) throw new Refusal('workspace-suspended')
}

/** Suspends the workspace. Returns false if it is already suspended. */
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

/** Resumes the workspace. Returns false if it is not suspended. */
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

type SuspensionEvent = Pick<NewEvent<'workspace.suspended' | 'workspace.resumed'>, 'type'>

async function tell(tx: WorkspaceTx, turn: SuspensionEvent, detail: object) {
  await recordAudit(tx, { action: turn.type, by: { actor: systemActor }, detail: { ...detail, by: 'operator' } })
  await record(tx, { ...turn, subject: aboutWorkspace(tx.workspaceId), by: { actor: systemActor }, audience: 'team' })
}
