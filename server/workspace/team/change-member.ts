import { aboutWorkspace, systemActor } from '#contract/events.ts'
import type { Takers } from '#contract/workspace/team.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { type AuditSource, recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { findActiveMember, findMemberNames } from './find-members.ts'
import { findMemberRow, lockAdmins, type MemberChanges, updateMember } from './queries.ts'

type ChangeMemberInput = {
  id: string
  role?: 'AdminUser' | 'TeamUser' | undefined
  isHrAdmin?: boolean | undefined
  isActive?: boolean | undefined
} & { [Name in keyof Takers]?: Takers[Name] | undefined }

type ChangeSource = { by: AuditSource; noted?: Record<string, unknown> }

/**
 * Changes a member. The change takes effect at the member's next request, and open live streams are checked at once.
 */
export const changeMember = (tx: WorkspaceTx, caller: Member, change: ChangeMemberInput) =>
  applyChange(tx, { by: sourceOf(caller) }, change)

/**
 * Deactivates a member without a handover: open tickets become unassigned, reviews go back to their senders, and
 * articles and entries keep their owner.
 */
export const deactivateByOperator = (tx: WorkspaceTx, id: string) =>
  applyChange(tx, { by: { actor: systemActor }, noted: { by: 'operator' } }, { id, isActive: false })

async function applyChange(tx: WorkspaceTx, { by, noted }: ChangeSource, change: ChangeMemberInput) {
  const { id, role, isHrAdmin, isActive } = change
  const admins = await lockAdmins(tx)
  const member = await findMemberRow(tx, id)
  if (!member) throw new Refusal('member-not-found')
  const losesAdmin = isActive === false || role === 'TeamUser'
  if (losesAdmin && admins.length === 1 && admins[0]!.id === id) throw new Refusal('last-admin')
  const takers = takersIn(change)
  await refuseUnfit(tx, change, takers)

  const changes: MemberChanges = changedFields(member, {
    ...(role && role !== asPlainAdminRole(member.role) && { role }),
    ...(isHrAdmin !== undefined && { isHrAdmin }),
    ...(isActive !== undefined && member.status !== 'invited' && { status: isActive ? 'active' : 'deactivated' }),
  })
  if (isNothing(changes)) return member
  const changed = await updateMember(tx, id, changes)
  tx.afterwards.sessions.add(id)
  const leaves = changed.status === 'deactivated' && member.status === 'active'
  if (leaves) await tellDeactivated(tx, by, { memberId: id, ...takers })
  await recordAudit(tx, {
    action: 'member.changed',
    by,
    subjectId: id,
    detail: { old: pick(member), new: pick(changed), ...(leaves && (await namedTakers(tx, takers))), ...noted },
  })
  return changed
}

const tellDeactivated = (tx: WorkspaceTx, { actor }: AuditSource, leaver: Takers & { memberId: string }) =>
  record(tx, {
    type: 'member.deactivated',
    subject: aboutWorkspace(tx.workspaceId),
    audience: 'team',
    by: { actor },
    with: leaver,
  })

const takersIn = ({ ticketsTo, articlesTo, entriesTo, reviewsTo }: ChangeMemberInput): Takers => ({
  ticketsTo: ticketsTo ?? null,
  articlesTo: articlesTo ?? null,
  entriesTo: entriesTo ?? null,
  reviewsTo: reviewsTo ?? null,
})

async function refuseUnfit(tx: WorkspaceTx, { id, isActive }: ChangeMemberInput, takers: Takers) {
  for (const [name, taker] of Object.entries(takers)) {
    if (taker === null) continue
    if (isActive !== false) refuseTaker(name, 'Only with `isActive: false`')
    if (taker === id) refuseTaker(name, 'Choose another member')
    if (!(await findActiveMember(tx, taker))) throw new Refusal('member-not-active')
  }
}

function refuseTaker(name: string, detail: string): never {
  throw new Refusal('invalid', { detail, fields: { [name]: detail } })
}

async function namedTakers(tx: WorkspaceTx, takers: Takers) {
  const names = await findMemberNames(tx, Object.values(takers))
  const named = Object.entries(takers).flatMap(([name, id]) => (id ? [[name, { id, name: names.get(id) }]] : []))
  return named.length > 0 ? { handedOver: Object.fromEntries(named) } : {}
}

/** Treats the founder role as the admin role. Setting `AdminUser` for a founder therefore changes nothing. */
const asPlainAdminRole = (role: string) => (role === 'FreeAdminUser' ? 'AdminUser' : role)

const pick = ({ role, status, isHrAdmin }: { role: string; status: string; isHrAdmin: boolean }) => ({
  role,
  status,
  isHrAdmin,
})
