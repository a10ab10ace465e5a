import { Circle, CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Pill } from '#web/ui/mark/pill.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

type Props = { title: string; text: string; isDone: boolean; isLater?: boolean; children?: ReactNode }

export function SetupStep({ title, text, isDone, isLater, children }: Props) {
  const mark = isDone ? CircleCheck : isLater ? CircleDashed : Circle
  return (
    <li className="grid grid-cols-[18px_minmax(0,1fr)] gap-x-3.5 border-t border-line py-4">
      <Icon of={mark} size={18} className={isDone ? 'mt-px text-green-ink' : 'mt-px text-ink-3'} />
      <div>
        <h3 className="flex items-center gap-2 font-semibold">
          {title}
          {isDone && <VisuallyHidden>, done</VisuallyHidden>}
          {isLater && !isDone && <Pill tone="grey">Later</Pill>}
        </h3>
        <p className="text-ink-2">{text}</p>
        {children && <div className="mt-3 empty:hidden">{children}</div>}
      </div>
    </li>
  )
}
