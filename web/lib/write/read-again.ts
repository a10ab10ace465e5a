import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { withFrames } from './stay-loaded.ts'
import { useShown } from './use-shown.ts'

/** `page`: the data of the page. `frame`: also the layout's data about the person and the workspace. */
export type Extent = 'page' | 'frame'

/** Loads the data of the screen again, which stays until the new data arrives. Resolves when that is shown. */
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
