import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'
import { tabLook } from './tabs.tsx'

type Props = {
  label: string
  items: { href: string; label: ReactNode; count?: number; current?: boolean }[]
  className?: string
}

/** Tabs whose panels are pages of their own. */
export const LinkTabs = ({ label, items, className }: Props) => (
  <nav aria-label={label} className={classNames('flex gap-4 border-b border-line', className)}>
    {items.map((item) => (
      <Link
        key={item.href}
        to={item.href}
        preventScrollReset
        aria-current={item.current ? 'page' : undefined}
        className={tabLook(Boolean(item.current))}
      >
        {item.label}
        {item.count !== undefined && <span className="text-ink-3 tabular-nums">{item.count}</span>}
      </Link>
    ))}
  </nav>
)
