import { X } from 'lucide-react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'

type Props = {
  label?: string
  value: string
  on?: boolean
  href?: string
  onClick?: () => void
  onRemove?: () => void
  /** What the chip is called for screen readers. */
  noun?: string
  removeHref?: string
}

export function FilterChip({ label, value, on, href, onClick, onRemove, noun = 'filter', removeHref }: Props) {
  const canRemove = onRemove || removeHref
  const content = (
    <>
      {label}
      {label ? <b className="font-[550] text-ink">{value}</b> : value}
    </>
  )
  const body = classNames('inline-flex h-full items-center gap-1.25 rounded-sm pl-2', canRemove ? 'pr-0.5' : 'pr-2')
  const removal = {
    'aria-label': `Remove ${noun} ${label ?? ''} ${value}`,
    className: 'touch-area grid h-full w-6 place-items-center rounded-sm',
  }
  return (
    <span className={classNames(frame, on ? chosen : 'border-line-strong bg-surface text-ink-3 hover:bg-hover')}>
      {href ? (
        <Link to={href} aria-current={on || undefined} className={body}>
          {content}
        </Link>
      ) : onClick ? (
        <button type="button" aria-pressed={on} onClick={onClick} className={body}>
          {content}
        </button>
      ) : (
        <span className={body}>{content}</span>
      )}
      {removeHref ? (
        <Link to={removeHref} {...removal}>
          <Icon of={X} size={12} />
        </Link>
      ) : (
        onRemove && (
          <button
            type="button"
            onClick={onRemove}
            onKeyDown={(event) => {
              if (event.key !== 'Backspace' && event.key !== 'Delete') return
              // The focus may move into a text, which must not lose a letter.
              event.preventDefault()
              onRemove()
            }}
            {...removal}
          >
            <Icon of={X} size={12} />
          </button>
        )
      )}
    </span>
  )
}

const frame = 'inline-flex h-6 shrink-0 items-center rounded-sm border text-meta whitespace-nowrap touch:h-8'
const chosen = 'border-accent/30 bg-selected text-accent-ink'
