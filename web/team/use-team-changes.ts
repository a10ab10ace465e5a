import type { Problem } from '#contract/refusals.ts'
import type { changeMember, invite, Takers, withdrawInvitation } from '#contract/workspace/team.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { type Member, type Role, roleNames, roleOf } from './members.ts'

export type TeamChange = { member: Member } & (
  | { kind: 'role'; role: Role }
  | { kind: 'hr-admin'; isHrAdmin: boolean }
  | ({ kind: 'activity'; isActive: boolean } & Partial<Takers>)
  | { kind: 'invitation' }
  | { kind: 'withdrawal' }
)

export const useTeamChanges = () =>
  useWrite(send, { inTurn: true, done: (_, change) => wordsOf(change), changesFrame: true })

async function send(change: TeamChange): Promise<{ answer?: object; problem?: Problem }> {
  const { member } = change
  const params = { id: member.id }
  switch (change.kind) {
    case 'invitation':
      return sendInvitation(member.email, roleOf(member))
    case 'withdrawal':
      return ask<typeof withdrawInvitation>('DELETE', '/api/v1/invitations/:id', { params, waits: true })
    default: {
      const { kind, member: _, ...body } = change
      return ask<typeof changeMember>('PATCH', '/api/v1/members/:id', { params, body, waits: true })
    }
  }
}

export const sendInvitation = (email: string, role: Role) =>
  ask<typeof invite>('POST', '/api/v1/invitations', { body: { email, role }, waits: true })

function wordsOf(change: TeamChange) {
  const name = fullName(change.member)
  switch (change.kind) {
    case 'role':
      return `${name}: ${roleNames[change.role]}`
    case 'hr-admin':
      return change.isHrAdmin ? `${name} is now an HR admin` : `${name} is no longer an HR admin`
    case 'activity':
      return change.isActive ? `${name} reactivated` : `${name} deactivated`
    case 'invitation':
      return 'Invitation sent'
    case 'withdrawal':
      return 'Invitation withdrawn'
  }
}

export function previewOf(member: Member, underWay: readonly TeamChange[]): Member {
  const shown = { ...member }
  for (const change of underWay) {
    if (change.member.id !== member.id) continue
    if (change.kind === 'role') shown.role = change.role
    if (change.kind === 'hr-admin') shown.isHrAdmin = change.isHrAdmin
  }
  return shown
}
