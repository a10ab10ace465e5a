import {
  Ban,
  CircleCheck,
  CirclePause,
  CirclePlay,
  Clock,
  Ellipsis,
  Mail,
  Monitor,
  ShieldCheck,
  ShieldOff,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { Time } from '#web/lib/time/time.tsx'
import { fullName } from '#web/lib/words/full-name.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { Avatar, UnassignedAvatar } from '#web/ui/mark/avatar.tsx'
import { Pill } from '#web/ui/mark/pill.tsx'
import { Menu, type MenuChoice, type MenuGroup } from '#web/ui/overlay/menu.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { type Member, type Role, roleNames, roleOf } from './members.ts'
import type { Question } from './questions/member-question.tsx'
import type { TeamChange } from './use-team-changes.ts'

export const MemberTable = ({ members, ownId, wiring }: { members: Member[]; ownId: string; wiring: MemberWiring }) => (
  <Table label="Members">
    <TableHead>
      <HeaderCell>Member</HeaderCell>
      <HeaderCell className="hidden w-40 md:table-cell">Role</HeaderCell>
      <HeaderCell className="hidden w-24 md:table-cell">HR admin</HeaderCell>
      <HeaderCell className="w-32">Status</HeaderCell>
      <HeaderCell align="right" className="hidden w-30 md:table-cell">
        Last active
      </HeaderCell>
      <HeaderCell className="w-14 md:w-33">
        <VisuallyHidden>Actions</VisuallyHidden>
      </HeaderCell>
    </TableHead>
    <TableBody>
      {members.map((member) => (
        <MemberRow key={member.id} member={member} isOwn={member.id === ownId} wiring={wiring} />
      ))}
    </TableBody>
  </Table>
)

function MemberRow({ member, isOwn, wiring }: { member: Member; isOwn: boolean; wiring: MemberWiring }) {
  const actions = actionsOn(member, isOwn, wiring)
  const name = fullName(member)
  return (
    <TableRow tall>
      <Cell>
        <Person member={member} isOwn={isOwn} />
      </Cell>
      <Cell className="hidden overflow-visible md:table-cell">
        <InlineValue
          label={`Role of ${name}`}
          options={roleOptions}
          value={roleOf(member)}
          onChange={actions.setRole}
        />
      </Cell>
      <Cell className="hidden overflow-visible md:table-cell">
        <Switch label={`${name} is an HR admin`} hideLabel checked={member.isHrAdmin} onChange={actions.setHrAdmin} />
      </Cell>
      <Cell>
        <Status status={member.status} />
      </Cell>
      <Cell align="right" className="hidden text-ink-3 md:table-cell">
        {isOwn ? 'Now' : <LastActive member={member} />}
      </Cell>
      <Cell className="overflow-visible">
        <RowActions member={member} actions={actions} />
      </Cell>
    </TableRow>
  )
}

const RowActions = ({ member, actions }: { member: Member; actions: MemberActions }) => (
  <span className="flex items-center justify-end gap-1">
    {member.status === 'invited' && (
      <Button variant="ghost" className="text-accent-ink! max-md:hidden" onClick={actions.resend}>
        Resend<VisuallyHidden>{` the invitation of ${shownAddress(member.email)}`}</VisuallyHidden>
      </Button>
    )}
    <Menu
      label={`Actions for ${fullName(member)}`}
      align="end"
      button={<IconButton icon={Ellipsis} label={`More for ${fullName(member)}`} />}
      groups={menuOf(member, actions)}
    />
  </span>
)

const roleOptions = (['AdminUser', 'TeamUser'] as const).map((value) => ({ value, label: roleNames[value] }))

const Person = ({ member, isOwn }: { member: Member; isOwn: boolean }) => (
  <span className="flex items-center gap-3">
    {member.status === 'invited' ? (
      <UnassignedAvatar size={28} icon={Mail} label="Invited" />
    ) : (
      <Avatar name={fullName(member)} src={member.avatarUrl} size={28} hideName />
    )}
    <span className="min-w-0 leading-4">
      <span className="block truncate font-[550]">
        {fullName(member)}
        {isOwn && <span className="font-normal text-ink-3"> (you)</span>}
      </span>
      <span className="mt-0.5 block truncate text-meta text-ink-3">
        {member.status === 'invited' ? 'Not joined yet' : shownAddress(member.email)}
      </span>
    </span>
  </span>
)

function Status({ status }: Pick<Member, 'status'>) {
  if (status === 'active')
    return (
      <Pill tone="green" icon={CircleCheck} quiet>
        Active
      </Pill>
    )
  if (status === 'invited')
    return (
      <Pill tone="blue" icon={Clock}>
        Invited
      </Pill>
    )
  return (
    <Pill tone="grey" icon={CirclePause}>
      Deactivated
    </Pill>
  )
}

function LastActive({ member: { status, invitedAt, lastSeenAt } }: { member: Member }) {
  if (status === 'invited')
    return (
      invitedAt && (
        <>
          Sent <Time at={invitedAt} style="day" />
        </>
      )
    )
  return lastSeenAt && <Time at={lastSeenAt} />
}

type MemberWiring = {
  change: (change: TeamChange) => void
  ask: (question: Question) => void
  showDevices: (member: Member) => void
}
type MemberActions = ReturnType<typeof actionsOn>

const actionsOn = (member: Member, isOwn: boolean, { change, ask, showDevices }: MemberWiring) => ({
  setRole: (role: Role) =>
    isOwn && role === 'TeamUser' ? ask({ kind: 'step-down', member }) : change({ kind: 'role', member, role }),
  setHrAdmin: (isHrAdmin: boolean) => change({ kind: 'hr-admin', member, isHrAdmin }),
  resend: () => change({ kind: 'invitation', member }),
  reactivate: () => change({ kind: 'activity', member, isActive: true }),
  showDevices: () => showDevices(member),
  askToDeactivate: () => ask({ kind: 'deactivate', member }),
  askToWithdraw: () => ask({ kind: 'withdraw', member }),
})

const menuOf = (member: Member, actions: MemberActions): MenuGroup[] => [
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
