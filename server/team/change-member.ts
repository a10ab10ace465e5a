import { recordAudit } from '#server/audit/record-audit.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findMemberRow, lockAdmins, type MemberChanges, updateMember } from './queries.ts'

type Change = {
  id: string
  role?: 'AdminUser' | 'TeamUser' | undefined
  isHrAdmin?: boolean | undefined
  isActive?: boolean | undefined
}

/** What changes holds from the member's next call on, and their open streams ask again at once. */
export async function changeMember(tx: WorkspaceTx, caller: Member, { id, role, isHrAdmin, isActive }: Change) {
  const admins = await lockAdmins(tx)
  const member = await findMemberRow(tx, id)
  if (!member) throw new Refusal('member-not-found')
  const losesAdmin = isActive === false || role === 'TeamUser'
  if (losesAdmin && admins.length === 1 && admins[0]!.id === id) throw new Refusal('last-admin')

  const changes: MemberChanges = {
    ...(role && role !== adminRoleAlready(member.role) && { role }),
    ...(isHrAdmin !== undefined && { isHrAdmin }),
    ...(isActive !== undefined && member.status !== 'invited' && { status: isActive ? 'active' : 'deactivated' }),
  }
  const changed = Object.keys(changes).length > 0 ? await updateMember(tx, id, changes) : member
  tx.afterwards.sessions.add(id)
  await recordAudit(tx, {
    action: 'member.changed',
    actor: { type: 'agent', id: caller.id },
    subjectId: id,
    detail: { old: pick(member), new: pick(changed) },
    network: caller.network,
  })
  return changed
}

/** A founder who is made admin again keeps the founder's role until a plan is active. */
const adminRoleAlready = (role: string) => (role === 'FreeAdminUser' ? 'AdminUser' : role)

const pick = ({ role, status, isHrAdmin }: { role: string; status: string; isHrAdmin: boolean }) => ({
  role,
  status,
  isHrAdmin,
})
