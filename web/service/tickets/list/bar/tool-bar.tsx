import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { QueryKeys } from '#contract/search/query-keys.ts'
import type { findTicketByNumber } from '#contract/tickets/tickets.ts'
import { FilterPicker } from '#web/lib/list/filter-picker.tsx'
import { ListSearch } from '#web/lib/list/list-search.tsx'
import { useFound } from '#web/lib/network/use-found.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { fullName, markedName } from '#web/lib/words/full-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { PickerDialog } from '#web/service/tickets/ticket/dialogs/picker-dialog.tsx'
import type { Member } from '#web/service/tickets/ticket/types.ts'
import { inactiveAssignees, type ListQuery, listHref } from '#web/service/tickets/ticket/views.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'

type Props = { query: ListQuery; members: Member[]; viewerId: string }

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

function optionsOf({ query: { assignee }, members, viewerId }: Props) {
  const rankOf = ({ id, status }: Member) => (id === viewerId ? 0 : status === 'deactivated' ? 2 : 1)
  const known = members
    .filter(({ status }) => status !== 'invited')
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((member) => ({
      value: member.id,
      label: member.id === viewerId ? `${fullName(member)} (me)` : markedName(member),
    }))
  const inactive = { value: inactiveAssignees, label: 'Inactive members' }
  const options = [...known, inactive]
  // Only admins get deactivated members. But other members can open a link that filters by a deactivated member.
  const isKnown = assignee === null || options.some(({ value }) => value === assignee)
  return isKnown ? options : [...options, { value: assignee, label: 'Inactive member' }]
}

const findByNumber = async (number: string) =>
  (await ask<typeof findTicketByNumber>('GET', '/api/v1/ticket-numbers/:number', { params: { number } })).answer

const loadSuggestions = () => import('./suggest-conditions.ts')

type SearchProps = { query: ListQuery; label: string; members: Member[]; ownKeys: QueryKeys }

export function SearchBox({ query, label, members, ownKeys }: SearchProps) {
  const navigate = useNavigate()
  const [hasFocus, setFocus] = useState(false)
  const suggestions = useLazyModule(loadSuggestions, hasFocus)
  // Kept until the code of the suggestions is there, because people can type before.
  const [typed, setTyped] = useState<{ text: string; caret: number } | null>(null)
  const name = suggestions && typed ? suggestions.typedName(typed.text, typed.caret) : null
  const { found } = useFound(name, suggestions ? suggestions.findNames : async () => [])

  async function openByNumber(words: string) {
    const number = /^#?(\d{1,10})$/.exec(words)?.[1]
    const found = number && (await findByNumber(number))
    if (found) navigate(`/service/tickets/${found.id}`)
    return Boolean(found)
  }

  return (
    <ListSearch
      label={label}
      q={query.q}
      hrefOf={(q) => listHref({ ...query, q, cursor: null })}
      group="Ticket list"
      keyLabel="Search tickets"
      maxLength={2000}
      onEnter={openByNumber}
      isUnfinished={suggestions && ((text) => suggestions.isUnfinished(text, ownKeys))}
      onFocus={() => setFocus(true)}
      onTyped={(text, caret) => setTyped({ text, caret })}
      suggest={
        suggestions && ((text, caret) => suggestions.suggestConditions(text, caret, { members, ownKeys, found }))
      }
    />
  )
}
