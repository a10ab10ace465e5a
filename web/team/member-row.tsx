import { CircleCheck, CirclePause, Clock, Ellipsis, Mail } from 'lucide-react'
import { Time } from '#web/lib/time.tsx'
import { Avatar, UnassignedAvatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { InlineValue } from '#web/ui/inline-value.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Cell, TableRow } from '#web/ui/table.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { menuOf } from './member-menu.ts'
import type { Question } from './member-question.tsx'
import { type Member, nameOf, type Role, roleNames, roleOf } from './members.ts'

type Props = {
  member: Member
  isOwn: boolean
  send: (change: Record<string, string>) => void
  onAsk: (question: Question) => void
}

export function MemberRow({ member, isOwn, send, onAsk }: Props) {
  const name = nameOf(member)
  const setRole = (role: Role) =>
    isOwn && role === 'TeamUser'
      ? onAsk({ kind: 'step-down', member })
      : send({ intent: 'change', id: member.id, role })
  const setHrAdmin = (isHrAdmin: boolean) => send({ intent: 'change', id: member.id, isHrAdmin: String(isHrAdmin) })
  const resend = () => send({ intent: 'invite', email: member.email, role: roleOf(member) })
  return (
    <TableRow tall>
      <Cell>
        <Person member={member} isOwn={isOwn} />
      </Cell>
      <Cell className="hidden overflow-visible md:table-cell">
        <InlineValue label={`Role of ${name}`} options={roleOptions} value={roleOf(member)} onChange={setRole} />
      </Cell>
      <Cell className="hidden overflow-visible md:table-cell">
        <Switch label={`${name} is an HR admin`} hideLabel checked={member.isHrAdmin} onChange={setHrAdmin} />
      </Cell>
      <Cell>
        <Status status={member.status} />
      </Cell>
      <Cell align="right" className="hidden text-ink-3 md:table-cell">
        <LastActive member={member} />
      </Cell>
      <Cell align="right" className="overflow-visible">
        {member.status === 'invited' && (
          <Button variant="ghost" className="mr-1 text-accent-ink! max-md:hidden" onClick={resend}>
            Resend<VisuallyHidden>{` the invitation of ${member.email}`}</VisuallyHidden>
          </Button>
        )}
        <Menu
          label={`Actions for ${name}`}
          align="end"
          button={<IconButton icon={Ellipsis} label={`More for ${name}`} />}
          groups={menuOf(member, {
            setRole,
            setHrAdmin,
            resend,
            onAsk,
            reactivate: () => send({ intent: 'change', id: member.id, isActive: 'true' }),
          })}
        />
      </Cell>
    </TableRow>
  )
}

const roleOptions = (['AdminUser', 'TeamUser'] as const).map((value) => ({ value, label: roleNames[value] }))

const Person = ({ member, isOwn }: { member: Member; isOwn: boolean }) => (
  <span className="flex items-center gap-3">
    {member.status === 'invited' ? (
      <UnassignedAvatar size={28} icon={Mail} label="Invited" />
    ) : (
      <Avatar name={nameOf(member)} src={member.avatarUrl} size={28} hideName />
    )}
    <span className="min-w-0 leading-4">
      <span className="block truncate font-[550]">
        {nameOf(member)}
        {isOwn && <span className="font-normal text-ink-3"> (you)</span>}
      </span>
      <span className="mt-0.5 block truncate text-meta text-ink-3">
        {member.status === 'invited' ? 'Has not joined yet' : member.email}
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
  return lastSeenAt ? <Time at={lastSeenAt} /> : 'Never'
}
