import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { IconShape } from './icon.tsx'

export type Tone = 'blue' | 'teal' | 'plum' | 'green' | 'amber' | 'red' | 'grey'

type Props = {
  tone: Tone
  icon?: IconShape
  quiet?: boolean
  children: ReactNode
  className?: string
}

export const Pill = ({ tone, icon: Shape, quiet, children, className }: Props) => (
  <span className={classNames('pill', quiet ? inks[tone] : tints[tone], className)}>
    {Shape && <Shape aria-hidden />}
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
  blue: 'pill-blue',
  teal: 'pill-teal',
  plum: 'pill-plum',
  green: 'pill-green',
  amber: 'pill-amber',
  red: 'pill-red',
  grey: 'pill-grey',
}
