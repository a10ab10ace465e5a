import type { ReactNode } from 'react'
import { Kbd } from '#web/ui/keys/kbd.tsx'

type Props = { keys: { keys: string[]; label: string }[]; children?: ReactNode }

/** The last line of a list: its keys at the left, its pager at the right. */
export const KeyStrip = ({ keys, children }: Props) => (
  <footer className="flex h-8 shrink-0 items-center gap-4 overflow-hidden border-t border-line bg-sunken pr-2 pl-5 text-meta whitespace-nowrap text-ink-3 max-md:justify-end max-md:pl-4 touch:h-10">
    {/* What has no room would stand in a second line, which is not seen: the pager stays. */}
    <div className="flex h-full min-w-0 flex-1 flex-wrap gap-x-4 overflow-hidden max-md:hidden">
      {keys.map(({ keys, label }) => (
        <span key={label} className="inline-flex h-full items-center gap-1.25">
          {keys.map((key) => (
            <Kbd key={key} keys={key} isAct className="h-4.25 min-w-4.25" />
          ))}
          {label}
        </span>
      ))}
    </div>
    {children && <div className="flex shrink-0 items-center gap-4">{children}</div>}
  </footer>
)
