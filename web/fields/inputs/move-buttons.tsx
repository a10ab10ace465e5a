import { ArrowDown, ArrowUp } from 'lucide-react'
import { IconButton } from '#web/ui/button/icon-button.tsx'

type Props = {
  at: number
  count: number
  size?: 'sm'
  hasKeys?: boolean
  labelOf: (direction: 'up' | 'down') => string
  onMove: (to: number) => void
}

export const MoveButtons = ({ at, count, size, hasKeys, labelOf, onMove }: Props) => (
  <>
    <IconButton
      size={size}
      icon={ArrowUp}
      label={labelOf('up')}
      keys={hasKeys ? 'alt+up' : undefined}
      data-part="up"
      disabled={at === 0}
      onClick={() => onMove(at - 1)}
    />
    <IconButton
      size={size}
      icon={ArrowDown}
      label={labelOf('down')}
      keys={hasKeys ? 'alt+down' : undefined}
      data-part="down"
      disabled={at === count - 1}
      onClick={() => onMove(at + 1)}
    />
  </>
)

export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
