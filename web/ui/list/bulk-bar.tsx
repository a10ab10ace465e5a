import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { Tooltip } from '#web/ui/overlay/tooltip.tsx'

/** A bar over the end of a list. It shows the labels of its actions where the list is wide, and wraps where it is narrow. */
export const BulkBar = ({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) => (
  <div className="@container pointer-events-none absolute inset-x-2 bottom-12 z-5 flex justify-center">
    <div
      role="toolbar"
      aria-label="Selected rows"
      className="pointer-events-auto flex min-h-11 flex-wrap items-center gap-0.5 rounded-[10px] bg-inverse py-1 pr-2 pl-3.5 whitespace-nowrap text-on-inverse shadow-menu"
    >
      <span role="status" className="font-medium">
        {count} selected
      </span>
      <Line />
      {children}
      <Line />
      <button type="button" aria-label="Clear selection" onClick={onClear} className={action}>
        <Icon of={X} size={14} />
      </button>
    </div>
  </div>
)

type ActionProps = { icon: IconShape; label: string; keys?: string; onClick: () => void }

export function BulkAction({ icon, label, keys, onClick }: ActionProps) {
  const words = useRef<HTMLSpanElement>(null)
  return (
    <Tooltip text={label} onlyIf={() => (words.current?.offsetWidth ?? 0) <= 1}>
      <button type="button" onClick={onClick} className={action}>
        <Icon of={icon} size={14} />
        <span ref={words} className="@max-[70rem]:sr-only">
          {label}
        </span>
        {keys && <Kbd keys={keys} tone="inherit" />}
      </button>
    </Tooltip>
  )
}

const action =
  'touch-area inline-flex h-7 shrink-0 items-center gap-1.5 rounded-sm px-2.5 font-medium hover:bg-white/12'
const Line = () => <span className="mx-1.5 h-5 w-px shrink-0 bg-current opacity-22" />
