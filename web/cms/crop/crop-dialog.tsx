import { useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { type Crop, type CroppedAsset, isWhole, whole } from './crop-edges.ts'
import { CropFrame } from './crop-frame.tsx'

type Props = {
  asset: CroppedAsset
  value: Crop | null
  onChoose: (crop: Crop | null) => void
  onClose: () => void
}

/** Dialog to choose the visible part of a picture. The file is not changed. */
export function CropDialog({ asset, value, onChoose, onClose }: Props) {
  const [crop, setCrop] = useState(value ?? whole)
  const size = asset.width && asset.height ? sizeOf(asset.width, asset.height, crop) : null

  return (
    <Dialog open onClose={onClose} title={`Crop ${asset.name}`} size="md">
      <DialogBody>
        <p className="text-ink-2">
          Drag the sides, or move them with the arrow keys. The outside is not shown anywhere; the file stays as it is.
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
