import type { ShouldRevalidateFunctionArgs } from 'react-router'

let framesWanted = 0

export async function withFrames(work: () => Promise<void>) {
  framesWanted += 1
  await work().finally(() => {
    framesWanted -= 1
  })
}

/** Lets a layout reload its data only during `withFrames`, or after a form was posted to an `action`. */
export const stayLoaded = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  (framesWanted > 0 || formMethod !== undefined) && defaultShouldRevalidate
