import { Crop as CropIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import type { Crop, CroppedAsset } from './crop-edges.ts'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

type Props = { asset: CroppedAsset; value: Crop | null; onChange: (crop: Crop | null) => void }

export function CropChoice({ asset, value, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const showWhole = () => {
    onChange(null)
    opener.current?.focus()
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={opener} icon={CropIcon} onClick={() => setOpen(true)}>
        {value ? 'Change crop' : 'Crop'}
      </Button>
      {value && (
        <Button variant="ghost" onClick={showWhole}>
          Whole picture
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <CropDialog
            asset={asset}
            value={value}
            onClose={() => setOpen(false)}
            onChoose={(crop) => {
              onChange(crop)
              setOpen(false)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
