import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'

type Props = { children: string; href?: string; onRemove?: () => void; removeLabel?: string }

export const Tag = ({ children, href, onRemove, removeLabel = `Remove tag ${children}` }: Props) => (
  <span className="inline-flex h-5 max-w-full shrink-0 items-center rounded-xs bg-grey-tint px-1.5 text-meta text-grey-ink">
    <TagText href={href}>{children}</TagText>
    {onRemove && (
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="touch-area -mr-1.5 grid h-5 w-6 place-items-center rounded-xs hover:bg-press"
      >
        <Icon of={X} size={12} />
      </button>
    )}
  </span>
)

const TagText = ({ href, children }: { href?: string; children: ReactNode }) =>
  href ? (
    <Link to={href} className="truncate hover:underline">
      {children}
    </Link>
  ) : (
    <span className="truncate">{children}</span>
  )
