import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export const ScrollArea = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={classNames('relative min-h-0 flex-1 overflow-auto', className)}>{children}</div>
)
