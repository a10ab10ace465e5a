import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'

type Props = {
  title: string
  description?: ReactNode
  back?: { href: string; label: string }
  actions?: ReactNode
  aside?: ReactNode
  children: ReactNode
}

export const PublicPage = ({ title, description, back, actions, aside, children }: Props) => (
  <div
    className={classNames(
      'pt-6 md:pt-10',
      Boolean(aside) &&
        'grid items-start gap-x-18 gap-y-8 md:grid-cols-[minmax(0,1fr)_232px] xl:grid-cols-[minmax(0,1fr)_288px]',
    )}
  >
    <div className="min-w-0">
      {back && (
        <Link
          to={back.href}
          className="touch-area mb-3 inline-flex items-center gap-1.5 rounded-xs font-medium text-ink-2 hover:text-ink"
        >
          <Icon of={ArrowLeft} size={14} />
          {back.label}
        </Link>
      )}
      <header className="mb-4 flex flex-wrap items-end gap-3">
        <div className="min-w-0">
          <h1 className="text-2xl/8 font-semibold tracking-[-.022em] wrap-anywhere">{title}</h1>
          {description && <div className="mt-1 text-body text-ink-2">{description}</div>}
        </div>
        {actions && <div className="ml-auto">{actions}</div>}
      </header>
      {children}
    </div>
    {aside && <aside className="md:pt-9">{aside}</aside>}
  </div>
)
