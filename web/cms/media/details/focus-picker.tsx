import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Crop } from '#web/cms/crop/crop-edges.ts'
import type { Asset } from '#web/cms/media/media-types.ts'
import { type Lead, useFieldServices } from '#web/fields/form/field-services.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'

type Point = { x: number; y: number }
type Props = {
  asset: Pick<Asset, 'thumbnail' | 'width' | 'height'>
  value: Point
  crop?: Crop | null
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

export function FocusPicker({ asset, value, crop, onChange }: Props) {
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
      {crop && (
        <span
          className="pointer-events-none absolute outline-2 outline-white shadow-[0_0_0_200vmax_rgb(0_0_0/0.55)]"
          style={{
            left: `${crop.x * 100}%`,
            top: `${crop.y * 100}%`,
            width: `${crop.width * 100}%`,
            height: `${crop.height * 100}%`,
          }}
        />
      )}
      <span
        className="pointer-events-none absolute size-4 -translate-1/2 rounded-full border-2 border-white bg-accent shadow-menu"
        style={{ left: `${value.x * 100}%`, top: `${value.y * 100}%` }}
      />
    </button>
  )
}

export function FocusDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const { changeMedia } = useFieldServices()
  const [focus, setFocus] = useState(lead.file?.focus ?? { x: 0.5, y: 0.5 })
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    const refused = await changeMedia!(lead, { focus })
    setBusy(false)
    setProblem(refused)
    if (!refused) onClose()
  }

  return (
    <Dialog open onClose={onClose} title={`Focal point of ${lead.title}`}>
      <DialogBody>
        {problem && <Banner tone="danger">{problem}</Banner>}
        <p className="text-ink-2">This point stays visible when the picture is cropped, everywhere it is shown.</p>
        <FocusPicker
          asset={{ thumbnail: lead.picture, width: lead.file?.width ?? null, height: lead.file?.height ?? null }}
          value={focus}
          onChange={setFocus}
        />
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        <Button size="md" variant="primary" busy={isBusy} onClick={save}>
          Save focal point
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
