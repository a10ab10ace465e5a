import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'

type Props = {
  tone: 'info' | 'warning' | 'danger'
  icon?: IconShape
  title?: string
  children: ReactNode
  action?: ReactNode
  onDismiss?: () => void
  className?: string
}

export function Banner({ tone, icon, title, children, action, onDismiss, className }: Props) {
  const look = looks[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-2.5 rounded-sm px-3 py-2', look.frame, className)}
    >
      <Icon of={icon ?? look.icon} className={classNames('mt-0.5', look.mark)} />
      <div className="min-w-0 flex-1">
        {title && <b className="font-semibold">{title} </b>}
        {children}
        {action && <> {action}</>}
      </div>
      {onDismiss && <IconButton icon={X} label="Dismiss" size="sm" className="-my-0.5 -mr-1.5" onClick={onDismiss} />}
    </div>
  )
}

const looks = {
  info: { icon: Info, frame: 'bg-blue-tint', mark: 'text-blue-ink' },
  warning: { icon: TriangleAlert, frame: 'bg-amber-tint', mark: 'text-amber-ink' },
  danger: { icon: CircleAlert, frame: 'bg-red-tint text-red-ink', mark: 'text-red-ink' },
}
