import type { ShouldRevalidateFunctionArgs } from 'react-router'

let framesWanted = 0

/** Meanwhile the frames are read again with the page. */
export async function withFrames(work: () => Promise<void>) {
  framesWanted += 1
  await work().finally(() => {
    framesWanted -= 1
  })
}

/**
 * For the frames: going to another page does not change them, nor does what changes on a page, so none waits for them.
 * They are read again when somebody asks for them, and after a form that was posted to an `action`.
 */
export const stayLoaded = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  (framesWanted > 0 || formMethod !== undefined) && defaultShouldRevalidate
