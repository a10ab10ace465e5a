import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { withFrames } from './stay-loaded.ts'
import { useShown } from './use-shown.ts'

/** `page`: what the page shows. `frame`: what stands around it as well, of the person and the workspace. */
export type Extent = 'page' | 'frame'

/** Loads anew what is on the screen, which stays until the new data is there; done when that shows. */
export function useReadAgain() {
  const { revalidate } = useRevalidator()
  const shown = useShown()
  return useCallback(
    async (extent: Extent = 'page') => {
      await (extent === 'frame' ? withFrames(revalidate) : revalidate())
      await shown()
    },
    [revalidate, shown],
  )
}
