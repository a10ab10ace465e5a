import { Zap } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'
import { FilterChip } from '#web/ui/list/filter-chip.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import type { usePendingMacro } from './use-pending-macro.ts'

type Props = Pick<ReturnType<typeof usePendingMacro>, 'name' | 'steps' | 'gone'> & {
  onRemove: (key: string) => void
  onClear: () => void
}

/** What will change with the message, above the send button. */
export const MacroChips = ({ name, steps, gone, onRemove, onClear }: Props) => (
  <section aria-label="Changes of the macro" className="flex flex-wrap items-center gap-1.5">
    <span className="flex min-w-0 items-center gap-1 text-meta text-ink-3">
      <Icon of={Zap} size={12} className="shrink-0" />
      <span className="truncate">{name}</span>
    </span>
    {steps.map(({ key, label, value }) => (
      <FilterChip key={key} label={`${label} `} value={value} noun="change" onRemove={() => onRemove(key)} />
    ))}
    {gone.length > 0 && (
      <span className="text-meta text-red-ink">{gone.join(', ')}: not possible any more, and left out</span>
    )}
    <Button variant="ghost" className="ml-auto" onClick={onClear}>
      Remove all
    </Button>
  </section>
)
