import { lazy, Suspense } from 'react'
import type { Asset } from '#web/cms/media/media-types.ts'
import type { Lead, MediaChooserProps } from '#web/fields/form/field-services.tsx'

const LibraryPicker = lazy(async () => ({ default: (await import('./library-picker.tsx')).LibraryPicker }))

export const MediaChooser = ({ kinds, many, onChoose, onClose }: MediaChooserProps) => (
  <Suspense fallback={null}>
    <LibraryPicker
      onClose={onClose}
      kinds={kinds ?? []}
      many={many}
      onChoose={(assets) => onChoose(assets.map(leadOf))}
    />
  </Suspense>
)

export const leadOf = (asset: Asset): Lead => ({
  id: asset.id,
  kind: 'media',
  title: asset.title || asset.name,
  model: null,
  status: null,
  picture: asset.thumbnail,
  file: asset,
})

const FocusDialog = lazy(async () => ({
  default: (await import('#web/cms/media/details/focus-picker.tsx')).FocusDialog,
}))

export const MediaFocus = (props: { lead: Lead; onClose: () => void }) => (
  <Suspense fallback={null}>
    <FocusDialog {...props} />
  </Suspense>
)
