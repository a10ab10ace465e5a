import type { ComponentPropsWithRef } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { Tooltip } from '#web/ui/overlay/tooltip.tsx'

type Props = Omit<ComponentPropsWithRef<'button'>, 'children'> & {
  icon: IconShape
  label: string
  keys?: string
  href?: string
  size?: keyof typeof sizes
  pressed?: boolean
  dot?: boolean
}

export function IconButton({ icon, label, keys, href, size = 'md', pressed, dot, className, ...rest }: Props) {
  const look = classNames('icon-button', sizes[size], pressed && 'bg-press text-ink', className)
  const content = (
    <>
      <Icon of={icon} />
      {dot && (
        <span className="absolute top-1/2 left-1/2 ml-px size-1.75 -translate-y-2.25 rounded-full bg-accent outline-2 outline-canvas" />
      )}
    </>
  )
  return (
    <Tooltip text={label} keys={keys}>
      {href ? (
        <Link to={href} aria-label={label} className={look}>
          {content}
        </Link>
      ) : (
        <button type="button" aria-label={label} aria-pressed={pressed} {...rest} className={look}>
          {content}
        </button>
      )}
    </Tooltip>
  )
}

const sizes = { sm: 'size-6', md: 'size-7' }
