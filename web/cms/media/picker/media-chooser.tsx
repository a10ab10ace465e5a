import { useState } from 'react'
import type { Asset, Kind } from '#web/cms/media/media-types.ts'
import type { Lead, MediaChooserProps } from '#web/fields/form/around.tsx'
import { LibraryPicker } from './library-picker.tsx'

/** Chooses files of the library for a field. */
export function MediaChooser({ kinds, many, onChoose, onClose }: MediaChooserProps) {
  const [isOpen, setOpen] = useState(true)
  const close = () => {
    setOpen(false)
    onClose()
  }
  return (
    <LibraryPicker
      open={isOpen}
      onClose={close}
      kinds={(kinds ?? []) as Kind[]}
      many={many}
      onChoose={(assets) => onChoose(assets.map(leadOf))}
    />
  )
}

const leadOf = ({ id, title, name, thumbnail }: Asset): Lead => ({
  ...{ id, kind: 'media', title: title || name, model: null, status: null, picture: thumbnail },
})
