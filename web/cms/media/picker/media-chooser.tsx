import { lazy, Suspense, useState } from 'react'
import type { Asset, MediaKind } from '#web/cms/media/media-types.ts'
import type { Lead, MediaChooserProps } from '#web/fields/form/around.tsx'

/** Loaded on demand, because most visits do not need it. */
const LibraryPicker = lazy(async () => ({ default: (await import('./library-picker.tsx')).LibraryPicker }))

/** Button that opens the library for a field. */
export function MediaChooser({ kinds, many, onChoose, onClose }: MediaChooserProps) {
  const [isOpen, setOpen] = useState(true)
  const close = () => {
    setOpen(false)
    onClose()
  }
  return (
    <Suspense fallback={null}>
      <LibraryPicker
        open={isOpen}
        onClose={close}
        kinds={(kinds ?? []) as MediaKind[]}
        many={many}
        onChoose={(assets) => onChoose(assets.map(leadOf))}
      />
    </Suspense>
  )
}

/** A media file as a field value. */
export const leadOf = (asset: Asset): Lead => ({
  id: asset.id,
  kind: 'media',
  title: asset.title || asset.name,
  model: null,
  status: null,
  picture: asset.thumbnail,
  file: factsOf(asset),
})

const factsOf = ({ name, kind, bytes, width, height, alt, focus }: Asset) => ({
  name,
  kind,
  bytes,
  width,
  height,
  alt,
  focus,
})

const FocusDialog = lazy(async () => ({
  default: (await import('#web/cms/media/details/focus-picker.tsx')).FocusDialog,
}))

/** Dialog for crop and focal point of a picture in a field. */
export const MediaFocus = (props: { lead: Lead; onClose: () => void }) => (
  <Suspense fallback={null}>
    <FocusDialog {...props} />
  </Suspense>
)
