import { Ban, CirclePause, CirclePlay, Mail, ShieldCheck, ShieldOff, UserRoundCheck, UserRoundX } from 'lucide-react'
import type { MenuChoice, MenuGroup } from '#web/ui/menu.tsx'
import type { Question } from './member-question.tsx'
import { type Member, type Role, roleOf } from './members.ts'

type Acts = {
  setRole: (role: Role) => void
  setHrAdmin: (isHrAdmin: boolean) => void
  resend: () => void
  reactivate: () => void
  onAsk: (question: Question) => void
}

/** All that can be done with a member; on a narrow screen it is the only way to the columns that are hidden there. */
export const menuOf = (member: Member, acts: Acts): MenuGroup[] => [
  { items: [roleChoice(member, acts), hrChoice(member, acts)] },
  { items: standingChoices(member, acts) },
]

const roleChoice = (member: Member, { setRole }: Acts): MenuChoice =>
  roleOf(member) === 'AdminUser'
    ? { label: 'Make team member', icon: ShieldOff, onSelect: () => setRole('TeamUser') }
    : { label: 'Make admin', icon: ShieldCheck, onSelect: () => setRole('AdminUser') }

const hrChoice = ({ isHrAdmin }: Member, { setHrAdmin }: Acts): MenuChoice =>
  isHrAdmin
    ? { label: 'Remove as HR admin', icon: UserRoundX, onSelect: () => setHrAdmin(false) }
    : { label: 'Make HR admin', icon: UserRoundCheck, onSelect: () => setHrAdmin(true) }

function standingChoices(member: Member, { resend, reactivate, onAsk }: Acts): MenuChoice[] {
  if (member.status === 'deactivated') return [{ label: 'Reactivate', icon: CirclePlay, onSelect: reactivate }]
  if (member.status === 'active') {
    return [
      { label: 'Deactivate…', icon: CirclePause, danger: true, onSelect: () => onAsk({ kind: 'deactivate', member }) },
    ]
  }
  return [
    { label: 'Resend invitation', icon: Mail, onSelect: resend },
    { label: 'Withdraw invitation…', icon: Ban, danger: true, onSelect: () => onAsk({ kind: 'withdraw', member }) },
  ]
}
