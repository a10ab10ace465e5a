import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { recordAudit } from '#server/workspace/audit/record-audit.ts'
import { revokeManagementKeysOf } from './queries.ts'
import { tellKeysChanged } from './tell-changed.ts'

/** Revokes the management keys of a deactivated member. Other keys belong to the workspace and are kept. */
export async function revokeKeysOf(
  tx: WorkspaceTx,
  { by: { actor }, with: { memberId } }: NewEvent<'member.deactivated'>,
) {
  const revoked = await revokeManagementKeysOf(tx, memberId, actor.id ?? memberId)
  for (const { id, ...old } of revoked) {
    await recordAudit(tx, { action: 'api-key.revoked', by: { actor }, subjectId: id, detail: { old } })
  }
  if (revoked.length > 0) await tellKeysChanged(tx, actor)
}
