import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/** Panes side by side that fill what is left of the page. */
export const Split = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-0 min-w-0 flex-1">{children}</div>
)

/** The pane of a Split that takes the room: a column of bars and a ScrollArea. */
export const SplitMain = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={classNames('relative flex min-h-0 min-w-0 flex-1 flex-col', className)}>{children}</div>
)
