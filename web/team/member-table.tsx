import { HeaderCell, Table, TableBody, TableHead } from '#web/ui/list/table.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { MemberWiring } from './member-actions.ts'
import { MemberRow } from './member-row.tsx'
import type { Member } from './members.ts'

type Props = { members: Member[]; ownId: string; wiring: MemberWiring }

export const MemberTable = ({ members, ownId, wiring }: Props) => (
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
