import { ArrowDown, ArrowRight, ArrowUpDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'

/** The content of a dialog that merges. Ctrl or ⌘ with ↵ merges. */
export function MergeFrame({ onMerge, children }: { onMerge: () => void; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  // The search had the focus, and its field is gone.
  useEffect(() => frame.current?.focus(), [])
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    onMerge()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the whole dialog
    <div ref={frame} tabIndex={-1} onKeyDown={onKeyDown} className="outline-none">
      {children}
    </div>
  )
}

type SidesProps = { source: ReactNode; target: ReactNode; onSwap: () => void }

/** What disappears at the left, what stays at the right, and a button between them that swaps both. */
export const MergeSides = ({ source, target, onSwap }: SidesProps) => (
  <div className="grid items-stretch gap-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
    {source}
    <div className="flex flex-wrap items-center justify-center gap-2 md:flex-col">
      <span className="text-meta text-ink-3">becomes part of</span>
      <Icon of={ArrowRight} size={14} className="text-ink-3 max-md:hidden" />
      <Icon of={ArrowDown} size={14} className="text-ink-3 md:hidden" />
      <Button icon={ArrowUpDown} onClick={onSwap}>
        Swap
      </Button>
    </div>
    {target}
  </div>
)

type CardProps = { label: string; isKept?: boolean | undefined; children: ReactNode }

export const MergeCard = ({ label, isKept, children }: CardProps) => (
  <section
    aria-label={label}
    className={classNames('min-w-0 rounded-md border p-3', isKept ? 'border-accent' : 'border-line bg-sunken')}
  >
    {children}
  </section>
)
