import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { IconShape } from './icon.tsx'

export type Tone = 'blue' | 'teal' | 'plum' | 'green' | 'amber' | 'red' | 'grey'

type Props = {
  tone: Tone
  icon?: IconShape
  /** Resting states keep glyph and word, and lose the tint. */
  quiet?: boolean
  children: ReactNode
  className?: string
}

export const Pill = ({ tone, icon: Shape, quiet, children, className }: Props) => (
  <span
    className={classNames(
      'pill',
      Shape ? 'pl-1.5' : 'pl-2',
      inks[tone],
      quiet ? undefined : `${tints[tone]} group-data-selected/row:bg-surface`,
      className,
    )}
  >
    {Shape && <Shape aria-hidden strokeWidth={2.25} className="size-3 shrink-0" />}
    {children}
  </span>
)

export const inks: Record<Tone, string> = {
  blue: 'text-blue-ink',
  teal: 'text-teal-ink',
  plum: 'text-plum-ink',
  green: 'text-green-ink',
  amber: 'text-amber-ink',
  red: 'text-red-ink',
  grey: 'text-grey-ink',
}

const tints: Record<Tone, string> = {
  blue: 'bg-blue-tint',
  teal: 'bg-teal-tint',
  plum: 'bg-plum-tint',
  green: 'bg-green-tint',
  amber: 'bg-amber-tint',
  red: 'bg-red-tint',
  grey: 'bg-grey-tint',
}
