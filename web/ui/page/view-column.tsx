import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'

/** Column of links that is hidden below 768 px. On narrow screens, the page title needs a menu with the same links. */
export const ViewColumn = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav
    aria-label={label}
    className="hidden w-44 shrink-0 flex-col overflow-auto border-r border-line bg-sunken px-2 py-3 md:flex xl:w-50"
  >
    {children}
  </nav>
)

export const ViewGroup = ({ label, action, children }: { label: string; action?: ReactNode; children: ReactNode }) => (
  <section className="flex flex-col gap-px pt-3.5 first:pt-0.5">
    <h2 className="mb-0.5 flex h-4.5 items-center justify-between px-2 text-micro font-medium text-ink-3">
      {label}
      {action}
    </h2>
    {children}
  </section>
)

type LinkProps = {
  href: string
  current?: boolean
  count?: ReactNode
  risk?: boolean
  depth?: number
  children: ReactNode
}

export const ViewLink = ({ href, current, count, risk, depth = 0, children }: LinkProps) => (
  <Link
    to={href}
    aria-current={current ? 'page' : undefined}
    className={classNames(
      'view-link',
      depths[depth],
      current ? 'bg-selected font-[550] text-ink' : 'text-ink-2 hover:bg-hover',
    )}
  >
    <span className="truncate">{children}</span>
    {count !== undefined && (
      <span
        className={classNames(
          'ml-auto text-meta tabular-nums',
          risk ? 'font-[550] text-red-ink' : current ? 'text-accent-ink' : 'text-ink-3',
        )}
      >
        {count}
      </span>
    )}
  </Link>
)

const depths = ['', 'pl-5', 'pl-8', 'pl-11', 'pl-14']
