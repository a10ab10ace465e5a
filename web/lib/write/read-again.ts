import { useCallback } from 'react'
import { type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router'
import { useShown } from './use-shown.ts'

/** `page`: what the page shows. `frame`: what stands around it as well, of the person and the workspace. */
export type Extent = 'page' | 'frame'

let framesWanted = 0

/** Loads anew what is on the screen, which stays until the new data is there; done when that shows. */
export function useReadAgain() {
  const { revalidate } = useRevalidator()
  const shown = useShown()
  return useCallback(
    async (extent: Extent = 'page') => {
      const isFrame = extent === 'frame'
      if (isFrame) framesWanted += 1
      await revalidate().finally(() => {
        if (isFrame) framesWanted -= 1
      })
      await shown()
    },
    [revalidate, shown],
  )
}

/**
 * For the frames: going to another page does not change them, nor does what changes on a page, so none waits for them.
 * They are read again when somebody asks for them, and after a form that was posted to an `action`.
 */
export const stayLoaded = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  (framesWanted > 0 || formMethod !== undefined) && defaultShouldRevalidate
