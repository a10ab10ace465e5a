import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useLater } from '#web/lib/network/use-later.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { writeConditions } from './filter-words.ts'
import type { ListField } from './list-fields.ts'
import type { AroundFilter } from './use-around-filter.ts'

const loadDialog = () => import('./filter-dialog.tsx')

type Props = AroundFilter & { filter: string; fields: ListField[]; hrefOf: (filter: string) => string }

/** The way to say what a list is narrowed by; its inputs come when somebody wants them. */
export function FilterButton({ filter, fields, hrefOf, ...around }: Props) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const part = useLater(loadDialog, isOpen)
  useShortcuts({ f: { label: 'Filter', run: () => setOpen(true) } }, { group: 'Content list' })
  return (
    <>
      <Button variant="ghost" icon={ListFilter} busy={isOpen && !part} onClick={() => setOpen(true)}>
        Filter
      </Button>
      {isOpen && part && (
        <part.FilterDialog
          {...{ filter, fields, ...around }}
          onClose={() => setOpen(false)}
          onApply={(conditions) => {
            setOpen(false)
            navigate(hrefOf(writeConditions(conditions)))
          }}
        />
      )}
    </>
  )
}
