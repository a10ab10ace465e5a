import type { KeyboardEvent, PointerEvent } from 'react'
import type { Asset } from '#web/cms/media/media-types.ts'

type Point = { x: number; y: number }
type Props = {
  asset: Pick<Asset, 'thumbnail' | 'width' | 'height'>
  value: Point
  onChange: (point: Point) => void
}

const step = 0.05
const moves: Record<string, Point> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
}
const within = (share: number) => Math.min(1, Math.max(0, Math.round(share * 100) / 100))
const percent = (share: number) => `${Math.round(share * 100)} %`

/** The picture with its focal point: pressed where it should be, or moved by the arrow keys. */
export function FocusPicker({ asset, value, onChange }: Props) {
  function press({ currentTarget, clientX, clientY }: PointerEvent) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onChange({ x: within((clientX - left) / width), y: within((clientY - top) / height) })
  }
  function move(event: KeyboardEvent) {
    const by = moves[event.key]
    if (!by) return
    event.preventDefault()
    onChange({ x: within(value.x + by.x), y: within(value.y + by.y) })
  }
  return (
    <button
      type="button"
      aria-label={`Focal point: ${percent(value.x)} from the left, ${percent(value.y)} from the top. Move it with the arrow keys.`}
      onPointerDown={press}
      onKeyDown={move}
      className="relative block w-full cursor-crosshair overflow-hidden rounded-sm bg-press"
    >
      <img
        src={asset.thumbnail ?? ''}
        alt=""
        width={asset.width ?? undefined}
        height={asset.height ?? undefined}
        className="pointer-events-none block h-auto w-full"
      />
      <span
        className="pointer-events-none absolute size-4 -translate-1/2 rounded-full border-2 border-white bg-accent shadow-menu"
        style={{ left: `${value.x * 100}%`, top: `${value.y * 100}%` }}
      />
    </button>
  )
}
