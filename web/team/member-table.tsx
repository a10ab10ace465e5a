import { HeaderCell, Table, TableBody, TableHead } from '#web/ui/list/table.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { Desk } from './member-acts.ts'
import { MemberRow } from './member-row.tsx'
import type { Member } from './members.ts'
import type { TeamChanges } from './use-team-changes.ts'

type Props = { members: Member[]; ownId: string; sent: TeamChanges['sent']; desk: Desk }

export const MemberTable = ({ members, ownId, sent, desk }: Props) => (
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
        <MemberRow key={member.id} member={withSent(member, sent)} isOwn={member.id === ownId} desk={desk} />
      ))}
    </TableBody>
  </Table>
)

/** A change shows as soon as it is sent; the answer of the server has the last word. */
function withSent(member: Member, sent: TeamChanges['sent']): Member {
  if (!sent || sent.id !== member.id) return member
  return {
    ...member,
    ...(sent.role && { role: sent.role as Member['role'] }),
    ...(sent.isHrAdmin && { isHrAdmin: sent.isHrAdmin === 'true' }),
  }
}
