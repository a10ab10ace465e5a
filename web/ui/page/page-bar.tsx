import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconButton } from '#web/ui/button/icon-button.tsx'

type Props = {
  title: ReactNode
  count?: ReactNode
  badge?: ReactNode
  back?: { href: string; label: string }
  trail?: { href: string; label: string }
  actions?: ReactNode
}

export const PageBar = ({ title, count, badge, back, trail, actions }: Props) => (
  <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-3 pl-4 md:pr-4 md:pl-5">
    {back && <IconButton icon={ArrowLeft} label={back.label} href={back.href} className="-ml-1.5" />}
    {trail && (
      <span className="flex shrink-0 items-center gap-2 text-ink-3 max-lg:hidden">
        <Link to={trail.href} className="max-w-50 truncate hover:text-ink">
          {trail.label}
        </Link>
        <span aria-hidden>/</span>
      </span>
    )}
    <h1 className="truncate text-title font-semibold">{title}</h1>
    {count !== undefined && <span className="text-ink-3 tabular-nums">{count}</span>}
    {badge}
    {actions && <div className="ml-auto flex shrink-0 items-center gap-2">{actions}</div>}
  </header>
)
