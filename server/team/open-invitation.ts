import { recordAudit } from '#server/audit/record-audit.ts'
import { type IdentityTx, wallInto } from '#server/platform/database.ts'
import { deleteInvited, findMemberRow, unbindAccount } from './queries.ts'

const lifeMs = 7 * 24 * 3600 * 1000

export type Bound = { id: string; workspaceId: string }

/** Whether an account has not joined the workspace that holds it: it was invited, and says nothing to it or not yet. */
export async function isMerelyInvited(tx: IdentityTx, { id, workspaceId }: Bound): Promise<boolean> {
  const member = await findMemberRow(await wallInto(tx, workspaceId), id)
  return member?.status === 'invited'
}

/** Whether an invitation can still be accepted. */
export async function hasOpenInvitation(tx: IdentityTx, { id, workspaceId }: Bound): Promise<boolean> {
  const member = await findMemberRow(await wallInto(tx, workspaceId), id)
  return member?.status === 'invited' && !hasRunOut(member.invitedAt)
}

export const hasRunOut = (invitedAt: string | null) => !invitedAt || Date.parse(invitedAt) < Date.now() - lifeMs

/** Lets go of an account that was invited and joins somewhere else instead. */
export async function declineInvitation(tx: IdentityTx, { id, workspaceId }: Bound, network: string) {
  const walled = await wallInto(tx, workspaceId)
  await deleteInvited(walled, id)
  await unbindAccount(tx, id)
  await recordAudit(walled, { action: 'invitation.declined', actor: { type: 'agent', id }, subjectId: id, network })
}
