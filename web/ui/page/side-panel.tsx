import type { ReactNode } from 'react'

export const SidePanel = ({ label, children }: { label: string; children: ReactNode }) => (
  <aside aria-label={label} className="relative overflow-auto border-l border-line bg-surface max-md:hidden">
    {children}
  </aside>
)

export const PanelSection = ({
  title,
  action,
  children,
}: {
  title?: string
  action?: ReactNode
  children: ReactNode
}) => (
  <section className="border-b border-line px-4 py-3.5 last:border-b-0">
    {title && (
      <h2 className="mb-2.5 flex min-h-4 items-center justify-between gap-2 text-meta font-[550]">
        {title}
        {action && <span className="font-normal">{action}</span>}
      </h2>
    )}
    {children}
  </section>
)

export const Property = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid min-h-8 grid-cols-[90px_minmax(0,1fr)] items-center">
    <span className="pr-1.5 wrap-anywhere text-ink-3">{label}</span>
    <div className="flex min-w-0 flex-wrap items-center gap-1">{children}</div>
  </div>
)
