import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export const Panes = ({ layout, children }: { layout: keyof typeof layouts; children: ReactNode }) => (
  <div
    className={classNames(
      'grid border-b border-line last:flex-1 last:border-b-0 max-md:divide-y max-md:divide-line md:divide-x md:divide-line',
      layouts[layout],
    )}
  >
    {children}
  </div>
)

const layouts = {
  '2-1': 'md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]',
  '1-1': 'md:grid-cols-2',
  '1-1-1': 'md:grid-cols-2 xl:grid-cols-3',
}

type PaneProps = { title?: string; action?: ReactNode; flush?: boolean; children: ReactNode }

export const Pane = ({ title, action, flush, children }: PaneProps) => (
  <section className={classNames('min-w-0 pt-4 pb-5', !flush && 'px-4 md:px-5')}>
    {title && (
      <h2 className={classNames('mb-3 flex items-center justify-between gap-2 font-semibold', flush && 'px-4 md:px-5')}>
        {title}
        {action && <span className="font-normal">{action}</span>}
      </h2>
    )}
    {children}
  </section>
)
