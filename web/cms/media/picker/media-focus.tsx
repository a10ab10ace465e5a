import { lazy, Suspense } from 'react'
import type { FocusDialog as Shown } from './focus-dialog.tsx'

const FocusDialog = lazy(async () => ({ default: (await import('./focus-dialog.tsx')).FocusDialog }))

/** Loaded where somebody chooses what stays in sight of a picture. */
export const MediaFocus = (props: Parameters<typeof Shown>[0]) => (
  <Suspense fallback={null}>
    <FocusDialog {...props} />
  </Suspense>
)
