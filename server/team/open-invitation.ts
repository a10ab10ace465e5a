import { unbindAccount } from '#server/accounts/accounts.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { type IdentityTx, withinWorkspace } from '#server/platform/database.ts'
import { findMemberRow, removeInvited } from './queries.ts'

const lifeMs = 7 * 24 * 3600 * 1000

export type Bound = { id: string; workspaceId: string }

/** Whether an account has not joined the workspace that holds it: it was invited, and says nothing to it or not yet. */
export async function isMerelyInvited(tx: IdentityTx, bound: Bound): Promise<boolean> {
  return (await memberOf(tx, bound))?.status === 'invited'
}

/** Whether an invitation can still be accepted. */
export async function hasOpenInvitation(tx: IdentityTx, bound: Bound): Promise<boolean> {
  const member = await memberOf(tx, bound)
  return member?.status === 'invited' && !hasRunOut(member.invitedAt)
}

const memberOf = (tx: IdentityTx, { id, workspaceId }: Bound) =>
  withinWorkspace(tx, workspaceId, (walled) => findMemberRow(walled, id))

export const hasRunOut = (invitedAt: string | null) => !invitedAt || Date.parse(invitedAt) < Date.now() - lifeMs

/** Lets go of an account that was invited and joins somewhere else instead. */
export async function declineInvitation(tx: IdentityTx, { id, workspaceId }: Bound, network?: string) {
  await withinWorkspace(tx, workspaceId, async (walled) => {
    await removeInvited(walled, id)
    const actor = { type: 'agent', id } as const
    await recordAudit(walled, { action: 'invitation.declined', by: { actor, network }, subjectId: id })
  })
  await unbindAccount(tx, id)
}
