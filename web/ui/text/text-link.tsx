import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'

type Props = { href: string; children: ReactNode; underline?: boolean; className?: string }

/** Links in running text are underlined, so that colour alone does not carry them. */
export const TextLink = ({ href, children, underline, className }: Props) => (
  <Link
    to={href}
    className={classNames(
      'rounded-xs font-medium text-accent-ink underline-offset-2 hover:underline',
      underline && 'underline decoration-current/35 hover:decoration-current',
      className,
    )}
  >
    {children}
  </Link>
)
