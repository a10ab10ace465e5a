import {
  Ban,
  CirclePause,
  CirclePlay,
  Mail,
  Monitor,
  ShieldCheck,
  ShieldOff,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react'
import type { MenuChoice, MenuGroup } from '#web/ui/overlay/menu.tsx'
import { type Member, type Role, roleOf } from './members.ts'
import type { Question } from './questions/member-question.tsx'
import type { TeamChange } from './use-team-changes.ts'

export type MemberWiring = {
  change: (change: TeamChange) => void
  ask: (question: Question) => void
  showDevices: (member: Member) => void
}
export type MemberActions = ReturnType<typeof actionsOn>

export const actionsOn = (member: Member, isOwn: boolean, { change, ask, showDevices }: MemberWiring) => ({
  setRole: (role: Role) =>
    isOwn && role === 'TeamUser' ? ask({ kind: 'step-down', member }) : change({ kind: 'role', member, role }),
  setHrAdmin: (isHrAdmin: boolean) => change({ kind: 'hr-admin', member, isHrAdmin }),
  resend: () => change({ kind: 'invitation', member }),
  reactivate: () => change({ kind: 'activity', member, isActive: true }),
  showDevices: () => showDevices(member),
  askToDeactivate: () => ask({ kind: 'deactivate', member }),
  askToWithdraw: () => ask({ kind: 'withdraw', member }),
})

/** On narrow screens, the menu is the only access to hidden columns. */
export const menuOf = (member: Member, actions: MemberActions): MenuGroup[] => [
  { items: [roleChoice(member, actions), hrChoice(member, actions)] },
  { items: standingChoices(member, actions) },
]

const roleChoice = (member: Member, { setRole }: MemberActions): MenuChoice =>
  roleOf(member) === 'AdminUser'
    ? { label: 'Make team member', icon: ShieldOff, onSelect: () => setRole('TeamUser') }
    : { label: 'Make admin', icon: ShieldCheck, onSelect: () => setRole('AdminUser') }

const hrChoice = ({ isHrAdmin }: Member, { setHrAdmin }: MemberActions): MenuChoice =>
  isHrAdmin
    ? { label: 'Remove as HR admin', icon: UserRoundX, onSelect: () => setHrAdmin(false) }
    : { label: 'Make HR admin', icon: UserRoundCheck, onSelect: () => setHrAdmin(true) }

function standingChoices(
  member: Member,
  { resend, reactivate, showDevices, askToDeactivate, askToWithdraw }: MemberActions,
): MenuChoice[] {
  if (member.status === 'deactivated') return [{ label: 'Reactivate', icon: CirclePlay, onSelect: reactivate }]
  if (member.status === 'active') {
    return [
      { label: 'Devices…', icon: Monitor, onSelect: showDevices },
      { label: 'Deactivate…', icon: CirclePause, danger: true, onSelect: askToDeactivate },
    ]
  }
  return [
    { label: 'Resend invitation', icon: Mail, onSelect: resend },
    { label: 'Withdraw invitation…', icon: Ban, danger: true, onSelect: askToWithdraw },
  ]
}
