import type { ReactNode } from 'react'
import { Kbd } from '#web/ui/keys/kbd.tsx'

type Props = { keys: { keys: string[]; label: string }[]; children?: ReactNode }

/** The last line of a list: its keys at the left, its pager at the right. */
export const KeyStrip = ({ keys, children }: Props) => (
  <footer className="flex h-8 shrink-0 items-center gap-4 overflow-hidden border-t border-line bg-sunken pr-2 pl-5 text-meta whitespace-nowrap text-ink-3 max-md:justify-end max-md:pl-4 touch:h-10">
    {keys.map(({ keys, label }) => (
      <span key={label} className="inline-flex items-center gap-1.25 max-md:hidden">
        {keys.map((key) => (
          <Kbd key={key} keys={key} className="h-4.25 min-w-4.25" />
        ))}
        {label}
      </span>
    ))}
    {children && <div className="ml-auto flex items-center gap-4">{children}</div>}
  </footer>
)
