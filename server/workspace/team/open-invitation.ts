import { type IdentityTx, withinWorkspace } from '#server/platform/database.ts'
import { bindAccount, forgetAllInvitations, lockAccount } from '#server/workspace/accounts/accounts.ts'
import { recordAudit } from '#server/workspace/audit/record-audit.ts'
import { activateMember } from './membership.ts'
import { removeInvited } from './queries.ts'

type AcceptInput = { accountId: string; workspaceId: string; network: string }

/**
 * Makes an invited account a member and declines its other invitations. Returns false if it is not invited or already
 * has a workspace.
 */
export async function acceptInvitation(
  tx: IdentityTx,
  { accountId, workspaceId, network }: AcceptInput,
): Promise<boolean> {
  const account = await lockAccount(tx, accountId)
  if (!account || account.workspaceId) return false
  const isMember = await withinWorkspace(tx, workspaceId, (walled) => activateMember(walled, accountId))
  if (!isMember) return false
  await bindAccount(tx, accountId, workspaceId)
  await declineInvitations(tx, { accountId, joined: workspaceId, network })
  return true
}

type DeclineInput = { accountId: string; joined: string | null; network?: string | undefined }

/** Ends all invitations of an account that joined or created a workspace, or whose address another person verified. */
export async function declineInvitations(tx: IdentityTx, { accountId, joined, network }: DeclineInput) {
  const by = { actor: { type: 'agent', id: accountId }, network } as const
  for (const workspaceId of await forgetAllInvitations(tx, accountId)) {
    if (workspaceId === joined) continue
    await withinWorkspace(tx, workspaceId, async (walled) => {
      await removeInvited(walled, accountId)
      await recordAudit(walled, { action: 'invitation.declined', by, subjectId: accountId })
    })
  }
}
