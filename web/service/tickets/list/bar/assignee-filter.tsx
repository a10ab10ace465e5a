import { useState } from 'react'
import { useNavigate } from 'react-router'
import { FilterPicker } from '#web/lib/list/filter-picker.tsx'
import { fullName, markedName } from '#web/lib/words/full-name.ts'
import { PickerDialog } from '#web/service/tickets/ticket/dialogs/picker-dialog.tsx'
import type { Member } from '#web/service/tickets/ticket/types.ts'
import { inactiveAssignees, type ListQuery, listHref } from '#web/service/tickets/ticket/views.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'

type Props = { query: ListQuery; members: Member[]; viewerId: string }

/** Whose tickets the list shows; `f` asks by key. */
export function AssigneeFilter({ query, members, viewerId }: Props) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  useShortcuts({ f: { label: 'Filter by assignee', run: () => setOpen(true) } }, { group: 'Ticket list' })
  const options = optionsOf({ query, members, viewerId })
  const hrefOf = (assignee: string | null) => listHref({ ...query, assignee, cursor: null })
  return (
    <>
      <FilterPicker label="Assignee" any="anyone" options={options} value={query.assignee} hrefOf={hrefOf} />
      <PickerDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        label="Filter by assignee"
        options={options}
        onChoose={(value) => navigate(hrefOf(value))}
      />
    </>
  )
}

/** Oneself first, then the team, then whoever left it. */
function optionsOf({ query: { assignee }, members, viewerId }: Props) {
  const rankOf = ({ id, status }: Member) => (id === viewerId ? 0 : status === 'deactivated' ? 2 : 1)
  const known = members
    .filter(({ status }) => status !== 'invited')
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((member) => ({
      value: member.id,
      label: member.id === viewerId ? `${fullName(member)} (me)` : markedName(member),
    }))
  const inactive = { value: inactiveAssignees, label: 'Inactive people' }
  const options = [...known, inactive]
  // Who is no admin knows the active members alone, and may have the address of somebody else's tickets.
  const isKnown = assignee === null || options.some(({ value }) => value === assignee)
  return isKnown ? options : [...options, { value: assignee, label: 'Somebody inactive' }]
}
