import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { Tooltip } from '#web/ui/overlay/tooltip.tsx'

export const BulkBar = ({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) => (
  <div
    role="toolbar"
    aria-label="Selected rows"
    className="absolute bottom-12 left-1/2 z-5 flex h-11 max-w-[calc(100%-1rem)] -translate-x-1/2 items-center gap-0.5 overflow-x-auto rounded-[10px] bg-inverse pr-2 pl-3.5 whitespace-nowrap text-on-inverse shadow-menu"
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
)

type ActionProps = { icon: IconShape; label: string; keys?: string; onClick: () => void }

export const BulkAction = ({ icon, label, keys, onClick }: ActionProps) => (
  <Tooltip text={label} onlyIf={() => matchMedia(narrow).matches}>
    <button type="button" onClick={onClick} className={action}>
      <Icon of={icon} size={14} />
      <span className="max-xl:sr-only">{label}</span>
      {keys && <Kbd keys={keys} tone="inherit" />}
    </button>
  </Tooltip>
)

const narrow = '(max-width: 74.99rem)'

const action =
  'touch-area inline-flex h-7 shrink-0 items-center gap-1.5 rounded-sm px-2.5 font-medium hover:bg-white/12'
const Line = () => <span className="mx-1.5 h-5 w-px shrink-0 bg-current opacity-22" />
