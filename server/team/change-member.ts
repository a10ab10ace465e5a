import { aboutWorkspace } from '#contract/events.ts'
import { recordAudit, sourceOf } from '#server/audit/record-audit.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findActiveMember } from './find-members.ts'
import { findMemberRow, lockAdmins, type MemberChanges, updateMember } from './queries.ts'

type Change = {
  id: string
  role?: 'AdminUser' | 'TeamUser' | undefined
  isHrAdmin?: boolean | undefined
  isActive?: boolean | undefined
  ticketsTo?: string | null | undefined
}

/** What changes holds from the member's next call on, and their open streams ask again at once. */
export async function changeMember(tx: WorkspaceTx, caller: Member, change: Change) {
  const { id, role, isHrAdmin, isActive, ticketsTo = null } = change
  const admins = await lockAdmins(tx)
  const member = await findMemberRow(tx, id)
  if (!member) throw new Refusal('member-not-found')
  const losesAdmin = isActive === false || role === 'TeamUser'
  if (losesAdmin && admins.length === 1 && admins[0]!.id === id) throw new Refusal('last-admin')

  if (ticketsTo && isActive !== false) refuseTicketsTo('Say isActive: false beside it')
  if (ticketsTo === id) refuseTicketsTo('Choose somebody else')
  if (ticketsTo && !(await findActiveMember(tx, ticketsTo))) throw new Refusal('member-not-active')

  const changes: MemberChanges = {
    ...(role && role !== adminRoleAlready(member.role) && { role }),
    ...(isHrAdmin !== undefined && { isHrAdmin }),
    ...(isActive !== undefined && member.status !== 'invited' && { status: isActive ? 'active' : 'deactivated' }),
  }
  const changed = Object.keys(changes).length > 0 ? await updateMember(tx, id, changes) : member
  tx.afterwards.sessions.add(id)
  if (changed.status === 'deactivated' && member.status === 'active') await tellDeactivated(tx, caller, id, ticketsTo)
  await recordAudit(tx, {
    action: 'member.changed',
    by: sourceOf(caller),
    subjectId: id,
    detail: { old: pick(member), new: pick(changed) },
  })
  return changed
}

const tellDeactivated = (tx: WorkspaceTx, caller: Member, memberId: string, ticketsTo: string | null) =>
  record(tx, {
    ...{ type: 'member.deactivated', subject: aboutWorkspace(tx.workspaceId), audience: 'team' },
    by: { actor: { type: 'agent', id: caller.id } },
    with: { memberId, ticketsTo },
  })

function refuseTicketsTo(detail: string): never {
  throw new Refusal('invalid', { detail, fields: { ticketsTo: detail } })
}

/** A founder who is made admin again keeps the founder's role until a plan is active. */
const adminRoleAlready = (role: string) => (role === 'FreeAdminUser' ? 'AdminUser' : role)

const pick = ({ role, status, isHrAdmin }: { role: string; status: string; isHrAdmin: boolean }) => ({
  role,
  status,
  isHrAdmin,
})
