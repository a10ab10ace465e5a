import { Ban, CirclePause, CirclePlay, Mail, ShieldCheck, ShieldOff, UserRoundCheck, UserRoundX } from 'lucide-react'
import type { MenuChoice, MenuGroup } from '#web/ui/overlay/menu.tsx'
import type { MemberActs } from './member-acts.ts'
import { type Member, roleOf } from './members.ts'

/** All that can be done with a member; on a narrow screen it is the only way to the columns that are hidden there. */
export const menuOf = (member: Member, acts: MemberActs): MenuGroup[] => [
  { items: [roleChoice(member, acts), hrChoice(member, acts)] },
  { items: standingChoices(member, acts) },
]

const roleChoice = (member: Member, { setRole }: MemberActs): MenuChoice =>
  roleOf(member) === 'AdminUser'
    ? { label: 'Make team member', icon: ShieldOff, onSelect: () => setRole('TeamUser') }
    : { label: 'Make admin', icon: ShieldCheck, onSelect: () => setRole('AdminUser') }

const hrChoice = ({ isHrAdmin }: Member, { setHrAdmin }: MemberActs): MenuChoice =>
  isHrAdmin
    ? { label: 'Remove as HR admin', icon: UserRoundX, onSelect: () => setHrAdmin(false) }
    : { label: 'Make HR admin', icon: UserRoundCheck, onSelect: () => setHrAdmin(true) }

function standingChoices(
  member: Member,
  { resend, reactivate, askToDeactivate, askToWithdraw }: MemberActs,
): MenuChoice[] {
  if (member.status === 'deactivated') return [{ label: 'Reactivate', icon: CirclePlay, onSelect: reactivate }]
  if (member.status === 'active') {
    return [{ label: 'Deactivate…', icon: CirclePause, danger: true, onSelect: askToDeactivate }]
  }
  return [
    { label: 'Resend invitation', icon: Mail, onSelect: resend },
    { label: 'Withdraw invitation…', icon: Ban, danger: true, onSelect: askToWithdraw },
  ]
}
