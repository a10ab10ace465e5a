import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export const ToolBar = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div
    className={classNames(
      'flex min-h-11 shrink-0 flex-wrap items-center gap-1.5 border-b border-line px-4 py-2 md:pl-5',
      className,
    )}
  >
    {children}
  </div>
)
