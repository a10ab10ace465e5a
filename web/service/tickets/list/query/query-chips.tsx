import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import type { Member } from '#web/service/tickets/ticket/types.ts'
import { type ListQuery, listHref } from '#web/service/tickets/ticket/views.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { FilterChip } from '#web/ui/list/filter-chip.tsx'
import type { DescribedQuery } from './describe-query.ts'

const loadDialog = () => import('./condition-dialog.tsx')

type Props = { query: ListQuery; search: DescribedQuery; members: Member[] }
type Editing = { condition: string | null; rest: string }

/** The conditions of the query as chips, and the button that adds one. */
export function QueryChips({ query, search: { chips, base, ownKeys }, members }: Props) {
  const navigate = useNavigate()
  const [editing, setEditing] = useState<Editing>()
  const part = useLazyModule(loadDialog, editing !== undefined)
  const hrefOf = (q: string) => listHref({ ...query, q, cursor: null })
  const add = () => setEditing({ condition: null, rest: base })
  useShortcuts({ 'shift+F': { label: 'Add a filter', run: add } }, { group: 'Ticket list' })
  return (
    <>
      <Button variant="ghost" icon={ListFilter} busy={editing && !part} onClick={add}>
        Filter
      </Button>
      {chips.map(({ text, label, value, rest }, at) => (
        <FilterChip
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition can occur twice
          key={at}
          label={`${label} `}
          value={value}
          onClick={() => setEditing({ condition: text, rest })}
          removeHref={hrefOf(rest)}
        />
      ))}
      {editing && part && (
        <part.ConditionDialog
          condition={editing.condition}
          ownKeys={ownKeys}
          members={members}
          onClose={() => setEditing(undefined)}
          onApply={(condition) => {
            setEditing(undefined)
            navigate(hrefOf(`${condition} ${editing.rest}`.trim()))
          }}
        />
      )}
    </>
  )
}
