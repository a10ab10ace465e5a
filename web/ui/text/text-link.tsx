import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'

type Props = { href: string; children: ReactNode; underline?: boolean; isNewTab?: boolean; className?: string }

/** `underline` is for links inside a text, where colour alone does not distinguish them. */
export const TextLink = ({ href, children, underline, isNewTab, className }: Props) => (
  <Link
    to={href}
    {...(isNewTab && { target: '_blank', rel: 'noreferrer' })}
    className={classNames(
      'rounded-xs font-medium text-accent-ink underline-offset-2 hover:underline',
      underline && 'underline decoration-current/35 hover:decoration-current',
      className,
    )}
  >
    {children}
  </Link>
)
