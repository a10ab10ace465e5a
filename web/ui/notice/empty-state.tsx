import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'

type Props = {
  icon: IconShape
  title: string
  children?: ReactNode
  actions?: ReactNode
  tone?: 'neutral' | 'done' | 'error'
  level?: 'h1' | 'h2'
}

export const EmptyState = ({ icon, title, children, actions, tone = 'neutral', level: Heading = 'h2' }: Props) => (
  <div className="grid place-content-center place-items-center gap-1 px-6 py-12 text-center">
    <Icon of={icon} size={24} className={classNames('mb-3', tones[tone])} />
    <Heading className="text-body font-semibold">{title}</Heading>
    {children && <p className="max-w-85 text-ink-3">{children}</p>}
    {actions && <div className="mt-3 flex flex-wrap items-center justify-center gap-2">{actions}</div>}
  </div>
)

const tones = { neutral: 'text-ink-3', done: 'text-green-ink', error: 'text-red-ink' }
