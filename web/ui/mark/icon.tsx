import type { ComponentType } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export type IconShape = ComponentType<{
  className?: string
  strokeWidth?: number
  xmlns?: string
  'aria-hidden'?: boolean
}>

const sizes = { 12: 'size-3', 14: 'size-3.5', 16: 'size-4', 18: 'size-4.5', 24: 'size-6' } as const
const strokes = { 12: 2, 14: 1.75, 16: 1.75, 18: 1.75, 24: 1.5 } as const

type Props = { of: IconShape; size?: keyof typeof sizes; className?: string }

export const Icon = ({ of: Shape, size = 16, className }: Props) => (
  // Removes the `xmlns` attribute, which SVG inside HTML does not need.
  <Shape
    aria-hidden
    xmlns={undefined}
    strokeWidth={strokes[size]}
    className={classNames(sizes[size], 'block shrink-0', className)}
  />
)
