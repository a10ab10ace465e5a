import type { ReactNode } from 'react'

export const AuthTitle = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header className="mb-5">
    <h1 className="mb-1.5 text-head font-semibold">{title}</h1>
    {children && <p className="text-body text-ink-2 [&_b]:font-[550] [&_b]:text-ink">{children}</p>}
  </header>
)
