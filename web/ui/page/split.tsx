import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export const Split = ({ children, panel }: { children: ReactNode; panel?: ReactNode }) => (
  <div
    className={
      panel
        ? 'grid min-h-0 min-w-0 flex-1 grid-cols-1 grid-rows-[minmax(0,1fr)] md:grid-cols-[minmax(0,1fr)_272px] xl:grid-cols-[minmax(0,1fr)_304px]'
        : 'flex min-h-0 min-w-0 flex-1'
    }
  >
    {children}
    {panel}
  </div>
)

export const SplitMain = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={classNames('relative flex min-h-0 min-w-0 flex-1 flex-col', className)}>{children}</div>
)
