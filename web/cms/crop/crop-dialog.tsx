import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { type Crop, type CroppedAsset, edgesOf, isWhole, limitsOf, moveSides, type Side, whole } from './crop-edges.ts'

type Props = {
  asset: CroppedAsset
  value: Crop | null
  onChoose: (crop: Crop | null) => void
  onClose: () => void
}

export function CropDialog({ asset, value, onChoose, onClose }: Props) {
  const [crop, setCrop] = useState(value ?? whole)
  const size = asset.width && asset.height ? sizeOf(asset.width, asset.height, crop) : null

  return (
    <Dialog open onClose={onClose} title={`Crop ${asset.name}`} size="md">
      <DialogBody>
        <p className="text-ink-2">
          Drag the sides, or move them with the arrow keys. Readers see only the part inside. The file does not change.
        </p>
        <CropFrame asset={asset} value={crop} onChange={setCrop} />
      </DialogBody>
      <DialogFooter note={size && <span role="status">{size}</span>}>
        <Button
          size="md"
          variant="ghost"
          disabledReason={isWhole(crop) ? 'The whole picture is shown' : undefined}
          onClick={() => setCrop(whole)}
        >
          Whole picture
        </Button>
        <Button size="md" onClick={onClose}>
          Cancel
        </Button>
        <Button size="md" variant="primary" onClick={() => onChoose(isWhole(crop) ? null : crop)}>
          Use crop
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

const sizeOf = (width: number, height: number, crop: Crop) =>
  `${Math.max(1, Math.round(width * crop.width))} × ${Math.max(1, Math.round(height * crop.height))} pixels`

type FrameProps = {
  asset: CroppedAsset
  value: Crop
  onChange: (crop: Crop) => void
}

const sides: Side[] = ['left', 'top', 'right', 'bottom']
const corners: [Side, Side][] = [
  ['left', 'top'],
  ['right', 'top'],
  ['left', 'bottom'],
  ['right', 'bottom'],
]
const arrows: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -0.01, y: 0 },
  ArrowRight: { x: 0.01, y: 0 },
  ArrowUp: { x: 0, y: -0.01 },
  ArrowDown: { x: 0, y: 0.01 },
}
const inPercent = (share: number) => Math.round(share * 100)
const isAcross = (side: Side) => side === 'left' || side === 'right'

function CropFrame({ asset, value, onChange }: FrameProps) {
  const picture = useRef<HTMLDivElement>(null)
  const drag = useRef<{ held: Side[] | 'all'; from: Crop; x: number; y: number } | null>(null)
  const edges = edgesOf(value)

  function hold(event: PointerEvent<HTMLElement>, held: Side[] | 'all') {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { held, from: value, x: event.clientX, y: event.clientY }
  }
  function move({ clientX, clientY }: PointerEvent) {
    if (!drag.current || !picture.current) return
    const { held, from, x, y } = drag.current
    const { width, height } = picture.current.getBoundingClientRect()
    onChange(moveSides(from, held, { x: (clientX - x) / width, y: (clientY - y) / height }))
  }
  const letGo = () => {
    drag.current = null
  }
  const grip = (held: Side[] | 'all') => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => hold(event, held),
    onPointerMove: move,
    onPointerUp: letGo,
    onPointerCancel: letGo,
  })
  function press(event: KeyboardEvent, side: Side) {
    const by = arrows[event.key]
    if (!by) return
    event.preventDefault()
    const far = event.shiftKey ? 10 : 1
    onChange(moveSides(value, [side], { x: by.x * far, y: by.y * far }))
  }

  return (
    <div ref={picture} className="relative touch-none overflow-hidden rounded-sm bg-press select-none">
      <img
        src={asset.thumbnail ?? ''}
        alt=""
        draggable={false}
        width={asset.width ?? undefined}
        height={asset.height ?? undefined}
        className="pointer-events-none block h-auto w-full"
      />
      <div
        {...grip('all')}
        className="absolute cursor-move outline-2 outline-white shadow-[0_0_0_200vmax_rgb(0_0_0/0.55)]"
        style={{
          left: `${edges.left * 100}%`,
          top: `${edges.top * 100}%`,
          width: `${value.width * 100}%`,
          height: `${value.height * 100}%`,
        }}
      >
        {sides.map((side) => (
          <SideHandle key={side} side={side} crop={value} grip={grip([side])} onPress={(event) => press(event, side)} />
        ))}
        {corners.map((held) => (
          <span
            key={held.join(' ')}
            aria-hidden
            {...grip(held)}
            className={`absolute size-6 ${held.map((side) => cornerPlaces[side]).join(' ')} ${
              (held[0] === 'left') === (held[1] === 'top') ? 'cursor-nwse-resize' : 'cursor-nesw-resize'
            }`}
          />
        ))}
      </div>
    </div>
  )
}

const cornerPlaces = { left: 'left-0', right: 'right-0', top: 'top-0', bottom: 'bottom-0' }
const words = { left: 'Left side', top: 'Top side', right: 'Right side', bottom: 'Bottom side' }
const from = { left: 'from the left', top: 'from the top', right: 'from the left', bottom: 'from the top' }
// The handles are inside the crop frame. Outside the frame, they would be out of view when the frame covers the whole
// picture.
const places = {
  left: 'left-0 top-1/2 h-12 max-h-full w-6 -translate-y-1/2 cursor-ew-resize',
  right: 'right-0 top-1/2 h-12 max-h-full w-6 -translate-y-1/2 cursor-ew-resize',
  top: 'left-1/2 top-0 h-6 w-12 max-w-full -translate-x-1/2 cursor-ns-resize',
  bottom: 'left-1/2 bottom-0 h-6 w-12 max-w-full -translate-x-1/2 cursor-ns-resize',
}

type HandleProps = {
  side: Side
  crop: Crop
  grip: object
  onPress: (event: KeyboardEvent) => void
}

function SideHandle({ side, crop, grip, onPress }: HandleProps) {
  const edges = edgesOf(crop)
  const [low, high] = limitsOf(side, edges)
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={words[side]}
      aria-orientation={isAcross(side) ? 'horizontal' : 'vertical'}
      aria-valuemin={inPercent(low)}
      aria-valuemax={inPercent(high)}
      aria-valuenow={inPercent(edges[side])}
      aria-valuetext={`${inPercent(edges[side])} % ${from[side]}`}
      onKeyDown={onPress}
      {...grip}
      className={`absolute grid place-items-center rounded-full ${places[side]}`}
    >
      <span
        aria-hidden
        className={`rounded-full border border-black/40 bg-white ${isAcross(side) ? 'h-8 max-h-full w-1.5' : 'h-1.5 w-8 max-w-full'}`}
      />
    </span>
  )
}
